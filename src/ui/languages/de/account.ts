import { passwordLength } from '../../../domain/people/password.ts';
import type { account as english } from '../en/account.ts';

/** Texts of the account and of quotas. */
export const account: typeof english = (format) => ({
  account: {
    title: 'Konto',
    email: 'E-Mail-Adresse',
    consumerOrg: 'Organisation',
    mail: {
      password: 'Ihr Passwort',
      passwordHint: 'Nur für eine andere Adresse.',
      title: 'E-Mail',
      wanted: 'Benachrichtigungen per E-Mail',
      wantedHint:
        'Sofern der Anbieter E-Mails sendet: über fast verbrauchte Limits, ablaufende Secrets und Änderungen Ihrer Abonnements und deren Produkte.',
      save: 'Speichern',
      present: 'Jetzige Adresse',
      verified: 'Bestätigt',
      unverified: 'Nicht bestätigt',
      waits: (email, until) =>
        `Um die Adresse zu bestätigen, öffnen Sie bis ${until} den Link in der E-Mail an ${email}.`,
      ended: (email) => `Der Link in der E-Mail an ${email} gilt nicht mehr.`,
      until: (email) => `Bis dahin ist Ihre Adresse ${email}.`,
      neverAsked: 'Diese Adresse ist noch nicht bestätigt. Sie erhalten dazu eine E-Mail mit einem Link.',
      send: 'E-Mail senden',
      sendAgain: 'E-Mail noch einmal senden',
      keep: 'Jetzige Adresse behalten',
      cancel: 'Diese Adresse verwerfen',
    },
    sessions: 'Wo Sie angemeldet sind',
    session: (since) => `Seit ${format.dateTime(since)}`,
    until: (end) => `Endet von selbst: ${end}`,
    current: 'Hier',
    ownData: 'Ihre Daten herunterladen (JSON)',
    endSession: 'Dort abmelden',
    signOutElsewhere: 'Überall sonst abmelden',
    signOutEverywhere: 'Überall abmelden',
    passkeys: {
      title: 'Passkeys',
      lead: 'Mit einem Passkey melden Sie sich durch Ihr Gerät an: ohne Benutzernamen und ohne Passwort.',
      caption: 'Ihre Passkeys',
      name: 'Name',
      nameLabel: 'Name des Passkeys',
      nameHint: 'Zum Beispiel: dieser Laptop, der blaue Schlüssel.',
      added: 'Hinzugefügt',
      lastUsed: 'Zuletzt benutzt',
      never: 'Nie',
      next: 'Was Sie tun können',
      add: 'Passkey hinzufügen',
      remove: 'Entfernen',
      removeConfirm: (name) => `Den Passkey ${name} entfernen? Ihre anderen Sitzungen enden.`,
      script: 'Passkeys brauchen JavaScript: Erlauben Sie es für diese Seite, und laden Sie sie noch einmal.',
      building:
        'Was nach Passkeys fragt, wird gerade gebaut, einmal und in höchstens einer Minute: Laden Sie diese Seite dann noch einmal.',
    },
    changePassword: 'Passwort ändern',
    currentPassword: 'Bisheriges Passwort',
    newPassword: 'Neues Passwort',
    newPasswordHint: `${passwordLength.min} bis ${passwordLength.max} Zeichen`,
  },

  verifyEmail: {
    title: 'Ist das Ihre E-Mail-Adresse?',
    lead: (email, username) => `${email} soll die bestätigte Adresse Ihres Kontos ${username} sein.`,
    submit: 'Ja, das ist meine',
    ended: 'Dieser Link gilt nicht mehr',
    endedText: (username) =>
      `Er wurde benutzt, ist abgelaufen, ein anderer gilt an seiner Stelle, oder er ist nicht für das Konto ${username}. Ihre Kontoseite sagt, ob Ihre Adresse bestätigt ist, und sendet einen neuen Link.`,
    account: 'Ihr Konto',
  },

  endMail: {
    title: 'Benachrichtigungen per E-Mail',
    lead: 'Keine Benachrichtigungen per E-Mail mehr? Das Portal zeigt sie weiterhin, und in Ihrem Konto lassen sie sich wieder einschalten.',
    submit: 'Keine mehr senden',
    done: 'Sie bekommen keine Benachrichtigungen per E-Mail mehr.',
  },

  quotas: {
    title: 'Kontingente',
    titleOf: (application) => `Kontingente von ${application}`,
    lead: 'Wie viel Sie haben dürfen und wie viel Sie haben. Brauchen Sie mehr, fragen Sie den Anbieter dieses Portals.',
    see: 'Kontingente Ihrer Organisation',
    of: { CONSUMER_ORG: 'Ihre Organisation', APPLICATION: 'Diese Anwendung', MEMBER: 'Sie' },
    ofEach: 'Jede Ihrer Anwendungen',
    ofEachHint: 'Was eine Anwendung belegt, steht auf ihrer Seite.',
    used: (used, limit) => `${format.number(used)} von ${format.number(limit)} belegt`,
    upTo: (limit) => `Bis zu ${format.number(limit)}`,
    state: { NEARLY_FULL: 'Fast voll', FULL: 'Voll' },
    resources: {
      MEMBERS: { name: 'Personen', hint: 'Wer sich für Ihre Organisation anmelden kann.' },
      APPLICATIONS: { name: 'Anwendungen', hint: 'Eine gelöschte zählt noch eine Stunde lang.' },
      CONSUMER_WEBHOOKS: { name: 'Webhooks', hint: 'Adressen, an die Benachrichtigungen gesendet werden.' },
      CONSUMER_EVENT_STREAMS: {
        name: 'Ereignisströme',
        hint: 'Mit ihnen folgen Ihre Programme den Ereignissen. Jeder Prozess dieses Portals zählt seine eigenen.',
      },
      CREDENTIALS: { name: 'Client-Keys', hint: 'Jeder mit einem eigenen Secret.' },
      API_KEYS: { name: 'API-Keys', hint: 'Auch abgelaufene zählen, solange sie angezeigt werden.' },
      CLIENT_CERTIFICATES: {
        name: 'Client-Zertifikate',
        hint: 'Auch abgelaufene zählen, solange sie angezeigt werden.',
      },
      SUBSCRIPTIONS: { name: 'Abonnements', hint: 'Auch wartende und abgelehnte zählen.' },
      PORTAL_SESSIONS: {
        name: 'Sitzungen',
        hint: 'Wo Sie gleichzeitig angemeldet sind; mit einer mehr endet die älteste.',
      },
    },
  },
});
