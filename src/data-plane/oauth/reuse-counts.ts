/** What is used once, by the grant that it is shown with. */
export type UsedOnce = 'authorization_code' | 'refresh_token';

/** How often a second use has revoked what came of the first, in this process. */
export type Reuses = Record<UsedOnce, number>;

export const noReuses = (): Reuses => ({ authorization_code: 0, refresh_token: 0 });
