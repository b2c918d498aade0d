import type { Messages } from './en.ts';

/** Alle Texte der Seiten des Providers auf Deutsch. */
export const de: Messages = {
  signIn: {
    title: 'Anmelden',
    lead: (provider) => `bei ${provider}`,
    leadClient: (application, provider) => `bei ${provider}, um zu ${application} zu gelangen`,
    username: 'Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
  },
  consent: {
    title: (application) => `${application} bittet um Zugriff`,
    lead: (consumerOrg) => `Die Anwendung gehört zu ${consumerOrg}. Wenn Sie es erlauben, darf sie:`,
    nothing: 'in Ihrem Namen handeln, ohne ein weiteres Recht',
    signedIn: 'Sie sind angemeldet als',
    after: (host) => `Danach gelangen Sie zu ${host}.`,
    allow: 'Erlauben',
    deny: 'Nicht erlauben',
    other: 'Als jemand anderes anmelden',
  },
  consents: {
    title: 'Was Sie erlaubt haben',
    lead: (provider) => `Diese Anwendungen dürfen bei ${provider} in Ihrem Namen handeln.`,
    none: 'Sie haben keiner Anwendung etwas erlaubt.',
    since: (date) => `seit ${date}`,
    withdraw: 'Widerrufen',
    withdrawFrom: (application) => `was ${application} darf`,
    withdrawn: 'Widerrufen. Die Anwendung hat ihren Zugriff verloren.',
    signOut: 'Abmelden',
  },
  problem: {
    title: 'Das hat nicht geklappt',
    back: 'Gehen Sie zurück zur Anwendung und beginnen Sie dort noch einmal. Hilft das nicht, sagen Sie es denen, die sie betreiben.',
    internal: 'Auf unserer Seite ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    stale:
      'Diese Seite war zu alt, oder Ihr Browser hat ihr Cookie nicht behalten. Beginnen Sie bei der Anwendung noch einmal.',
  },
};
