import type { Texts } from '../../texts.ts';

const en = () => ({
  words: {
    title: 'Portal content',
    summaryHint: 'One sentence, where consumers meet it.',
    descriptionHint:
      'Markdown, without HTML and images. It takes the place of the description in its document.',
    linksHint:
      'One a line: what it says, then its address. For example: Terms https://example.com/terms. They take the place of contact and terms of service in its document.',
    tags: 'Tags',
    tagsHint: 'One a line. They find the products that hold it. Those of its document are not taken.',
    iconHint: 'A PNG, WebP or SVG image of at most 8 KB. The portal shows it beside the title.',
    save: 'Save the content',
    readDescription: 'Read the description',
  },
});

const de: typeof en = () => ({
  words: {
    title: 'Was das Portal darüber sagt',
    summaryHint: 'Ein Satz, wo Konsumenten ihr begegnen.',
    descriptionHint: 'Markdown, ohne HTML und Bilder. Sie steht anstelle der Beschreibung in ihrem Dokument.',
    linksHint:
      'Einer je Zeile: der Text, dann die Adresse. Zum Beispiel: AGB https://example.com/agb. Sie stehen anstelle von Kontakt und Nutzungsbedingungen in ihrem Dokument.',
    tags: 'Schlagwörter',
    tagsHint:
      'Eines je Zeile. Sie führen zu den Produkten, die es enthalten. Die des Dokuments zählen nicht.',
    iconHint: 'Ein Bild (PNG, WebP oder SVG) von höchstens 8 KB. Das Portal zeigt es neben dem Titel.',
    save: 'Texte speichern',
    readDescription: 'Beschreibung lesen',
  },
});

/** Texts of the words of an API. */
export const apiWordsTexts = { en, de } satisfies Texts;
