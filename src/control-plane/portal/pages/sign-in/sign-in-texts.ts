import type { Texts } from '../../../../ui/kit/texts.ts';

const en = () => ({
  signIn: {
    title: 'Sign in',
    lead: (portal: string) => `to ${portal}`,
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    forgotten: 'Forgot your password? The provider of this portal gives you a link to choose a new one.',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    ended: 'Your session has ended, and what you sent was not kept: sign in, and send it again.',
    or: 'or',
    with: (provider: string) => `Sign in with ${provider}`,
    withLead: (provider: string, portal: string) => `to ${portal}, with your account of ${provider}`,
    otherWays: 'Other ways to sign in',
    ownOrg: {
      title: 'Your organization',
      lead: (portal: string) =>
        `You are signed in. No organization of ${portal} is yours yet: name one, and you own it.`,
      submit: 'Create it',
    },
    cookieMissing:
      'Your browser did not keep the session. Sessions need https, or http on localhost; open the portal by such an address.',
  },

  signUp: {
    consumerOrgHint: 'The company or team that the applications belong to',
    hasAccount: 'Already have an account?',
    closed: 'Accounts are made by the provider here',
    closedText: 'This portal does not let people create their own account. Ask its provider for one.',
  },

  forgotPassword: {
    title: 'Forgot your password?',
    lead: 'You get a link by mail to choose another one.',
    login: 'Username or email address',
    submit: 'Send me a link',
    back: 'Back to sign-in',
    sent: {
      title: 'Look into your mailbox',
      text: 'If an account with an email address belongs to what you typed, a link is on its way. It works once, for an hour. Nothing came? The provider of this portal gives you a link, too.',
    },
    closed: {
      title: 'Forgot your password?',
      text: 'This portal sends no mail. Its provider gives you a link to choose a new password.',
    },
  },

  choosePassword: {
    title: 'Choose your password',
    lead: (username: string, portal: string) => `You sign in to ${portal} as ${username}.`,
    submit: 'Save and sign in',
  },
});

const de: typeof en = () => ({
  signIn: {
    title: 'Anmelden',
    lead: (portal) => `bei ${portal}`,
    username: 'Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
    forgotten:
      'Passwort vergessen? Der Anbieter dieses Portals gibt Ihnen einen Link, mit dem Sie ein neues wählen.',
    forgot: 'Passwort vergessen?',
    noAccount: 'Noch kein Konto?',
    ended:
      'Ihre Sitzung ist zu Ende, und was Sie abgeschickt haben, wurde nicht übernommen: Melden Sie sich an, und schicken Sie es noch einmal.',
    or: 'oder',
    with: (provider) => `Mit ${provider} anmelden`,
    withLead: (provider, portal) => `bei ${portal}, mit Ihrem Konto von ${provider}`,
    otherWays: 'Andere Wege, sich anzumelden',
    ownOrg: {
      title: 'Ihre Organisation',
      lead: (portal) =>
        `Sie sind angemeldet. Bei ${portal} gehört Ihnen noch keine Organisation: Geben Sie einer einen Namen, dann gehört sie Ihnen.`,
      submit: 'Anlegen',
    },
    cookieMissing:
      'Ihr Browser hat die Sitzung nicht behalten. Sitzungen brauchen https oder http auf localhost; öffnen Sie das Portal unter einer solchen Adresse.',
  },

  signUp: {
    consumerOrgHint: 'Die Firma oder das Team, dem die Anwendungen gehören',
    hasAccount: 'Schon ein Konto?',
    closed: 'Konten legt hier der Anbieter an',
    closedText:
      'In diesem Portal kann man sich nicht selbst ein Konto anlegen. Bitten Sie den Anbieter darum.',
  },

  forgotPassword: {
    title: 'Passwort vergessen?',
    lead: 'Sie bekommen per E-Mail einen Link, mit dem Sie ein neues wählen.',
    login: 'Benutzername oder E-Mail-Adresse',
    submit: 'Link anfordern',
    back: 'Zurück zur Anmeldung',
    sent: {
      title: 'Sehen Sie in Ihr Postfach',
      text: 'Wenn zu Ihrer Eingabe ein Konto mit einer E-Mail-Adresse gehört, ist ein Link unterwegs. Er gilt einmal, eine Stunde lang. Nichts angekommen? Auch der Anbieter dieses Portals gibt Ihnen einen Link.',
    },
    closed: {
      title: 'Passwort vergessen?',
      text: 'Dieses Portal versendet keine E-Mails. Sein Anbieter gibt Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    },
  },

  choosePassword: {
    title: 'Passwort wählen',
    lead: (username, portal) => `Sie melden sich bei ${portal} als ${username} an.`,
    submit: 'Speichern und anmelden',
  },
});

/** Texts of signing in and signing up. */
export const signInTexts = { en, de } satisfies Texts;
