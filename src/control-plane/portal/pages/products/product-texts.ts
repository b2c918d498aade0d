import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

const en = (format: Formats) => ({
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
      'Try fewer or other words, or leave a filter out. Some products are shown only to who is signed in.',
    meant: (search: string) => `Nothing has “${search}”`,
    kind: 'Kind of API',
    anyKind: 'Any kind',
    state: 'State',
    anyState: 'Any state',
    empty: 'There are no products yet.',
    emptyHelp: 'As soon as the provider publishes one, it is here.',
    version: (version: string) => `Version ${version}`,
    plans: (count: number) => (count === 1 ? '1 plan' : `${format.number(count)} plans`),
  },

  product: {
    plans: 'Plans',
    about: 'About it',
    plansLead: 'A subscription to a plan lets one of your applications call every API of this product.',
    apis: 'APIs',
    deprecated: 'This version is deprecated',
    deprecatedText: 'It serves those who are subscribed, and takes no new subscriptions.',
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
    forOthers: 'The provider offers this plan to others alone.',
    subscribedWith: (application: string) => `with ${application}`,
    subscribe: 'Subscribe',
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
    nothingYet: 'How a call went, and how many are left, is shown here.',
    token: 'Access token',
    secret: 'Client secret',
    username: 'Username',
    password: 'Password',
    person: 'The person to call as',
    personHint: 'Each call carries them, and nothing else gets them.',
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
    beside: 'Beside it:',
    conditional: 'A condition of the provider has to hold as well.',
    asApi: 'As the API',
  },
});

