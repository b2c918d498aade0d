import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

const en = (_format: Formats) => ({
  titleOf: (catalog: string) => `Catalog ${catalog}`,
});

const de: typeof en = (_format) => ({
  titleOf: (catalog) => `Katalog ${catalog}`,
});

export const catalogTexts = { en, de } satisfies Texts;
