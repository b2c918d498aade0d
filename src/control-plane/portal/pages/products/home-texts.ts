import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

const en = (format: Formats) => ({
  home: {
    lead: 'Find an API, subscribe an application, and make the first call in a minute.',
    search: 'Search products, operations and guides',
    browse: 'Browse by tag',
    featured: 'Featured',
    products: 'All products',
    count: (count: number) => (count === 1 ? '1 product' : `${format.number(count)} products`),
    moreApis: (count: number) => (count === 1 ? 'and 1 more API' : `and ${format.number(count)} more APIs`),
    new: 'What is new',
    allChanges: 'All changes',
    firstVersion: 'New here.',
    nextVersion: (previous: string) => `Follows version ${previous}.`,
    start: 'Get started',
    progress: (done: number, all: number) => `${done} of ${all} steps done`,
    stepDone: 'Done',
    steps: {
      account: {
        title: 'Sign in',
        text: 'Your organization has its applications and subscriptions here.',
        link: 'Sign in',
      },
      application: {
        title: 'Create an application',
        text: 'It has the keys that your program calls with.',
        link: 'Create an application',
      },
      subscription: {
        title: 'Subscribe to a plan',
        text: 'It says how many calls the application may make.',
        link: 'Choose a product',
      },
      call: {
        title: 'Make the first call',
        text: 'Try it on the page of the API, or copy an example.',
        link: 'Call an API',
      },
    },
  },
});

const de: typeof en = (format) => ({
  home: {
    lead: 'Finden Sie eine API, abonnieren Sie einen Plan, und rufen Sie sie in einer Minute zum ersten Mal auf.',
    search: 'Produkte, Operationen und Anleitungen durchsuchen',
    browse: 'Nach Schlagwort',
    featured: 'Empfohlen',
    products: 'Alle Produkte',
    count: (count) => (count === 1 ? '1 Produkt' : `${format.number(count)} Produkte`),
    moreApis: (count) => (count === 1 ? 'und 1 weitere API' : `und ${format.number(count)} weitere APIs`),
    new: 'Neuigkeiten',
    allChanges: 'Alle Änderungen',
    firstVersion: 'Neu hier.',
    nextVersion: (previous) => `Folgt auf Version ${previous}.`,
    start: 'Erste Schritte',
    progress: (done, all) => `${done} von ${all} Schritten erledigt`,
    stepDone: 'Erledigt',
    steps: {
      account: {
        title: 'Anmelden',
        text: 'Hier hat Ihre Organisation ihre Anwendungen und Abonnements.',
        link: 'Anmelden',
      },
      application: {
        title: 'Eine Anwendung anlegen',
        text: 'Sie hat die Keys, mit denen Ihr Programm aufruft.',
        link: 'Anwendung anlegen',
      },
      subscription: {
        title: 'Einen Plan abonnieren',
        text: 'Er sagt, wie viele Aufrufe die Anwendung machen darf.',
        link: 'Produkt wählen',
      },
      call: {
        title: 'Zum ersten Mal aufrufen',
        text: 'Auf der Seite der API ausprobieren oder ein Beispiel kopieren.',
        link: 'API aufrufen',
      },
    },
  },
});

/** Texts of the home page. */
export const homeTexts = { en, de } satisfies Texts;