const de: typeof en = (format) => ({
  catalogue: {
    title: 'Produkte',
    lead: 'Jedes Produkt bringt APIs mit, und Pläne, die sagen, wie viele Aufrufe Sie machen dürfen.',
    search: 'Produkte, Operationen und Felder durchsuchen',
    submit: 'Suchen',
    found: (count, search) =>
      `${count === 1 ? '1 Produkt' : `${format.number(count)} Produkte`} zu „${search}“`,
    tagged: (count, tag) =>
      `${count === 1 ? '1 Produkt' : `${format.number(count)} Produkte`} mit dem Schlagwort „${tag}“`,
    tags: 'Schlagwörter',
    clear: 'Alle zeigen',
    nothing: 'Kein Produkt passt dazu.',
    nothingHelp:
      'Versuchen Sie es mit weniger oder anderen Wörtern, oder lassen Sie einen Filter weg. Manche Produkte sieht nur, wer angemeldet ist.',
    meant: (search) => `„${search}“ gibt es nicht`,
    kind: 'Art der API',
    anyKind: 'Jede Art',
    state: 'Zustand',
    anyState: 'Jeder Zustand',
    empty: 'Es gibt noch keine Produkte.',
    emptyHelp: 'Sobald der Anbieter eines veröffentlicht, steht es hier.',
    version: (version) => `Version ${version}`,
    plans: (count) => (count === 1 ? '1 Plan' : `${format.number(count)} Pläne`),
  },

  product: {
    plans: 'Pläne',
    about: 'Worum es geht',
    plansLead:
      'Mit dem Abonnement eines Plans darf eine Ihrer Anwendungen jede API dieses Produkts aufrufen.',
    apis: 'APIs',
    deprecated: 'Diese Version ist veraltet',
    deprecatedText: 'Wer sie abonniert hat, kann sie weiter aufrufen; neue Abonnements nimmt sie nicht an.',
    successor: 'Ihr Nachfolger ist',
    sunsetIn: (date, relative) => `Sie antwortet nur noch bis ${format.date(date)}, ${relative}.`,
    changes: (successor) => `Was sich in ${successor} ändert`,
    notSubscribable: 'Der Anbieter nimmt für dieses Produkt keine neuen Abonnements an.',
    snippet: (language) => `das Beispiel in ${language}`,
    snippetLanguage: 'Sprache des Beispiels',
  },

  plan: {
    pace: (secondsPerCall) =>
      secondsPerCall < 1.5
        ? `Gleichmäßig verteilt sind das etwa ${format.number(Math.round(1 / secondsPerCall))} pro Sekunde.`
        : `Gleichmäßig verteilt ist das etwa einer alle ${format.duration(secondsPerCall)}.`,
    atOnce: (calls) =>
      calls === 1
        ? '1 Aufruf darf zur selben Zeit laufen.'
        : `Bis zu ${format.number(calls)} Aufrufe dürfen zur selben Zeit laufen.`,
    cost: (cost) => `Ein GraphQL-Dokument darf bis zu ${format.number(cost)} kosten.`,
    depth: (depth) =>
      `Ein GraphQL-Dokument darf ${depth === 1 ? '1 Ebene' : `${format.number(depth)} Ebenen`} von Feldern tief sein.`,
    hides: (parts) =>
      `Er verbirgt ${parts === 1 ? '1 Teil' : `${format.number(parts)} Teile`} des GraphQL-Schemas.`,
    costLimit: (cost, unit) =>
      `Alle GraphQL-Dokumente zusammen dürfen bis zu ${format.number(cost)} pro ${unit === 'MINUTE' ? 'Minute' : 'Stunde'} kosten.`,
    registeredOnly: 'Nur GraphQL-Dokumente, die der Anbieter registriert hat, werden bedient.',
    approval: 'Der Anbieter stimmt jedem Abonnement zu.',
    forOthers: 'Diesen Plan bietet der Anbieter nur anderen an.',
    subscribedWith: (application) => `mit ${application}`,
    subscribe: 'Abonnieren',
    subscribeAnother: 'Mit einer weiteren Anwendung abonnieren',
    signIn: 'Anmelden und abonnieren',
    to: (plan) => `von ${plan}`,
  },

  api: {
    url: 'Basis-URL',
    endpoint: 'Endpunkt',
    documents: 'Dokumente',
    browsers: 'Aus Browsern',
    browsersOf: (origins) => {
      if (origins.length === 0)
        return 'Seiten anderer Websites dürfen sie nicht aufrufen. Rufen Sie sie von einem Server auf, oder fragen Sie den Anbieter.';
      return origins.includes('*')
        ? 'Seiten jeder Website dürfen sie aufrufen.'
        : `Seiten von ${origins.join(', ')} dürfen sie aufrufen.`;
    },
    contact: 'Kontakt',
    license: 'Lizenz',
    terms: 'Nutzungsbedingungen',
    security: 'Zugang',
    operations: (count) => (count === 1 ? '1 Operation' : `${format.number(count)} Operationen`),
    operation: 'Operation',
    summary: 'Was sie tut',
    reference: 'API-Referenz und Ausprobieren',
    explorer: 'Explorer',
    of: (api) => `von ${api}`,
    offline: 'Offline',
    offlineText: 'Aufrufe dieser API werden abgewiesen, bis der Anbieter sie wieder online stellt.',
    example: 'Beispiel',
  },

  tryIt: {
    reference: (api) => `${api}: API-Referenz`,
    explorer: (api) => `${api}: Explorer`,
    application: 'Anwendung, die aufruft',
    choose: 'Wählen',
    signIn: 'Melden Sie sich an, um als Ihre Anwendung aufzurufen.',
    notSubscribed: 'Noch darf keine Ihrer Anwendungen diese API aufrufen.',
    subscribe: 'Einen Plan abonnieren',
    otherEntrance: 'Diese API verlangt eine Art von Zugriffstoken, die diese Seite nicht holen kann.',
    needsCertificate:
      'Aufrufe dieser API brauchen ein Client-Zertifikat. Eine Seite kann keines wählen: Rufen Sie die API aus Ihrem eigenen Programm auf, zum Beispiel mit curl. Die Seite des Produkts zeigt, wie.',
    outcome: 'Der letzte Aufruf',
    nothingYet: 'Hier steht, wie ein Aufruf ausging und wie viele noch übrig sind.',
    token: 'Zugriffstoken',
    secret: 'Client-Secret',
    username: 'Benutzername',
    password: 'Passwort',
    person: 'Die Person, die aufruft',
    personHint: 'Jeder Aufruf enthält sie, und niemand sonst bekommt sie.',
    getToken: 'Token holen',
    needsScript: 'Diese Seite braucht ein Skript: Ihr Browser führt es nicht aus.',
    returnAddress:
      'Um sich von dieser Seite aus anzumelden, braucht die Anwendung eine weitere Redirect-URI:',
    addReturnAddress: 'In den Einstellungen der Anwendung eintragen',
    signedIn: 'Sie können zurückgehen',
    signedInText:
      'Dieses Fenster wird nicht mehr gebraucht. Schließt es sich nicht von selbst, dann schließen Sie es.',
    script: {
      answered: 'Beantwortet mit {status}',
      refused: 'Abgewiesen mit {status}: {detail}',
      quota: 'noch {remaining} von {limit} Aufrufen, neu {when}',
      cost: 'Kosten {cost}, Tiefe {depth}',
      why: 'Warum wurde er abgewiesen?',
      unreachable: 'Es kam keine Antwort: Das Gateway ist von hier nicht zu erreichen.',
      tokenReady: 'Das Token geht mit jedem Aufruf mit. Es läuft {when} ab.',
    },
  },

  security: {
    open: 'Offen für alle.',
    anyOf: 'Eines davon genügt:',
    beside: 'Dazu:',
    conditional: 'Dazu muss eine Bedingung des Anbieters erfüllt sein.',
    asApi: 'Wie die API',
  },
});

/** Texts of products, their plans and their APIs. */
export const productTexts = { en, de } satisfies Texts;
