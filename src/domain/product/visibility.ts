/** The audience of a product in the portal. */
export type Visibility = 'PUBLIC' | 'AUTHENTICATED' | 'CUSTOM';
