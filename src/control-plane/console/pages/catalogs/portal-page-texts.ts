import type { Texts } from '../../texts.ts';

const en = () => ({
  portalPages: {
    title: 'Pages of the portal',
    lead: 'Guides that you write in Markdown. The home page stands above the products.',
    none: 'No pages yet.',
    write: 'Write a page',
    edit: (path: string) => `The page ${path}`,
    path: 'Path',
    pathHint: 'For example guides/errors; / is the home page. Another path makes another page.',
    name: 'Title',
    product: 'About the product',
    productHint:
      'Its name, for all versions. Those who may see the product read the page. Empty: about none.',
    audience: 'Read by',
    audiences: { EVERYBODY: 'Everybody', SIGNED_IN: 'Signed-in people' },
    order: 'Order',
    orderHint: 'Pages are listed by this number, then by path.',
    markdown: 'Text',
    markdownHint: 'Markdown, without HTML and images. Links to other pages are relative.',
    save: 'Save',
    preview: 'Preview',
    previewOf: 'Preview of the page',
    remove: 'Delete',
    another: 'Write another page',
  },
});

const de: typeof en = () => ({
  portalPages: {
    title: 'Seiten des Portals',
    lead: 'Anleitungen, die Sie in Markdown schreiben. Die Startseite steht über den Produkten.',
    none: 'Noch gibt es keine Seite.',
    write: 'Eine Seite schreiben',
    edit: (path) => `Die Seite ${path}`,
    path: 'Pfad',
    pathHint: 'Zum Beispiel guides/errors; / ist die Startseite. Ein anderer Pfad ergibt eine andere Seite.',
    name: 'Titel',
    product: 'Über das Produkt',
    productHint: 'Sein Name, für alle Versionen. Wer das Produkt sieht, liest die Seite. Leer: über keines.',
    audience: 'Gelesen von',
    audiences: { EVERYBODY: 'Allen', SIGNED_IN: 'Angemeldeten' },
    order: 'Reihenfolge',
    orderHint: 'Seiten stehen nach dieser Zahl, dann nach dem Pfad.',
    markdown: 'Text',
    markdownHint: 'Markdown, ohne HTML und Bilder. Links zu anderen Seiten sind relativ.',
    save: 'Speichern',
    preview: 'Vorschau',
    previewOf: 'So liest sie sich',
    remove: 'Löschen',
    another: 'Eine weitere Seite schreiben',
  },
});

/** Texts of the console's page on which a provider writes pages of the portal. */
export const portalPageTexts = { en, de } satisfies Texts;
