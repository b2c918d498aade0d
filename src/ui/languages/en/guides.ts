/** Texts of the pages that the provider writes. */
export const guides = () => ({ pages: { title: 'Guides' } });
