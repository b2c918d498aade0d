import type { applications as english } from '../en/applications.ts';

/** Texts of applications and their credentials. */
export const applications: typeof english = (format) => ({
  applications: {
    title: 'Anwendungen',
    lead: 'Was die APIs für Sie aufruft: Jede hat einen Client-Key und Abonnements von Plänen.',
    empty: 'Sie haben noch keine Anwendung.',
    create: 'Anwendung anlegen',
    created: 'Angelegt',
    stateHeading: 'Zustand',
    state: { ENABLED: 'Freigegeben', SUSPENDED: 'Gesperrt' },
  },

  application: {
    name: 'Name der Anwendung',
    tokens: 'Wie sie Zugriffstoken bekommt',
    clientType: 'Client-Typ',
    clientTypes: { CONFIDENTIAL: 'Vertraulich', PUBLIC: 'Öffentlich' },
    clientTypeHints: {
      CONFIDENTIAL:
        'Sie läuft auf einem Server, der ihr Secret bewahrt, und zeigt es, wann immer sie ein Token holt.',
      PUBLIC:
        'Sie läuft in einem Browser oder auf einem Gerät, wo andere ein Secret lesen könnten: Es wird ihr keines abgenommen, und sie bekommt Token nur über den Authorization-Code-Flow mit PKCE.',
    },
    redirectUris: 'Redirect-URIs',
    redirectUrisHint:
      'Wohin Autorisierungscodes geschickt werden dürfen, eine pro Zeile: https, oder http auf localhost. Nur der Authorization-Code-Flow braucht sie.',
    createdAt: (at) => `Angelegt am ${at}`,
    credentials: 'Zugangsdaten',
    suspended: (reason) =>
      `Der Anbieter hat diese Anwendung gesperrt: Alle ihre Aufrufe werden abgewiesen. ${
        reason === null ? 'Fragen Sie den Anbieter dieses Portals nach dem Grund.' : `Der Grund: ${reason}`
      }`,
    noSubscriptions: 'Diese Anwendung hat nichts abonniert und kann deshalb nichts aufrufen.',
    usage: 'Aufrufe nach Abonnement und die zuletzt abgewiesenen Aufrufe',
    settings: 'Einstellungen',
    save: 'Speichern',
    delete: 'Anwendung löschen',
    deleteTitle: (application) => `${application} löschen?`,
    deleteText: (subscriptions) =>
      `Die Client-Keys gelten sofort nicht mehr${subscriptions === 0 ? '' : subscriptions === 1 ? ', und das Abonnement endet' : `, und die ${format.number(subscriptions)} Abonnements enden`}. Das lässt sich nicht rückgängig machen.`,
    deleteConfirm: 'Löschen',
    keep: 'Behalten',
  },

  secret: {
    title: (application) => `Bewahren Sie das Secret von ${application} auf`,
    keysTitle: (application) => `Bewahren Sie die Keys von ${application} auf`,
    onceAll: 'Sie sehen API-Key und Secret nur dieses eine Mal',
    onceAllText:
      'Legen Sie sie dort ab, wo Ihre Anwendung sie findet und sonst niemand. Sie lassen sich jederzeit ersetzen.',
    once: 'Sie sehen das Secret nur dieses eine Mal',
    onceText:
      'Legen Sie es dort ab, wo Ihre Anwendung es findet und sonst niemand. Es lässt sich jederzeit ersetzen.',
    none: 'Eine öffentliche Anwendung hat kein Secret: Sie nennt sich mit diesem Key und holt Tokens mit PKCE. Wer den Key sieht, kann APIs aufrufen, die nur einen Client-Key verlangen.',
    keyTitle: (application) => `Der Client-Key von ${application}`,
    toPublic: 'Zur Anwendung',
    clientKey: 'Client-Key',
    clientSecret: 'Client-Secret',
    download: 'Als .env herunterladen',
    firstCall: 'Ihr erster Aufruf',
    firstCallText: 'Er funktioniert so, wie er hier steht: Die Keys sind schon darin.',
    tryIt: 'Ich habe es abgelegt: ausprobieren',
    tryItPublic: 'Ausprobieren',
    toApplication: 'Ich habe es abgelegt',
  },

  credential: {
    lastUsed: 'Zuletzt benutzt',
    never: 'Nie',
    secrets: 'Secrets des Client-Keys',
    current: 'Jetziges',
    previous: 'Voriges',
    valid: 'Gültig',
    untilReplaced: 'Bis es ersetzt wird',
    until: (at, relative) => `Bis ${at}, ${relative}`,
    replace: 'Secret ersetzen',
    replaceText: 'Der Client-Key bleibt. Das neue Secret sehen Sie einmal, auf der nächsten Seite.',
    overlap: 'Wann endet das alte Secret?',
    atOnce: 'Jetzt',
    atOnceHint: 'Was noch das alte Secret benutzt, wird ab jetzt abgewiesen.',
    after: (seconds) => (seconds === 3600 ? 'In 1 Stunde' : `In ${format.number(seconds / 3600)} Stunden`),
    changed:
      'Das Secret wurde inzwischen ersetzt, vielleicht weil das Formular zweimal gesendet wurde. Ersetzen Sie es nur dann noch einmal, wenn jenes verloren ist.',
    third: (until) =>
      `Ein Secret, das früher ersetzt wurde, gilt noch bis ${until}. Es endet sofort, wenn Sie das Secret wieder ersetzen.`,
    cancel: 'Abbrechen',
    end: 'Altes Secret jetzt beenden',
    endConfirm: 'Das alte Secret jetzt beenden? Was es noch benutzt, wird ab jetzt abgewiesen.',
    verify: 'Secret prüfen',
    verifyText:
      'Ob das, was Sie abgelegt haben, ein Secret dieses Client-Keys ist. Es wird hier nicht gespeichert.',
    verifySubmit: 'Prüfen',
    back: 'Zurück zur Anwendung',
    right: 'Richtig: Das ist ein Secret des Client-Keys, und es gilt jetzt.',
    wrong: 'Falsch: Das ist kein Secret des Client-Keys, oder es gilt nicht mehr.',
  },

  endings: {
    secret: (title) => `Das Secret von ${title}`,
    key: (title) => `Der API-Key ${title}`,
    ends: (what, when) => `${what} endet am ${when}`,
    ended: (what, when) => `${what} endete am ${when}`,
    endsText: 'Ersetzen Sie es vorher, und lassen Sie alles, was aufruft, das Neue verwenden.',
    endedText:
      'Aufrufe damit werden abgewiesen, bis Sie es ersetzen und alles, was aufruft, das Neue verwendet.',
    some: (application) => `Ein Secret oder ein API-Key von ${application} endet bald oder ist beendet`,
    see: 'Ansehen und ersetzen',
  },

  apiKey: {
    first: 'Erster Key',
    title: 'API-Keys',
    made: 'API-Keys dieser Anwendung',
    one: 'API-Key',
    lead: 'Für APIs, die einen API-Key verlangen. Ein API-Key genügt für jeden Aufruf: Geben Sie jeder Stelle, die aufruft, einen eigenen.',
    onceText:
      'Bewahren Sie ihn jetzt auf: Er wird hier nicht gespeichert und kann nicht noch einmal gezeigt werden.',
    called: 'Name',
    begins: 'Beginnt mit',
    ends: 'Endet',
    endsHint: 'Am Ende dieses Tages (UTC). Leer lassen für einen API-Key ohne Ende.',
    endsAfter: (days) =>
      `Am Ende dieses Tages (UTC). Leer heißt: so lange, wie ein API-Key hier gilt, ${format.number(days)} Tage.`,
    newEnds: 'letzter Tag des neuen API-Keys (UTC)',
    never: 'Nie',
    change: 'Ändern',
    create: 'API-Key anlegen',
    replace: 'Ersetzen',
    oldEnds: 'Alter Key endet',
    overlap: 'Wann endet der alte API-Key?',
    revoke: 'Widerrufen',
    revokeConfirm: (title) => `${title} widerrufen? Was ihn verwendet, wird ab jetzt abgewiesen.`,
  },

  clientCertificate: {
    title: 'Client-Zertifikate',
    registered: 'Eingetragene Client-Zertifikate',
    lead: 'Für APIs, die ein Client-Zertifikat verlangen (Mutual TLS). Die Aufrufe mit diesen Zertifikaten sind die dieser Anwendung. Zum Wechseln tragen Sie das neue neben dem alten ein und entfernen das alte später.',
    certificate: 'Zertifikat',
    hint: 'Als PEM, von BEGIN CERTIFICATE bis END CERTIFICATE: ohne den privaten Schlüssel, der bei Ihnen bleibt, und ohne die Zertifikate der Aussteller.',
    add: 'Zertifikat eintragen',
    remove: 'Entfernen',
    removeConfirm: (name) => `${name} entfernen? Aufrufe damit werden ab jetzt abgewiesen.`,
  },

  externalClient: {
    title: 'Client-IDs bei Identitätsanbietern',
    registered: 'Eingetragene Client-IDs',
    lead: 'Für APIs, die Zugriffstoken eines Identitätsanbieters nehmen. Die Aufrufe mit Token dieser Clients sind die dieser Anwendung.',
    issuer: 'Identitätsanbieter',
    clientId: 'Client-ID',
    token: 'Zugriffstoken des Clients',
    tokenHint:
      'Es beweist, dass der Client Ihrer ist: eines, das der Identitätsanbieter dem Client selbst mit Client-Credentials für die APIs hier ausgestellt hat. Es wird nicht aufbewahrt.',
    add: 'Client-ID eintragen',
    addLead: 'Ein Client, den Sie dort schon haben:',
    register: 'Anwendung dort registrieren',
    registerLead:
      'Der Identitätsanbieter legt für diese Anwendung einen neuen Client mit ihren Redirect-URIs an. Der Client endet mit der Anwendung, oder wenn Sie ihn hier entfernen.',
    registeredAt: (issuer) => `Bei ${issuer} registriert`,
    onceText:
      'Das Client-Secret ist das des Identitätsanbieters. Es wird hier nicht aufbewahrt: Speichern Sie es jetzt, denn es kann nicht noch einmal gezeigt werden.',
    secret: 'Client-Secret',
    secretEnds: 'Secret gültig bis',
    remove: 'Entfernen',
    removeConfirm: (clientId) => `${clientId} entfernen? Seine Token werden ab jetzt abgewiesen.`,
  },

  applicationUsage: { title: (application) => `Aufrufe von ${application}` },
});
