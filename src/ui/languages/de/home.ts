import type { home as english } from '../en/home.ts';

/** Texts of the home page. */
export const home: typeof english = (format) => ({
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
    firstVersion: 'Neues Produkt.',
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
