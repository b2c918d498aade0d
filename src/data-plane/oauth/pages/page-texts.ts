import type { Formats } from '../../../ui/kit/formats.ts';
import { inEveryLanguage, type Texts } from '../../../ui/kit/texts.ts';

const en = (format: Formats) => ({
  signIn: {
    title: 'Sign in',
    lead: (provider: string) => `with ${provider}`,
    leadClient: (application: string, provider: string) => `to go on to ${application} with ${provider}`,
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    elsewhere: (registry: string) => `Sign in with ${registry}`,
    changePassword: 'Change password',
  },
  password: {
    title: 'Change password',
    lead: (provider: string) => `of your account with ${provider}`,
    old: 'Old password',
    new: 'New password',
    again: 'New password, once more',
    hint: 'Wherever you are signed in, you sign in again afterwards.',
    different: 'The two new passwords are not the same.',
    unchanged: 'The new password is the old one: choose another.',
    submit: 'Change password',
    changed: 'Your password is changed. Sign in with the new one.',
    toSignIn: 'Go to the sign-in',
    back: 'Back to the sign-in',
  },
  consent: {
    title: (application: string) => `${application} asks for access`,
    lead: (consumerOrg: string) => `The application belongs to ${consumerOrg}. If you allow it, it may:`,
    nothing: 'act in your name, without any further right',
    signedIn: 'You are signed in as',
    after: (host: string) => `Afterwards you go on to ${host}.`,
    withdrawal: 'You can withdraw it at any time:',
    allow: 'Allow',
    deny: 'Do not allow',
    other: 'Sign in as somebody else',
  },
  consents: {
    title: 'What you have allowed',
    lead: (provider: string) => `These applications may act in your name with ${provider}.`,
    none: 'You have not allowed any application anything.',
    since: (at: string) => `since ${format.date(at)}`,
    withdraw: 'Withdraw',
    withdrawFrom: (application: string) => `what ${application} may do`,
    withdrawn: 'Withdrawn. The application has lost its access.',
    signOut: 'Sign out',
  },
  problem: {
    title: 'This did not work',
    back: 'Go back to the application and begin again there. If that does not help, tell whoever runs it.',
    internal: 'Something went wrong on our side. Try again in a moment.',
    notSignedIn: 'Your identity provider did not sign you in, or not by what was begun here.',
    notAsked: 'Your identity provider cannot be asked at this moment.',
    stale: 'This page was too old, or your browser did not keep its cookie. Begin again at the application.',
  },
});

const de: typeof en = (format) => ({
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

/** Texts of the provider's pages. Names are those that people gave, and may be in any language. */
const pageTexts = { en, de } satisfies Texts;

export const messages = inEveryLanguage((language, format) => pageTexts[language](format));

export type OAuthPageMessages = (typeof messages)['en'];
