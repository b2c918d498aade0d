import type { products as english } from '../en/products.ts';

/** Texts of products, their plans and their APIs. */
export const products: typeof english = (format) => ({
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
    deprecatedMore: 'Was an ihre Stelle tritt, und was sich ändert',
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
    tryIt: 'Mit einer neuen Anwendung ausprobieren',
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
    more: 'Mehr darüber',
    links: 'Links',
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
    answer: 'Inhalt der Antwort',
    nothingYet: 'Hier steht, wie ein Aufruf ausging und wie viele noch übrig sind.',
    token: 'Zugriffstoken',
    apiKeyHint: 'Er bleibt auf dieser Seite. Keinen Key zur Hand?',
    secret: 'Client-Secret',
    username: 'Benutzername',
    password: 'Passwort',
    person: 'Die Person, die aufruft',
    personHint: 'Jeder Aufruf enthält sie, und niemand sonst bekommt sie.',
    getToken: 'Token holen',
    flow: 'Wie Sie es bekommen',
    flows: {
      ACCESS_CODE: 'Anmelden, in einem eigenen Fenster',
      APPLICATION: 'Als die Anwendung selbst',
      RESOURCE_OWNER_PASSWORD: 'Mit Benutzername und Passwort',
    },
    pasted: 'Oder ein Zugriffstoken einfügen',
    needsScript: 'Aufrufe von dieser Seite brauchen ein Skript: Ihr Browser führt es nicht aus.',
    draft: {
      title: 'Dokument, das ausgeführt wird',
      query: 'Abfrage',
      tools: 'Zur Abfrage',
      variables: 'Variablen',
      headers: 'Header',
      run: 'Abfrage ausführen (Strg-Eingabe)',
      stop: 'Abfrage beenden (Strg-Eingabe)',
      loading:
        'Sie können sofort eine Abfrage schreiben und ausführen. Der volle Editor wird geladen und übernimmt, was Sie schreiben.',
      notLoaded: 'Der volle Editor konnte nicht geladen werden. Dieser hier bleibt.',
      notJson: 'Es wurde nichts gesendet: {field} ist kein JSON.',
    },
    call: 'Aufruf',
    tryOperation: 'Ausprobieren',
    openReference: 'Die interaktive Referenz öffnen',
    notLoaded: 'Die Referenz konnte nicht geladen werden. Drücken Sie den Knopf noch einmal.',
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
      tokenMissing:
        'Es gibt kein Token: Es wurde verweigert, oder die Anmeldung wurde nicht abgeschlossen oder durfte ihr Fenster nicht öffnen.',
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
