import type { Texts } from '../../texts.ts';

const en = () => ({
  words: {
    title: 'What the portal says of it',
    tags: 'Tags',
    tagsHint: 'One a line. They find the products that hold it. Those of its document are not taken.',
    iconHint: 'A PNG, WebP or SVG image of at most 8 KB. The portal shows it beside the title.',
    save: 'Save the words',
  },
});

const de: typeof en = () => ({
  words: {
    title: 'Was das Portal darüber sagt',
    tags: 'Schlagwörter',
    tagsHint:
      'Eines je Zeile. Sie führen zu den Produkten, die es enthalten. Die des Dokuments zählen nicht.',
    iconHint: 'Ein Bild (PNG, WebP oder SVG) von höchstens 8 KB. Das Portal zeigt es neben dem Titel.',
    save: 'Texte speichern',
  },
});

/** Texts of the words of an API. */
export const apiWordsTexts = { en, de } satisfies Texts;
