import type { signIn as english } from '../en/sign-in.ts';

/** Texts of signing in and signing up. */
export const signIn: typeof english = () => ({
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
    passkey: 'Mit einem Passkey anmelden',
    passkeyFaults: {
      NotAllowedError:
        'Das wurde abgebrochen, hat zu lange gedauert, oder es gibt keinen Passkey. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
      InvalidStateError:
        'Auf diesem Gerät oder Schlüssel haben Sie schon einen Passkey: Nehmen Sie ein anderes Gerät oder einen anderen Schlüssel.',
      SecurityError:
        'Ihr Browser bewahrt für diese Adresse keine Passkeys auf. Öffnen Sie das Portal unter {console}.',
      other:
        'Dieser Browser kann das nicht. Nehmen Sie einen anderen Browser oder ein anderes Gerät, über https.',
    },
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
    lead: (portal) => `bei ${portal}`,
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
