import { passwordLength } from '../../../domain/people/password.ts';
import type { Formats } from '../../kit/formats.ts';

/** Texts of the account and of quotas. */
export const account = (format: Formats) => ({
  account: {
    title: 'Account',
    email: 'Email address',
    consumerOrg: 'Organization',
    mail: {
      password: 'Your password',
      passwordHint: 'Needed to change the address.',
      title: 'Mail',
      wanted: 'Notices by mail',
      wantedHint:
        'Where the provider sends mail: of limits that are nearly used, secrets that end, and changes of your subscriptions and their products.',
      save: 'Save',
      present: 'Current address',
      verified: 'Verified',
      unverified: 'Not verified',
      waits: (email: string, until: string) =>
        `To verify the address, open the link in the mail to ${email}, until ${until}.`,
      ended: (email: string) => `The link in the mail to ${email} has expired.`,
      until: (email: string) => `Until then your address is ${email}.`,
      neverAsked: 'Nobody has verified this address yet. You get a mail with a link.',
      send: 'Send the mail',
      sendAgain: 'Send the mail again',
      keep: 'Keep the current address',
      cancel: 'Discard this address',
    },
    sessions: 'Where you are signed in',
    session: (since: string) => `Since ${format.dateTime(since)}`,
    until: (end: string) => `Expires on ${end}.`,
    current: 'Here',
    ownData: 'Download your data (JSON)',
    endSession: 'Sign out there',
    signOutElsewhere: 'Sign out everywhere else',
    signOutEverywhere: 'Sign out everywhere',
    passkeys: {
      title: 'Passkeys',
      lead: 'With a passkey you sign in by your device: no username, and no password.',
      caption: 'Your passkeys',
      name: 'Name',
      nameLabel: 'Name of the passkey',
      nameHint: 'For example: this laptop, the blue key.',
      added: 'Added',
      lastUsed: 'Last used',
      never: 'Never',
      next: 'Actions',
      add: 'Add a passkey',
      remove: 'Remove',
      removeConfirm: (name: string) => `Remove the passkey ${name}? Your other sessions end.`,
      script: 'Passkeys need JavaScript. Allow it for this page and reload.',
      building: 'The passkey script is being built, which takes up to a minute. Reload this page then.',
    },
    changePassword: 'Change the password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    newPasswordHint: `${passwordLength.min} to ${passwordLength.max} characters`,
  },

  verifyEmail: {
    title: 'Is this your email address?',
    lead: (email: string, username: string) =>
      `Confirm ${email} as the verified address of your account ${username}.`,
    submit: 'Yes, it is mine',
    ended: 'This link is no longer valid',
    endedText: (username: string) =>
      `It was used, replaced, has expired, or is not for the account ${username}. Your account page shows whether your address is verified, and sends a new link.`,
    account: 'Your account',
  },

  endMail: {
    title: 'Notices by mail',
    lead: 'Stop notices by mail? The portal still shows them, and you can turn mail on again in your account.',
    submit: 'Unsubscribe',
    done: 'You get no more notices by mail.',
  },

  quotas: {
    title: 'Quotas',
    titleOf: (application: string) => `Quotas of ${application}`,
    lead: 'What you may have and what you use. Ask the provider of this portal for more.',
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
