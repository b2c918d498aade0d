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
      passwordHint: 'Only for another address.',
      title: 'Mail',
      wanted: 'Notices by mail',
      wantedHint:
        'Where the provider sends mail: of limits that are nearly used, secrets that end, and changes of your subscriptions and their products.',
      save: 'Save',
      present: 'Present address',
      verified: 'Verified',
      unverified: 'Not verified',
      waits: (email: string, until: string) =>
        `To verify the address, open the link in the mail to ${email}, until ${until}.`,
      ended: (email: string) => `The link in the mail to ${email} has ended.`,
      until: (email: string) => `Until then your address is ${email}.`,
      neverAsked: 'Nobody has verified this address yet. You get a mail with a link.',
      send: 'Send the mail',
      sendAgain: 'Send the mail again',
      keep: 'Keep the present address',
      cancel: 'Drop this address',
    },
    sessions: 'Where you are signed in',
    session: (since: string) => `Since ${format.dateTime(since)}`,
    until: (end: string) => `Ends by itself on ${end}.`,
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
      next: 'What you can do',
      add: 'Add a passkey',
      remove: 'Remove',
      removeConfirm: (name: string) => `Remove the passkey ${name}? Your other sessions end.`,
      script: 'Passkeys need JavaScript: allow it for this page, and load it again.',
      building: 'What asks for passkeys is being built, once and within a minute: load this page again then.',
    },
    changePassword: 'Change the password',
    currentPassword: 'Present password',
    newPassword: 'New password',
    newPasswordHint: `${passwordLength.min} to ${passwordLength.max} characters`,
  },

  verifyEmail: {
    title: 'Is this your email address?',
    lead: (email: string, username: string) =>
      `${email} is to be the verified address of your account ${username}.`,
    submit: 'Yes, it is mine',
    ended: 'This link is good no more',
    endedText: (username: string) =>
      `It was used, has ended, another took its place, or it is not for the account ${username}. Your account page says whether your address is verified, and sends another link.`,
    account: 'Your account',
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
