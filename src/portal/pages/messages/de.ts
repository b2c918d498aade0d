import type { Formats } from '../formats.ts';
import type { Messages } from './messages.ts';

/** Jeder Text des Portals auf Deutsch. */
export const de = (format: Formats): Messages => ({
  portal: {
    skip: 'Zum Inhalt springen',
    menu: 'Hauptmenü',
    products: 'Produkte',
    applications: 'Anwendungen',
    subscriptions: 'Abonnements',
    account: 'Konto',
    signIn: 'Anmelden',
    signUp: 'Konto anlegen',
    signOut: 'Abmelden',
    language: 'Sprache',
    changeLanguage: 'Wechseln',
    preparing: 'Wird vorbereitet',
    preparingText:
      'Dieser Teil der Seite wird gerade gebaut, einmal nach der Installation. Die Seite lädt sich selbst neu.',
    gateway: 'APIs werden aufgerufen unter',
  },

  problem: {
    title: 'Das hat nicht geklappt',
    notFound: 'Diese Seite gibt es nicht',
    notFoundText: 'Was Sie suchen, gibt es hier nicht, oder Sie dürfen es nicht sehen.',
    internal:
      'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; wenn es bleibt, sagen Sie es dem Anbieter dieses Portals.',
    back: 'Zurück zu den Produkten',
  },

  signIn: {
    title: 'Anmelden',
    lead: (portal) => `bei ${portal}`,
    username: 'Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
    noAccount: 'Noch kein Konto?',
    cookieMissing:
      'Ihr Browser hat die Sitzung nicht behalten. Sitzungen brauchen https oder http auf localhost; öffnen Sie das Portal unter einer solchen Adresse.',
  },

  catalogue: {
    title: 'Produkte',
    lead: 'Jedes Produkt bringt APIs mit, und Pläne, die sagen, wie viele Aufrufe Sie machen dürfen.',
    search: 'Produkte, Operationen und Felder durchsuchen',
    submit: 'Suchen',
    found: (count, search) =>
      `${count === 1 ? '1 Produkt' : `${format.number(count)} Produkte`} zu „${search}“`,
    clear: 'Alle zeigen',
    nothing: 'Kein Produkt passt dazu.',
    empty: 'Es gibt noch keine Produkte.',
    version: (version) => `Version ${version}`,
    plans: (count) => (count === 1 ? '1 Plan' : `${format.number(count)} Pläne`),
    subscribed: 'Abonniert',
  },

  state: { PUBLISHED: 'Veröffentlicht', DEPRECATED: 'Veraltet' },
  kind: { REST: 'REST', GRAPHQL: 'GraphQL' },
  sunset: (date) => `Es antwortet nur noch bis ${format.date(date)}.`,
  limit: (calls, unit) =>
    calls === null
      ? 'Beliebig viele Aufrufe'
      : `${format.number(calls)} ${calls === 1 ? 'Aufruf' : 'Aufrufe'} pro ${unit === 'MINUTE' ? 'Minute' : 'Stunde'}`,
});
