import { passwordLength } from '../../../../domain/people/password.ts';
import { TITLE_LENGTH_MAX } from '../../../../foundation/text/name.ts';
import { SEARCH_WORD_LENGTH_MAX, SEARCH_WORDS_MAX } from '../../../../foundation/text/search-words.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Refusals } from './refusals.ts';

export type Messages = ReturnType<typeof en>;

/** Every text of the portal, in English. Another language is a file like this one and a line in `messages.ts`. */
export const en = (format: Formats) => ({
  portal: {
    failed: 'Error',
    skip: 'Skip to the content',
    menu: 'Main',
    products: 'Products',
    applications: 'Applications',
    subscriptions: 'Subscriptions',
    account: 'Account',
    signIn: 'Sign in',
    signUp: 'Create an account',
    signOut: 'Sign out',
    language: 'Language',
    changeLanguage: 'Change',
    preparing: 'Being prepared',
    preparingText:
      'This part of the page is being built, which happens once, after the installation. The page comes back by itself.',
    gateway: 'APIs are called at',
  },

  problem: {
    title: 'This did not work',
    notFound: 'There is no such page',
    notFoundText: 'What you asked for does not exist here, or you may not see it.',
    internal: 'Something went wrong on our side. Try again; if it stays, tell the provider of this portal.',
    back: 'Back to the products',
  },

  /** Texts for refusals whose API wording does not suit readers of pages. */
  refused: {
    'NAME_TAKEN.username': 'Somebody else has this username: choose another.',
    'NAME_TAKEN.consumerOrgTitle':
      'Another organization is called that here: choose another name, or ask your colleagues for an account.',
    'NAME_TAKEN.title': 'You have an application of that name already: choose another.',
    'BAD_USER_INPUT.title': `A name has 1 to ${TITLE_LENGTH_MAX} characters: not only blanks, and no control characters.`,
    'BAD_USER_INPUT.consumerOrgTitle': `The name of an organization has 1 to ${TITLE_LENGTH_MAX} characters: not only blanks, and no control characters.`,
    'BAD_USER_INPUT.search': `Search for at most ${SEARCH_WORDS_MAX} words, each of at most ${SEARCH_WORD_LENGTH_MAX} characters.`,
  } as Refusals,

  signIn: {
    title: 'Sign in',
    lead: (portal: string) => `to ${portal}`,
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    forgotten: 'Forgot your password? The provider of this portal gives you a new one.',
    noAccount: 'No account yet?',
    ended: 'Your session has ended, and what you sent was not kept: sign in, and send it again.',
    cookieMissing:
      'Your browser did not keep the session. Sessions need https, or http on localhost; open the portal by such an address.',
  },

  pager: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    range: (from: number, to: number, total: number) =>
      `${format.number(from)} to ${format.number(to)} of ${format.number(total)}`,
  },

  catalogue: {
    title: 'Products',
    lead: 'Each product brings APIs, and plans that say how many calls you may make.',
    search: 'Search products, operations and fields',
    submit: 'Search',
    found: (count: number, search: string) =>
      `${count === 1 ? '1 product' : `${format.number(count)} products`} for “${search}”`,
    clear: 'Show all',
    nothing: 'No product matches.',
    empty: 'There are no products yet.',
    version: (version: string) => `Version ${version}`,
    plans: (count: number) => (count === 1 ? '1 plan' : `${format.number(count)} plans`),
  },

  product: {
    plans: 'Plans',
    plansLead: 'A subscription to a plan lets one of your applications call every API of this product.',
    apis: 'APIs',
    deprecated: 'This version is deprecated',
    deprecatedText: 'It serves those who are subscribed, and takes no new subscriptions.',
    successor: 'Its successor is',
    sunsetIn: (date: string, relative: string) => `It stops answering on ${format.date(date)}, ${relative}.`,
    changes: (successor: string) => `What changes in ${successor}`,
    notSubscribable: 'The provider takes no new subscriptions to this product.',
    snippet: (language: string) => `the ${language} example`,
  },

  plan: {
    /** Rate of a limit, when calls come evenly. */
    pace: (secondsPerCall: number) =>
      secondsPerCall < 1.5
        ? `Spread evenly, that is about ${format.number(Math.round(1 / secondsPerCall))} a second.`
        : `Spread evenly, that is about one every ${format.duration(secondsPerCall)}.`,
    atOnce: (calls: number) =>
      `${calls === 1 ? '1 call' : `Up to ${format.number(calls)} calls`} may be under way at the same time.`,
    cost: (cost: number) => `A GraphQL document may cost up to ${format.number(cost)}.`,
    depth: (depth: number) =>
      `A GraphQL document may be ${depth === 1 ? '1 level' : `${format.number(depth)} levels`} of fields deep.`,
    hides: (parts: number) =>
      `It hides ${parts === 1 ? '1 part' : `${format.number(parts)} parts`} of the GraphQL schema.`,
    costLimit: (cost: number, unit: 'MINUTE' | 'HOUR') =>
      `All GraphQL documents together may cost up to ${format.number(cost)} ${unit === 'MINUTE' ? 'a minute' : 'an hour'}.`,
    registeredOnly: 'Only GraphQL documents that the provider has registered are served.',
    approval: 'The provider approves each subscription.',
    subscribedWith: (application: string) => `with ${application}`,
    subscribe: 'Subscribe',
    subscribeAnother: 'Subscribe another application',
    signIn: 'Sign in to subscribe',
    to: (plan: string) => `to ${plan}`,
  },

  api: {
    url: 'Base URL',
    endpoint: 'Endpoint',
    security: 'Security',
    operations: (count: number) => (count === 1 ? '1 operation' : `${format.number(count)} operations`),
    operation: 'Operation',
    summary: 'What it does',
    reference: 'API reference and Try it',
    explorer: 'Explorer',
    of: (api: string) => `of ${api}`,
    offline: 'Offline',
    offlineText: 'Calls to this API are refused until the provider puts it online again.',
    example: 'Example',
  },

  tryIt: {
    reference: (api: string) => `${api}: API reference`,
    explorer: (api: string) => `${api}: explorer`,
    application: 'Application that calls',
    choose: 'Choose',
    signIn: 'Sign in to call it as your application.',
    notSubscribed: 'None of your applications may call it yet.',
    subscribe: 'Subscribe to a plan',
    otherEntrance: 'This API asks for a kind of access token that this page cannot fetch.',
    outcome: 'The last call',
    nothingYet: 'How a call went, and how many are left, is shown here.',
    token: 'Access token',
    secret: 'Client secret',
    username: 'Username',
    password: 'Password',
    getToken: 'Get a token',
    needsScript: 'This page needs a script: your browser does not run it.',
    returnAddress: 'To sign in from this page, the application needs one more redirect URI:',
    addReturnAddress: 'Add it in the settings of the application',
    signedIn: 'You can go back',
    signedInText: 'This window has done its work. If it does not close by itself, close it.',
    /** Texts of the script; it fills in the braces. */
    script: {
      answered: 'Answered with {status}',
      refused: 'Refused with {status}: {detail}',
      quota: '{remaining} of {limit} calls left, resets {when}',
      cost: 'cost {cost}, depth {depth}',
      why: 'Why was it refused?',
      unreachable: 'There was no answer: the gateway cannot be reached from here.',
      tokenReady: 'The token goes along with every call. It expires {when}.',
    },
  },

  security: {
    open: 'Open to everybody.',
    anyOf: 'Any one of these is enough:',
    key: {
      CLIENT_ID: (name: string, location: 'HEADER' | 'QUERY') =>
        `The client key of your application in the ${location === 'HEADER' ? 'header' : 'query parameter'} ${name}.`,
      CLIENT_ID_AND_SECRET: (name: string, location: 'HEADER' | 'QUERY') =>
        `The client key of your application in the ${location === 'HEADER' ? 'header' : 'query parameter'} ${name}, and its client secret in the header X-Client-Secret.`,
      KEY: (name: string, location: 'HEADER' | 'QUERY') =>
        `An API key of your application in the ${location === 'HEADER' ? 'header' : 'query parameter'} ${name}.`,
    },
    token: (scopes: readonly string[], obtained: readonly string[]) => {
      const scopeText =
        scopes.length === 0
          ? ''
          : ` with the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(', ')}`;
      return `An access token${scopeText}${obtained.length === 0 ? '' : `, obtained ${obtained.join(', or ')}`}.`;
    },
    obtained: {
      RESOURCE_OWNER_PASSWORD: 'with the username and password of a person',
      ACCESS_CODE: 'with the consent of a person in the browser',
      APPLICATION: 'by your application with its secret',
    },
  },

  subscribe: {
    title: (product: string) => `Subscribe to ${product}`,
    lead: 'Choose a plan, and the application that is to call the APIs.',
    plan: 'Plan',
    application: 'Application',
    newApplication: 'A new application',
    newApplicationHint: 'It gets a client key and a secret, which you see once.',
    newTitle: 'My application',
    subscribedAlready: (plan: string) => `Subscribed already: ${plan}.`,
    submit: 'Subscribe',
    subscribed: (product: string, plan: string) => `${plan} of ${product}`,
    failed: (product: string) => `The application is there, but it is not subscribed to ${product}`,
  },

  secret: {
    title: (application: string) => `Keep the secret of ${application}`,
    once: 'This is the only time that you see the secret',
    onceText:
      'Store it where your application finds it and nobody else does. It can be replaced at any time.',
    oncePublic:
      'Do not put it into your application, which is a public client: you need it only if it becomes confidential.',
    clientKey: 'Client key',
    clientSecret: 'Client secret',
    download: 'Download as .env',
    tryIt: 'I have stored it: try it',
    toApplication: 'I have stored it',
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
    suspended:
      'The provider has suspended this application: its calls are refused. Ask the provider of this portal why.',
    noSubscriptions: 'This application is not subscribed to anything, so that it can call nothing.',
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

  applications: {
    title: 'Applications',
    lead: 'What calls the APIs for you: each has a client key, and subscriptions to plans.',
    empty: 'You have no application yet.',
    create: 'Create an application',
    created: 'Created',
    stateHeading: 'State',
    state: { ENABLED: 'Enabled', SUSPENDED: 'Suspended' },
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
    atOnceHint: 'What still uses the old secret is refused from now on.',
    after: (seconds: number) =>
      seconds === 3600 ? 'In 1 hour' : `In ${format.number(seconds / 3600)} hours`,
    changed:
      'The secret was replaced in the meantime, perhaps because the form was sent twice. Replace it again only if that one is lost.',
    third: (until: string) =>
      `A secret that was replaced before is valid until ${until}. It ends at once when you replace the secret again.`,
    cancel: 'Cancel',
    end: 'End the old secret now',
    endConfirm: 'End the old secret now? What still uses it is refused from now on.',
    verify: 'Check a secret',
    verifyText: 'Whether what you have stored is a secret of this client key. It is not stored here.',
    verifySubmit: 'Check',
    back: 'Back to the application',
    right: 'Right: this is a secret of the client key, and is valid now.',
    wrong: 'Wrong: this is not a secret of the client key, or is not valid any more.',
  },

  apiKey: {
    title: 'API keys',
    one: 'API key',
    lead: 'For APIs that ask for an API key. A key is all that a call needs: give each place that calls one of its own.',
    onceText: 'Keep it now: it is not stored here, and cannot be shown again.',
    called: 'Name',
    begins: 'Begins with',
    ends: 'Ends',
    endsHint: 'At the end of that day (UTC). Leave it empty for a key without an end.',
    never: 'Never',
    change: 'Change',
    create: 'Make an API key',
    replace: 'Replace',
    overlap: 'when does the old key end?',
    revoke: 'Revoke',
    revokeConfirm: (title: string) => `Revoke ${title}? What uses it is refused from now on.`,
  },

  copy: { label: 'Copy', done: 'Copied' },

  /** Notices of what was done, on the page that follows. */
  done: {
    migrated: 'The subscription was migrated: the new plan holds from now on.',
    undone: 'The subscription is back where it was before.',
    unsubscribed: 'The subscription has ended.',
    memberRemoved: 'The person is removed: they are signed out, and cannot sign in any more.',
    passwordChanged: 'The new password holds from now on. Everywhere else you were signed out.',
    subscribed: 'Subscribed. The application can call the APIs of the product now.',
    requested: 'Asked for. The provider has to approve it; until then calls are refused.',
    saved: 'Saved.',
    deleted: 'The application was deleted.',
    apiKeyRevoked: 'The API key is revoked: what uses it is refused.',
    secretEnded: 'The old secret has ended: only the new one is admitted.',
  },

  subscriptions: {
    title: 'Subscriptions',
    lead: 'What your applications may call, and how much of it is left.',
    empty: 'None of your applications is subscribed to anything. Choose a product and one of its plans.',
    toProducts: 'See the products',
    application: 'Application',
    plan: 'Plan',
    quota: 'Left now',
    callsToday: 'Calls today',
    state: { ACTIVE: 'Active', PENDING_APPROVAL: 'Waiting for approval', REJECTED: 'Rejected' },
    waiting: 'The provider has to approve it; until then it admits no calls.',
    rejected: (reason: string | null) =>
      reason === null
        ? 'The provider has rejected it. You may ask again.'
        : `The provider has rejected it; you may ask again. The reason: ${reason}`,
    left: (remaining: number, limit: number) =>
      `${format.number(remaining)} of ${format.number(limit)} ${limit === 1 ? 'call' : 'calls'} left`,
    costLeft: (remaining: number, limit: number) =>
      `GraphQL cost: ${format.number(remaining)} of ${format.number(limit)} left`,
    resets: (at: string, now: Date) => `resets ${format.relative(at, now)} (${format.hour(at)} UTC)`,
    windowClosed: 'the next call opens the window',
    unlimited: 'No limit',
  },

  subscription: {
    product: 'Product',
    usage: 'Calls',
    refusedCalls: 'Last refused calls',
    end: 'End this subscription',
    endText: (application: string, product: string) =>
      `${application} will not be able to call the APIs of ${product} any more, unless another subscription allows it.`,
    endConfirm: 'End the subscription',
    cancel: 'Keep it',
  },

  /** Subscriptions that are over. */
  ended: {
    title: 'Ended within the last 30 days',
    endedAt: (at: string) => `Ended: ${at}`,
    retired: 'The provider has retired this product: it answers no calls any more.',
    serves: 'The product is still there, but this subscription admits no calls any more.',
    instead: (product: string) => `See ${product} and subscribe to it`,
    nothingInstead:
      'There is no version of it that you could subscribe to: ask the provider of this portal how to go on.',
  },

  usage: {
    periods: 'How far back',
    period: { DAY: 'Last 24 hours', MONTH: 'Last 30 days' },
    none: { DAY: 'No calls in the last 24 hours.', MONTH: 'No calls in the last 30 days.' },
    series: {
      answered: 'Answered',
      clientErrors: 'Client errors (4xx)',
      limited: 'Over the limit (429)',
      refused: 'Refused by the gateway',
      serverErrors: 'Failed (5xx)',
    },
    when: 'From (UTC)',
    total: 'In all',
    table: 'The same as a table',
    summary: (period: 'DAY' | 'MONTH', total: number, parts: string) =>
      `Calls of the ${period === 'DAY' ? 'last 24 hours' : 'last 30 days'}: ${format.number(total)} in all. ${parts}`,
    most: (count: number, when: string) => `The most were ${format.number(count)}, from ${when}.`,
  },

  refusedCalls: {
    none: 'No call was refused in the last 24 hours.',
    why: 'Why?',
    whyOf: (method: string, path: string) => `Why was ${method} ${path} refused?`,
  },

  applicationUsage: { title: (application: string) => `Calls of ${application}` },

  why: {
    title: 'Why was a call refused?',
    lead: 'Each refusal of the gateway has a request id: in its problem document, and in the header X-Request-Id.',
    search: 'Find a call by its request id',
    submit: 'Find',
    unknown:
      'There is no refused call by that id that you may see. A call is there about a second after it was refused, and for a day at most; only the newest are kept.',
    of: (method: string, path: string) => `Why ${method} ${path} was refused`,
    remedy: 'What to do',
    limited: (plan: string, limit: string, duration: string, hour: string) =>
      `The plan ${plan}: ${limit}. The window closes ${duration} after this call, at ${hour} UTC.`,
    when: 'When',
    call: 'Call',
    api: 'API',
    requestId: 'Request id',
    decision: 'The decision, step by step',
    outcome: { PASSED: 'Passed', REFUSED: 'Refused', IDLE: 'Nothing to check' },
    none: 'none',
    yes: 'yes',
    no: 'no',
    steps: {
      request: 'Can the request be read?',
      loop: 'Is it no loop?',
      online: 'Is the API online?',
      client: 'Who calls?',
      token: 'Is the access token good?',
      application: 'May the application call at all?',
      subscription: 'Is it subscribed?',
      security: 'Does it prove what the API asks for?',
      concurrency: 'Has it few enough calls under way?',
      operation: 'Is there such an operation?',
      bodySize: 'Is the body small enough?',
      document: 'Is the GraphQL document good?',
      bounds: 'Does the document ask for no more than the API takes at once?',
      depth: 'Is the document no deeper than the plan allows?',
      cost: 'Does the document cost no more than the plan allows?',
      backend: 'Is the back-end being called?',
      rateLimit: 'Are there calls left?',
      costLimit: 'Is the cost of the document left?',
      forward: 'Did the back-end answer?',
    },
    facts: {
      passes: 'Times through the gateway',
      versionsOnline: 'Versions online',
      knownBy: 'Known by',
      tokenSent: 'Access token sent',
      keySent: 'Key sent',
      keyPlaces: 'Where a key is looked for',
      application: 'Application',
      tokenClientIsOfCatalog: 'The client of the token is of this catalog',
      type: 'by',
      kind: 'which is',
      place: 'in',
      oauthProvider: 'OAuth provider',
      flow: 'token of',
      scopes: 'Scopes',
      issuedAt: 'Issued',
      expiresAt: 'Expires',
      clientKey: 'Client key',
      part: 'Part of the token',
      rule: 'Rule',
      suspended: 'Suspended',
      subscriptions: 'Subscriptions',
      product: 'product',
      state: 'state',
      versions: 'Versions',
      api: 'API',
      online: 'online',
      waysIn: 'ways in',
      method: 'Method',
      allowed: 'Allowed',
      operation: 'Operation',
      places: 'Places',
      line: 'line',
      column: 'column',
      aliases: 'Aliases',
      directives: 'Directives',
      rootFields: 'Root fields',
      depth: 'Depth',
      cost: 'Cost',
      max: 'At most',
      plan: 'Plan',
      limit: 'Limit',
      windowSeconds: 'Window',
      remaining: 'Left',
      resetsInSeconds: 'Window closes in',
      unitsPerSecond: 'New tokens a second',
      connections: 'Connections of the API',
      counter: 'Counter',
    },
    values: {
      ACCESS_TOKEN: 'access token',
      CLIENT_KEY: 'client key',
      API_KEY: 'key',
      CLIENT_ID_AND_SECRET: 'a client key and its secret',
      KEY: 'an API key',
      OAUTH2: 'access token',
      RESOURCE_OWNER_PASSWORD: 'a person',
      ACCESS_CODE: 'a person',
      APPLICATION: 'the application itself',
      ACTIVE: 'active',
      PENDING_APPROVAL: 'waiting for approval',
      REJECTED: 'rejected',
      HEADER: 'the first part',
      PAYLOAD: 'the second part',
      SIGNATURE: 'the third part, its signature',
      WHOLE: 'the whole of it',
      IN_TIME: 'it has begun and has not expired',
      NOT_REVOKED: 'it was not revoked',
      ISSUED_FOR_CATALOG: 'it was issued for this catalog',
      ISSUED_FOR_FLOW: 'it is of a person or of an application, as the API asks',
    },
  },

  account: {
    title: 'Account',
    email: 'Email address',
    consumerOrg: 'Organization',
    sessions: 'Where you are signed in',
    session: (since: string) => `Since ${format.dateTime(since)}`,
    until: (end: string) => `Ends by itself on ${end}.`,
    current: 'Here',
    people: 'People',
    owner: 'Owner',
    remove: 'Remove',
    confirmRemoval: (username: string) => `Remove ${username}? Nobody signs in by this name any more.`,
    signOutEverywhere: 'Sign out everywhere',
    changePassword: 'Change the password',
    currentPassword: 'Present password',
    newPassword: 'New password',
    newPasswordHint: `${passwordLength.min} to ${passwordLength.max} characters`,
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
      CONSUMER_EVENT_STREAMS: {
        name: 'Event streams',
        hint: 'By which your programs follow events. Each process of this portal counts its own.',
      },
      CREDENTIALS: { name: 'Client keys', hint: 'Each with a secret of its own.' },
      API_KEYS: { name: 'API keys', hint: 'Those that have ended and are still shown count, too.' },
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

  signUp: {
    consumerOrgHint: 'The company or team that the applications belong to',
    hasAccount: 'Already have an account?',
    closed: 'Accounts are made by the provider here',
    closedText: 'This portal does not let people create their own account. Ask its provider for one.',
  },

  migration: {
    offered: (product: string, successor: string) => `${product} is replaced by ${successor}`,
    offeredText: (application: string, from: string, to: string) =>
      `${application} can go from the plan ${from} to ${to}. Its subscription, client keys and secrets stay.`,
    until: (product: string, date: string) => `${product} answers until ${format.date(date)}.`,
    see: 'See what changes and migrate',
    title: (product: string) => `Migrate to ${product}`,
    effect: 'It holds at once, and can be undone for 30 days while the old product answers.',
    submit: 'Migrate this subscription',
    wayBack: (product: string) => `You can go back to ${product}`,
    wayBackText: (application: string, plan: string, until: string) =>
      `${application} came from the plan ${plan}. That can be undone until ${format.dateTime(until)}.`,
    undo: 'Go back',
  },

  changes: {
    plans: (plan: string) => `What becomes of the plan ${plan}`,
    what: 'What',
    plan: 'Plan',
    limit: 'Limit',
    cost: 'Cost of a GraphQL document',
    depth: 'Depth of a GraphQL document',
    atOnce: 'Calls at the same time',
    hidden: 'Hidden parts of the GraphQL schema',
    costLimit: 'Cost of all GraphQL documents',
    documents: 'GraphQL documents',
    registeredOnly: 'Registered ones only',
    anyDocument: 'Any',
    sunset: 'Answers until',
    unlimited: 'No limit',
    noPlan: 'No plan takes its place',
    noSunset: 'No end is planned',
    none: 'Calls that work now will work there as they are.',
    fewerCalls: 'There you may make fewer calls than now: any more are refused.',
    fewerCallsAlone:
      'Calls stay as they are, but there you may make fewer of them than now: any more are refused.',
    security: 'How calls are admitted',
    before: 'Until now',
    after: 'Then',
    breaking: 'What breaks callers',
    breakingText:
      'Calls of these operations fail, or their answers are read wrong, until the caller is changed.',
    removedApis: 'APIs that are not there any more',
    addedApis: 'APIs that are new',
  },

  state: { PUBLISHED: 'Published', DEPRECATED: 'Deprecated' },
  kind: { REST: 'REST', GRAPHQL: 'GraphQL' },
  sunset: (date: string) => `It stops answering on ${format.date(date)}.`,
  /** Maximum cost of all documents of a plan, in words. */
  costLimit: (cost: number | null, unit: 'MINUTE' | 'HOUR') =>
    cost === null ? 'No limit' : `${format.number(cost)} ${unit === 'MINUTE' ? 'a minute' : 'an hour'}`,
  /** Meaning of a limit, in words. */
  limit: (calls: number | null, unit: 'MINUTE' | 'HOUR') =>
    calls === null
      ? 'As many calls as you like'
      : `${format.number(calls)} ${calls === 1 ? 'call' : 'calls'} ${unit === 'MINUTE' ? 'a minute' : 'an hour'}`,
});
