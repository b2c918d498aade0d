import type { Texts } from '../../../../ui/kit/texts.ts';

const en = () => ({ pages: { title: 'Guides' } });
const de: typeof en = () => ({ pages: { title: 'Anleitungen' } });

/** Texts of the pages that the provider writes. */
export const pageTexts = { en, de } satisfies Texts;
