import type { guides as english } from '../en/guides.ts';

/** Texts of the pages that the provider writes. */
export const guides: typeof english = () => ({ pages: { title: 'Anleitungen' } });
