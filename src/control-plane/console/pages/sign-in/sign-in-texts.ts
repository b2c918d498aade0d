import { passwordLength } from '../../../../domain/people/password.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (_format: Formats) => ({
  title: 'Sign in',
  heading: 'Sign in to the console',
  ended: 'Your session has ended and your input was not saved. Sign in and send it again.',
  cookieMissing: (address: string) =>
    `Your browser did not keep the cookie that signs you in: it does so over https only, and on this machine itself. Open the console by https, or at ${address}.`,
  signOut: 'Sign out',

  person: {
    email: 'Email address',
    password: 'Password',
    org: 'Org',
    orgHint: 'Only if your orgs have different passwords: the name of the org.',
    submit: 'Sign in',
  },

  token: {
    title: 'Or with an access token',
    label: 'Access token',
    hint: "Of the management API: gh_… The first start prints the administrator's; administrators make more in the console.",
    submit: 'Use the token',
  },

  code: {
    lead: 'This link signs the administrator in, once.',
    submit: 'Sign in as administrator',
  },

  identityProvider: {
    link: 'Sign in with your identity provider',
    notBegun: 'This browser has not begun to sign in here, or more than ten minutes ago: begin again.',
    done: 'Signed in',
    doneText: 'You are signed in.',
    goOn: 'Continue to the console',
  },

  invitation: {
    title: 'Invitation',
    heading: 'Your invitation',
    lead: ({ email, role, orgTitle }: Invited) =>
      `${email} is invited to ${orgTitle ?? 'all orgs of this platform'} as ${role.toLowerCase()}.`,
    acceptElsewhere: 'Accept with your identity provider',
    password: 'Choose a password',
    passwordHint: (orgTitle: string | undefined) =>
      `Of ${passwordLength.min} to ${passwordLength.max} characters. It opens ${orgTitle ? `${orgTitle} alone` : 'all orgs'}: take none that somebody gave you.`,
    submit: 'Accept',
  },

  secondFactor: {
    verify: 'Use your passkey',
    verifyLead: (email: string, orgTitle: string | undefined) =>
      `${email}, one more step to ${orgTitle ?? 'every org'}.`,
    usePasskey: 'Use a passkey',
    codeTitle: 'Or with a recovery code',
    code: 'Recovery code',
    codeHint: 'One of your ten codes. Each works once.',
    useCode: 'Use the code',
    register: 'Register a passkey',
    registerLead: (email: string, orgTitle: string | undefined) =>
      `${orgTitle ?? 'The console'} asks its people for a passkey beside the password. ${email} has none yet: your device, your phone or a security key keeps one.`,
    elsewhere: 'Or continue elsewhere',
    notYou: (email: string) => `Not ${email}?`,
    goTo: (orgTitle: string | undefined) => `Go to ${orgTitle ?? 'every org'}`,
  },
});

/** An invited person. Without an org it is every one. */
type Invited = { readonly email: string; readonly role: string; readonly orgTitle: string | undefined };

const de = (_format: Formats): ReturnType<typeof en> => ({
  title: 'Anmelden',
  heading: 'Bei der Konsole anmelden',
  ended:
    'Ihre Sitzung ist zu Ende, und was Sie abgeschickt haben, wurde nicht übernommen: Melden Sie sich an, und schicken Sie es noch einmal.',
  cookieMissing: (address) =>
    `Ihr Browser hat das Cookie nicht behalten, mit dem Sie angemeldet sind: Er behält es nur über https und auf diesem Rechner selbst. Öffnen Sie die Konsole über https oder unter ${address}.`,
  signOut: 'Abmelden',

  person: {
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    org: 'Organisation',
    orgHint:
      'Der Name der Organisation, wenn Ihre Organisationen verschiedene Passwörter haben. Sonst bleibt das Feld leer.',
    submit: 'Anmelden',
  },

  token: {
    title: 'Oder mit einem Zugriffstoken',
    label: 'Zugriffstoken',
    hint: 'Eines der Management-API: gh_… Das des Administrators gibt der erste Start aus; weitere legen Administratoren in der Konsole an.',
    submit: 'Token verwenden',
  },

  code: {
    lead: 'Dieser Link meldet den Administrator an, ein einziges Mal.',
    submit: 'Als Administrator anmelden',
  },

  identityProvider: {
    link: 'Mit Ihrem Identitätsanbieter anmelden',
    notBegun:
      'Dieser Browser hat die Anmeldung nicht hier begonnen, oder vor mehr als zehn Minuten: Beginnen Sie noch einmal.',
    done: 'Angemeldet',
    doneText: 'Sie sind angemeldet.',
    goOn: 'Weiter zur Konsole',
  },

  invitation: {
    title: 'Einladung',
    heading: 'Ihre Einladung',
    lead: ({ email, role, orgTitle }) =>
      `${email} ist als ${role} zu ${orgTitle ?? 'allen Organisationen dieser Plattform'} eingeladen.`,
    acceptElsewhere: 'Mit Ihrem Identitätsanbieter annehmen',
    password: 'Passwort wählen',
    passwordHint: (orgTitle) =>
      `${passwordLength.min} bis ${passwordLength.max} Zeichen. Es öffnet ${orgTitle ? `nur ${orgTitle}` : 'alle Organisationen'}: Nehmen Sie keines, das Ihnen jemand gegeben hat.`,
    submit: 'Annehmen',
  },

  secondFactor: {
    verify: 'Zeigen Sie Ihren Passkey',
    verifyLead: (email, orgTitle) => `${email}, noch ein Schritt zu ${orgTitle ?? 'allen Organisationen'}.`,
    usePasskey: 'Passkey verwenden',
    codeTitle: 'Oder mit einem Wiederherstellungscode',
    code: 'Wiederherstellungscode',
    codeHint: 'Einer der zehn, die Sie aufbewahrt haben. Er gilt einmal.',
    useCode: 'Code verwenden',
    register: 'Passkey registrieren',
    registerLead: (email, orgTitle) =>
      `${orgTitle ?? 'Die Konsole'} verlangt neben dem Passwort einen Passkey. ${email} hat noch keinen: Ihr Gerät, Ihr Telefon oder ein Sicherheitsschlüssel bewahrt ihn auf.`,
    elsewhere: 'Oder weiter zu einem anderen Ziel',
    notYou: (email) => `Sie sind nicht ${email}?`,
    goTo: (orgTitle) => `Zu ${orgTitle ?? 'allen Organisationen'}`,
  },
});

/** Texts of signing in, of invitations and of the second factor. */
export const signInTexts = { en, de } satisfies Texts;
