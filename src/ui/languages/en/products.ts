import type { Formats } from '../../kit/formats.ts';

/** Texts of products, their plans and their APIs. */
export const products = (format: Formats) => ({
  catalogue: {
    title: 'Products',
    lead: 'Each product brings APIs, and plans that say how many calls you may make.',
    search: 'Search products, operations and fields',
    submit: 'Search',
    found: (count: number, search: string) =>
      `${count === 1 ? '1 product' : `${format.number(count)} products`} for “${search}”`,
    tagged: (count: number, tag: string) =>
      `${count === 1 ? '1 product' : `${format.number(count)} products`} with the tag “${tag}”`,
    tags: 'Tags',
    clear: 'Show all',
    nothing: 'No product matches.',
    nothingHelp:
      'Try fewer or other words, or remove a filter. Some products are shown only to signed-in people.',
    meant: (search: string) => `Nothing has “${search}”`,
    kind: 'Kind of API',
    anyKind: 'Any kind',
    state: 'State',
    anyState: 'Any state',
    empty: 'There are no products yet.',
    emptyHelp: 'Products appear here once the provider publishes them.',
    version: (version: string) => `Version ${version}`,
    plans: (count: number) => (count === 1 ? '1 plan' : `${format.number(count)} plans`),
  },

  product: {
    plans: 'Plans',
    about: 'About it',
    plansLead: 'A subscription to a plan lets one of your applications call every API of this product.',
    apis: 'APIs',
    deprecated: 'This version is deprecated',
    deprecatedText: 'It still serves its subscribers, and takes no new subscriptions.',
    deprecatedMore: 'Its successor, and what changes',
    successor: 'Its successor is',
    sunsetIn: (date: string, relative: string) => `It stops answering on ${format.date(date)}, ${relative}.`,
    changes: (successor: string) => `What changes in ${successor}`,
    notSubscribable: 'The provider takes no new subscriptions to this product.',
    snippet: (language: string) => `the ${language} example`,
    snippetLanguage: 'Language of the example',
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
    forOthers: 'The provider does not offer this plan to you.',
    subscribedWith: (application: string) => `with ${application}`,
    subscribe: 'Subscribe',
    tryIt: 'Try it with a new application',
    subscribeAnother: 'Subscribe another application',
    signIn: 'Sign in to subscribe',
    to: (plan: string) => `to ${plan}`,
  },

  api: {
    url: 'Base URL',
    endpoint: 'Endpoint',
    documents: 'Documents',
    browsers: 'From browsers',
    browsersOf: (origins: readonly string[]) => {
      if (origins.length === 0)
        return 'Pages of other sites may not call it. Call it from a server, or ask the provider.';
      return origins.includes('*')
        ? 'Pages of every site may call it.'
        : `Pages of ${origins.join(', ')} may call it.`;
    },
    more: 'More about it',
    links: 'Links',
    contact: 'Contact',
    license: 'Licence',
    terms: 'Terms of service',
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
    needsCertificate:
      'Calls of this API need a client certificate. A page cannot choose one: call it from your own program, for example with curl. The page of the product shows how.',
    outcome: 'The last call',
    answer: 'Body of the answer',
    nothingYet: 'The result of a call, and the calls that are left, appear here.',
    token: 'Access token',
    apiKeyHint: 'It is kept on this page alone. No key at hand?',
    secret: 'Client secret',
    username: 'Username',
    password: 'Password',
    person: 'The person to call as',
    personHint: 'Each call carries them, and nothing else gets them.',
    getToken: 'Get a token',
    flow: 'How to get it',
    flows: {
      ACCESS_CODE: 'Sign in, in a window of its own',
      APPLICATION: 'As the application itself',
      RESOURCE_OWNER_PASSWORD: 'With a username and password',
    },
    pasted: 'Or paste an access token',
    needsScript: 'Calls from this page need a script: your browser does not run it.',
    /** The plain editor, which is there until GraphiQL is. */
    draft: {
      title: 'Document to run',
      query: 'Query',
      tools: 'Beside the query',
      variables: 'Variables',
      headers: 'Headers',
      run: 'Execute query (Ctrl-Enter)',
      stop: 'Stop query (Ctrl-Enter)',
      loading: 'You can type and run a query at once. The full editor is on its way and keeps what you type.',
      notLoaded: 'The full editor could not be loaded. This one goes on working.',
      notJson: 'Nothing was sent: {field} is not JSON.',
    },
    call: 'Call',
    tryOperation: 'Try it',
    openReference: 'Open the interactive reference',
    notLoaded: 'The reference could not be loaded. Press the button again.',
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
      tokenMissing:
        'There is no token: it was refused, or the sign-in was not finished or not allowed to open its window.',
    },
  },

  security: {
    open: 'Open to everybody.',
    anyOf: 'Any one of these is enough:',
    beside: 'Beside it:',
    conditional: 'A condition of the provider has to hold as well.',
    asApi: 'As the API',
  },
});
