import type { oauthPages as english } from '../en/oauth-pages.ts';

/** Texts of the provider's pages. Names are those that people gave, and may be in any language. */
export const oauthPages: typeof english = (format) => ({
  signIn: {
    title: 'Anmelden',
    lead: (provider: string) => `bei ${provider}`,
    leadClient: (application: string, provider: string) =>
      `bei ${provider}, um zu ${application} zu gelangen`,
    username: 'Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
    elsewhere: (registry: string) => `Mit ${registry} anmelden`,
    changePassword: 'Passwort ändern',
  },
  password: {
    title: 'Passwort ändern',
    lead: (provider: string) => `Ihres Kontos bei ${provider}`,
    old: 'Altes Passwort',
    new: 'Neues Passwort',
    again: 'Neues Passwort, noch einmal',
    hint: 'Wo immer Sie angemeldet sind, melden Sie sich danach neu an.',
    different: 'Die beiden neuen Passwörter sind nicht gleich.',
    unchanged: 'Das neue Passwort ist das alte: Wählen Sie ein anderes.',
    submit: 'Passwort ändern',
    changed: 'Ihr Passwort ist geändert. Melden Sie sich mit dem neuen an.',
    toSignIn: 'Zur Anmeldung',
    back: 'Zurück zur Anmeldung',
  },
  consent: {
    title: (application: string) => `${application} bittet um Zugriff`,
    lead: (consumerOrg: string) => `Die Anwendung gehört zu ${consumerOrg}. Wenn Sie es erlauben, darf sie:`,
    nothing: 'in Ihrem Namen handeln, ohne ein weiteres Recht',
    signedIn: 'Sie sind angemeldet als',
    after: (host: string) => `Danach gelangen Sie zu ${host}.`,
    withdrawal: 'Sie können es jederzeit widerrufen:',
    allow: 'Erlauben',
    deny: 'Nicht erlauben',
    other: 'Als jemand anderes anmelden',
  },
  consents: {
    title: 'Was Sie erlaubt haben',
    lead: (provider: string) => `Diese Anwendungen dürfen bei ${provider} in Ihrem Namen handeln.`,
    none: 'Sie haben keiner Anwendung etwas erlaubt.',
    since: (at: string) => `seit ${format.date(at)}`,
    withdraw: 'Widerrufen',
    withdrawFrom: (application: string) => `was ${application} darf`,
    withdrawn: 'Widerrufen. Die Anwendung hat ihren Zugriff verloren.',
    signOut: 'Abmelden',
  },
  problem: {
    title: 'Das hat nicht geklappt',
    back: 'Gehen Sie zurück zur Anwendung und beginnen Sie dort noch einmal. Hilft das nicht, sagen Sie es denen, die sie betreiben.',
    internal: 'Auf unserer Seite ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    notSignedIn:
      'Ihr Identitätsanbieter hat Sie nicht angemeldet, oder nicht mit dem, was hier begonnen wurde.',
    notAsked: 'Ihr Identitätsanbieter kann gerade nicht gefragt werden.',
    stale:
      'Diese Seite war zu alt, oder Ihr Browser hat ihr Cookie nicht behalten. Beginnen Sie bei der Anwendung noch einmal.',
  },
});
