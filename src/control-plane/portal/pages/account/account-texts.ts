import { passwordLength } from '../../../../domain/people/password.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

const en = (format: Formats) => ({
  account: {
    title: 'Account',
    email: 'Email address',
    consumerOrg: 'Organization',
    mail: {
      title: 'Mail',
      wanted: 'Notices by mail',
      wantedHint:
        'Where the provider sends mail: of limits that are nearly used, secrets that end, and changes of your subscriptions and their products.',
      save: 'Save',
    },
    sessions: 'Where you are signed in',
    session: (since: string) => `Since ${format.dateTime(since)}`,
    until: (end: string) => `Ends by itself on ${end}.`,
    current: 'Here',
    ownData: 'Download your data (JSON)',
    endSession: 'Sign out there',
    signOutElsewhere: 'Sign out everywhere else',
    signOutEverywhere: 'Sign out everywhere',
    changePassword: 'Change the password',
    currentPassword: 'Present password',
    newPassword: 'New password',
    newPasswordHint: `${passwordLength.min} to ${passwordLength.max} characters`,
  },

  endMail: {
    title: 'Notices by mail',
    lead: 'No more notices by mail? The portal goes on to show them, and your account can begin them again.',
    submit: 'Send me none',
    done: 'You get no more notices by mail.',
  },

  quotas: {
    title: 'Quotas',
    titleOf: (application: string) => `Quotas of ${application}`,
    lead: 'How many you may have, and how many you have. Ask the provider of this portal for more.',
    see: 'Quotas of your organization',
    of: { CONSUMER_ORG: 'Your organization', APPLICATION: 'This application', MEMBER: 'You' },
    ofEach: 'Each of your applications',
    ofEachHint: 'The page of an application tells what it has used.',
    used: (used: number, limit: number) => `${format.number(used)} of ${format.number(limit)} used`,
    upTo: (limit: number) => `Up to ${format.number(limit)}`,
    state: { NEARLY_FULL: 'Nearly full', FULL: 'Full' },
    resources: {
      MEMBERS: { name: 'People', hint: 'Who may sign in for your organization.' },
      APPLICATIONS: { name: 'Applications', hint: 'One that was deleted counts for another hour.' },
      CONSUMER_WEBHOOKS: { name: 'Webhooks', hint: 'Addresses that notices are sent to.' },
      CONSUMER_EVENT_STREAMS: {
        name: 'Event streams',
        hint: 'By which your programs follow events. Each process of this portal counts its own.',
      },
      CREDENTIALS: { name: 'Client keys', hint: 'Each with a secret of its own.' },
      API_KEYS: { name: 'API keys', hint: 'Those that have ended and are still shown count, too.' },
      CLIENT_CERTIFICATES: {
        name: 'Client certificates',
        hint: 'Those that have ended and are still shown count, too.',
      },
      SUBSCRIPTIONS: {
        name: 'Subscriptions',
        hint: 'Those that wait for approval or were rejected count, too.',
      },
      PORTAL_SESSIONS: {
        name: 'Sessions',
        hint: 'Where you are signed in at once; with one more the oldest ends.',
      },
    },
  },
});

const de: typeof en = (format) => ({
  account: {
    title: 'Konto',
    email: 'E-Mail-Adresse',
    consumerOrg: 'Organisation',
    mail: {
      title: 'E-Mail',
      wanted: 'Benachrichtigungen per E-Mail',
      wantedHint:
        'Sofern der Anbieter E-Mails sendet: über fast verbrauchte Limits, ablaufende Secrets und Änderungen Ihrer Abonnements und deren Produkte.',
      save: 'Speichern',
    },
    sessions: 'Wo Sie angemeldet sind',
    session: (since) => `Seit ${format.dateTime(since)}`,
    until: (end) => `Endet von selbst: ${end}`,
    current: 'Hier',
    ownData: 'Ihre Daten herunterladen (JSON)',
    endSession: 'Dort abmelden',
    signOutElsewhere: 'Überall sonst abmelden',
    signOutEverywhere: 'Überall abmelden',
    changePassword: 'Passwort ändern',
    currentPassword: 'Bisheriges Passwort',
    newPassword: 'Neues Passwort',
    newPasswordHint: `${passwordLength.min} bis ${passwordLength.max} Zeichen`,
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

/** Texts of the account and of quotas. */
export const accountTexts = { en, de } satisfies Texts;
