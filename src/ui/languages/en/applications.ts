import type { Formats } from '../../kit/formats.ts';

/** Texts of applications and their credentials. */
export const applications = (format: Formats) => ({
  applications: {
    title: 'Applications',
    lead: 'Applications call the APIs for you. Each has client keys and subscriptions to plans.',
    empty: 'No applications yet.',
    create: 'Create an application',
    created: 'Created',
    stateHeading: 'State',
    state: { ENABLED: 'Enabled', SUSPENDED: 'Suspended' },
  },

  application: {
    name: 'Name of the application',
    tokens: 'How it gets access tokens',
    clientType: 'Client type',
    clientTypes: { CONFIDENTIAL: 'Confidential', PUBLIC: 'Public' },
    clientTypeHints: {
      CONFIDENTIAL: 'It runs on a server that keeps its secret, and shows it whenever it gets a token.',
      PUBLIC:
        'It runs in a browser or on a device, where others could read a secret: none is taken from it, and it gets tokens by authorization code with PKCE alone.',
    },
    redirectUris: 'Redirect URIs',
    redirectUrisHint:
      'Where authorization codes may be sent, one a line: https, or http on localhost. Only the authorization code flow needs them.',
    createdAt: (at: string) => `Created ${at}`,
    credentials: 'Credentials',
    suspended: (reason: string | null) =>
      `The provider has suspended this application: its calls are refused. ${
        reason === null ? 'Ask the provider of this portal why.' : `The reason: ${reason}`
      }`,
    noSubscriptions: 'No subscriptions: this application cannot call an API yet.',
    usage: 'Calls by subscription, and the last refused calls',
    settings: 'Settings',
    save: 'Save',
    delete: 'Delete the application',
    deleteTitle: (application: string) => `Delete ${application}?`,
    deleteText: (subscriptions: number) =>
      `Its client keys stop working at once${subscriptions === 0 ? '' : subscriptions === 1 ? ', and its subscription ends' : `, and its ${format.number(subscriptions)} subscriptions end`}. This cannot be undone.`,
    deleteConfirm: 'Delete it',
    keep: 'Keep it',
  },

  secret: {
    title: (application: string) => `Keep the secret of ${application}`,
    keysTitle: (application: string) => `Keep the keys of ${application}`,
    onceAll: 'The API key and the secret are not shown again',
    onceAllText:
      'Store them now, where only your application can read them. You can replace them at any time.',
    once: 'The secret is not shown again',
    onceText: 'Store it now, where only your application can read it. You can replace it at any time.',
    none: 'A public application has no secret: it names itself by this key, and gets tokens with PKCE. Whoever sees the key can call APIs that ask for a client key alone.',
    keyTitle: (application: string) => `The client key of ${application}`,
    toPublic: 'To the application',
    clientKey: 'Client key',
    clientSecret: 'Client secret',
    download: 'Download as .env',
    firstCall: 'Your first call',
    firstCallText: 'It works as it stands: the keys are in it.',
    tryIt: 'I have stored it: try it',
    tryItPublic: 'Try it',
    toApplication: 'I have stored it',
  },

  credential: {
    lastUsed: 'Last used',
    never: 'Never',
    secrets: 'Secrets of the client key',
    current: 'Current',
    previous: 'Previous',
    valid: 'Valid',
    untilReplaced: 'Until it is replaced',
    until: (at: string, relative: string) => `Until ${at}, ${relative}`,
    replace: 'Replace the secret',
    replaceText: 'The client key stays. You see the new secret once, on the next page.',
    overlap: 'When does the old secret end?',
    atOnce: 'Now',
    atOnceHint: 'Calls with the old secret are refused from now on.',
    after: (seconds: number) =>
      seconds === 3600 ? 'In 1 hour' : `In ${format.number(seconds / 3600)} hours`,
    changed:
      'The secret was replaced in the meantime, perhaps because the form was sent twice. Replace it again only if that one is lost.',
    third: (until: string) =>
      `A secret that was replaced before is valid until ${until}. It ends at once when you replace the secret again.`,
    cancel: 'Cancel',
    end: 'End the old secret now',
    endConfirm: 'End the old secret now? Calls with it are refused from now on.',
    verify: 'Check a secret',
    verifyText: 'Checks that what you have stored is a secret of this client key. It is not stored here.',
    verifySubmit: 'Check',
    back: 'Back to the application',
    right: 'Right: this is a secret of the client key, and is valid now.',
    wrong: 'Wrong: this is not a secret of the client key, or is not valid any more.',
  },

  endings: {
    secret: (title: string) => `The secret of ${title}`,
    key: (title: string) => `The API key ${title}`,
    ends: (what: string, when: string) => `${what} ends on ${when}`,
    ended: (what: string, when: string) => `${what} ended on ${when}`,
    endsText: 'Replace it before, and let everything that calls use the new one.',
    endedText: 'Calls with it are refused until you replace it and they use the new one.',
    some: (application: string) => `A secret or an API key of ${application} ends soon or has ended`,
    see: 'See and replace',
  },

  apiKey: {
    first: 'First key',
    title: 'API keys',
    made: 'API keys of this application',
    one: 'API key',
    lead: 'For APIs that ask for an API key. A key is all that a call needs: give each place that calls one of its own.',
    onceText: 'Store it now. It cannot be shown again.',
    called: 'Name',
    begins: 'Begins with',
    ends: 'Ends',
    endsHint: 'At the end of that day (UTC). Leave it empty for a key without an end.',
    endsAfter: (days: number) =>
      `At the end of that day (UTC). Empty is as long as a key lasts here: ${format.number(days)} days.`,
    newEnds: 'last day of the new key (UTC)',
    never: 'Never',
    change: 'Change',
    create: 'Create an API key',
    replace: 'Replace',
    oldEnds: 'Old key ends',
    overlap: 'when does the old key end?',
    revoke: 'Revoke',
    revokeConfirm: (title: string) => `Revoke ${title}? Calls with it are refused from now on.`,
  },

  clientCertificate: {
    title: 'Client certificates',
    registered: 'Registered client certificates',
    lead: 'For APIs that ask for a client certificate, by mutual TLS. The calls with these certificates are those of this application. To change over, register the new one beside the old one, and remove the old one later.',
    certificate: 'Certificate',
    hint: 'As PEM, from BEGIN CERTIFICATE to END CERTIFICATE: without its private key, which stays with you, and without those of its authorities.',
    add: 'Register the certificate',
    remove: 'Remove',
    removeConfirm: (name: string) => `Remove ${name}? Calls with it are refused from now on.`,
  },

  externalClient: {
    title: 'Client ids at identity providers',
    registered: 'Registered client ids',
    lead: 'For APIs that take access tokens of an identity provider. The calls with tokens of these clients are those of this application.',
    issuer: 'Identity provider',
    clientId: 'Client id',
    token: 'Access token of the client',
    tokenHint:
      'It proves that the client is yours: one that the identity provider issued to the client itself, by client credentials, for the APIs here. It is not kept.',
    add: 'Add the client id',
    addLead: 'A client that you have there already:',
    register: 'Register the application there',
    registerLead:
      'The identity provider makes a new client for this application, with its redirect URIs. The client ends with the application, or when you remove it here.',
    registeredAt: (issuer: string) => `Registered at ${issuer}`,
    onceText:
      'The client secret is that of the identity provider. It is not kept here: store it now, for it cannot be shown again.',
    secret: 'Client secret',
    secretEnds: 'Secret valid until',
    remove: 'Remove',
    removeConfirm: (clientId: string) => `Remove ${clientId}? Its tokens are refused from now on.`,
  },

  applicationUsage: { title: (application: string) => `Calls of ${application}` },
});
