import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

/** Words of an action on a page. */
type ActionWords = {
  readonly name: string;
  /** Explanation above the form. */
  readonly lead: string;
  /** Title of the page, for a product or an API such as `Weather 1.0.0`. */
  title(thing: string): string;
};

const english = (name: string, lead: string): ActionWords => ({
  name,
  lead,
  title: (thing) => `${name} ${thing}`,
});

const en = (format: Formats) => ({
  /** Actions by the last segment of their addresses. */
  of: {
    stage: english(
      'Stage',
      'The product comes into the catalog as it is now. Nobody sees it or calls it yet.',
    ),
    restage: english('Stage again', 'The copy in the catalog becomes what the draft is now.'),
    publish: english(
      'Publish',
      'The portal shows the product, applications subscribe to it, and its APIs answer.',
    ),
    supersede: english(
      'Supersede',
      'A staged version takes its place. This one goes on serving its subscribers, who move when they want to.',
    ),
    replace: english(
      'Replace',
      'A staged version takes its place, and every subscription moves to it at once. This one retires.',
    ),
    'set-migration-target': english(
      'Set migration target',
      'Its subscribers are offered the move to another published product. Both stay as they are.',
    ),
    migrate: english(
      'Migrate subscriptions',
      'The subscriptions that are still on it move to its migration target. Their client keys stay the same.',
    ),
    deprecate: english('Deprecate', 'It goes on serving its subscribers, and takes no new ones.'),
    retire: english('Retire', 'It serves nobody any more, and its subscriptions end.'),
    archive: english(
      'Archive',
      'The catalog does not list it any more, unless archived products are asked for.',
    ),
    remove: english('Remove', 'It leaves the catalog. The draft stays.'),
    online: english(
      'Take online',
      'Calls of the API are served. Where no product of the catalog has it, it is published in one of its own.',
    ),
    offline: english(
      'Take offline',
      'Calls of the API get 503, until it is taken online again. Products and subscriptions stay as they are.',
    ),
  },

  /** Words for what a mutation has done. */
  done: {
    stageProduct: 'Staged',
    publishProduct: 'Published',
    supersedeProduct: 'Superseded',
    replaceProduct: 'Replaced',
    setMigrationTarget: 'Migration target set',
    migrateSubscriptions: 'Subscriptions migrated',
    deprecateProduct: 'Deprecated',
    retireProduct: 'Retired',
    archiveProduct: 'Archived',
    removeProduct: 'Removed',
    setApiOnline: 'Switched',
    createProduct: 'Created and published',
    importApi: 'Imported and published',
    setBackend: 'Back-end set',
    removeBackend: 'Back-end removed',
    undoLifecycleChange: 'Undone',
  },

  form: {
    propose: 'Propose',
    preview: 'Preview',
    unchanged: 'No change: it is already so.',
    acceptBreaking: 'I accept that these calls break',
    unseenBreaks: 'Calls that work now would break. See which, and tick the box if you accept that.',
    cancel: 'Cancel',
    sunset: 'Sunset',
    sunsetHint: 'The day (UTC) on which it retires, once nobody is subscribed. It may stay open.',
    idleDays: 'Days without calls',
    idleDaysHint:
      'From the sunset on it retires with its subscriptions, once nobody has called it for so many days, 1 to 400. Empty waits until nobody is subscribed.',
    noSuccessor:
      'No product in the catalog can take its place. Create a new version, or stage one that is a draft already.',
    successor: 'New product',
    chooseSuccessor: 'Choose a product',
    plans: 'New plan of each plan',
    plansHint: 'Each plan with subscriptions needs one.',
    noPlan: 'No plan',
  },

  effects: {
    none: 'Nothing else changes.',
    products: 'Products',
    product: 'Product',
    apis: 'APIs',
    api: 'API',
    productOfApi: 'In',
    backends: 'Back-ends',
    backend: 'Back-end',
    before: 'Now',
    after: 'Then',
    notInCatalog: 'Not in the catalog',
    subscriptions: 'Subscriptions',
    firstSubscriptions: (count: number) => `These are the first ${format.number(count)}.`,
    application: 'Application',
    applicationOf: (application: string, consumerOrg: string) => `${application} of ${consumerOrg}`,
    move: 'Change',
    from: 'From',
    to: 'To',
    called: (called: number, subscribers: number) =>
      `${called === 0 ? 'None' : format.number(called)} of ${format.number(subscribers)} subscribers called what changes in the last 30 days.`,
    callers: 'Callers of what changes',
    operation: 'Operation or field',
    mayBreak: 'may break',
    calls: 'Calls',
    lastCall: 'Last call',
  },

  changeBar: {
    done: (what: string, subject: string) => `${what}: ${subject}.`,
    undo: 'Undo',
    until: (end: string) => `, until ${format.dateTime(end)}`,
  },

  scripts: {
    title: 'For scripts',
    graphQL: { title: 'As GraphQL', what: 'mutation' },
    curl: { title: 'As curl', what: 'command' },
    manifest: { title: 'As manifest', what: 'manifest' },
    open: 'Open in GraphiQL',
  },
});

const german = (name: string, lead: string, title: ActionWords['title']): ActionWords => ({
  name,
  lead,
  title,
});

const de: typeof en = (format) => ({
  of: {
    stage: german(
      'Bereitstellen',
      'Das Produkt kommt so in den Katalog, wie es jetzt ist. Noch sieht es niemand, und niemand ruft es auf.',
      (thing) => `${thing} bereitstellen`,
    ),
    restage: german(
      'Erneut bereitstellen',
      'Die Kopie im Katalog bekommt den jetzigen Stand des Entwurfs.',
      (thing) => `${thing} erneut bereitstellen`,
    ),
    publish: german(
      'Veröffentlichen',
      'Das Portal zeigt das Produkt, Anwendungen können es abonnieren, und seine APIs antworten.',
      (thing) => `${thing} veröffentlichen`,
    ),
    supersede: german(
      'Ablösen',
      'Eine bereitgestellte Version tritt an seine Stelle. Dieses Produkt bedient seine Abonnenten weiter; sie wechseln, wann sie wollen.',
      (thing) => `${thing} ablösen`,
    ),
    replace: german(
      'Ersetzen',
      'Eine bereitgestellte Version tritt an seine Stelle, und alle Abonnements gehen sofort zu ihr über. Dieses Produkt wird eingestellt.',
      (thing) => `${thing} ersetzen`,
    ),
    'set-migration-target': german(
      'Ziel der Umstellung festlegen',
      'Den Abonnenten wird der Wechsel zu einem anderen veröffentlichten Produkt angeboten. Beide Produkte bleiben, wie sie sind.',
      (thing) => `Ziel der Umstellung von ${thing} festlegen`,
    ),
    migrate: german(
      'Abonnements umstellen',
      'Die Abonnements, die es noch hat, gehen zum Ziel der Umstellung über. Ihre Client-Keys bleiben dieselben.',
      (thing) => `Abonnements von ${thing} umstellen`,
    ),
    deprecate: german(
      'Als veraltet kennzeichnen',
      'Es bedient seine Abonnenten weiter und nimmt keine neuen an.',
      (thing) => `${thing} als veraltet kennzeichnen`,
    ),
    retire: german(
      'Einstellen',
      'Es bedient niemanden mehr, und seine Abonnements enden.',
      (thing) => `${thing} einstellen`,
    ),
    archive: german(
      'Archivieren',
      'Der Katalog führt es nicht mehr auf, außer man fragt nach archivierten Produkten.',
      (thing) => `${thing} archivieren`,
    ),
    remove: german(
      'Entfernen',
      'Es verlässt den Katalog. Der Entwurf bleibt.',
      (thing) => `${thing} entfernen`,
    ),
    online: german(
      'Online stellen',
      'Aufrufe der API werden bedient. Hat kein Produkt des Katalogs sie, wird sie in einem eigenen veröffentlicht.',
      (thing) => `${thing} online stellen`,
    ),
    offline: german(
      'Offline nehmen',
      'Aufrufe der API bekommen 503, bis sie wieder online gestellt wird. Produkte und Abonnements bleiben, wie sie sind.',
      (thing) => `${thing} offline nehmen`,
    ),
  },

  done: {
    stageProduct: 'Bereitgestellt',
    publishProduct: 'Veröffentlicht',
    supersedeProduct: 'Abgelöst',
    replaceProduct: 'Ersetzt',
    setMigrationTarget: 'Ziel der Umstellung festgelegt',
    migrateSubscriptions: 'Abonnements umgestellt',
    deprecateProduct: 'Als veraltet gekennzeichnet',
    retireProduct: 'Eingestellt',
    archiveProduct: 'Archiviert',
    removeProduct: 'Entfernt',
    setApiOnline: 'Umgeschaltet',
    createProduct: 'Angelegt und veröffentlicht',
    importApi: 'Importiert und veröffentlicht',
    setBackend: 'Backend gesetzt',
    removeBackend: 'Backend entfernt',
    undoLifecycleChange: 'Rückgängig gemacht',
  },

  form: {
    propose: 'Vorschlagen',
    preview: 'Zeigen, was geschieht',
    unchanged: 'Es ist schon so: Nichts würde sich ändern.',
    acceptBreaking: 'Ich nehme in Kauf, dass diese Aufrufe scheitern',
    unseenBreaks:
      'Aufrufe, die jetzt gelingen, würden scheitern. Sehen Sie nach, welche, und setzen Sie den Haken, wenn Sie das in Kauf nehmen.',
    cancel: 'Abbrechen',
    sunset: 'Abschaltung',
    sunsetHint:
      'Der Tag (UTC), an dem es eingestellt wird, sobald niemand es mehr abonniert hat. Er kann offen bleiben.',
    idleDays: 'Tage ohne Aufrufe',
    idleDaysHint:
      'Ab der Abschaltung wird es mit seinen Abonnements eingestellt, sobald es so viele Tage lang niemand aufgerufen hat, 1 bis 400. Ohne Angabe erst, wenn niemand es mehr abonniert hat.',
    noSuccessor:
      'Kein Produkt im Katalog kann an seine Stelle treten. Legen Sie eine neue Version an, oder stellen Sie einen Entwurf bereit, den es schon gibt.',
    successor: 'Neues Produkt',
    chooseSuccessor: 'Produkt wählen',
    plans: 'Wohin die Abonnements jedes Plans gehen',
    plansHint: 'Jeder Plan mit Abonnements braucht ein Ziel.',
    noPlan: 'Kein Plan',
  },

  effects: {
    none: 'Sonst ändert sich nichts.',
    products: 'Produkte',
    product: 'Produkt',
    apis: 'APIs',
    api: 'API',
    productOfApi: 'In',
    backends: 'Backends',
    backend: 'Backend',
    before: 'Jetzt',
    after: 'Dann',
    notInCatalog: 'Nicht im Katalog',
    subscriptions: 'Abonnements',
    firstSubscriptions: (count) => `Das sind die ersten ${format.number(count)}.`,
    application: 'Anwendung',
    applicationOf: (application, consumerOrg) => `${application} von ${consumerOrg}`,
    move: 'Was geschieht',
    from: 'Von',
    to: 'Nach',
    called: (called, subscribers) =>
      `${called === 0 ? 'Keiner' : format.number(called)} von ${format.number(subscribers)} Abonnenten ${called > 1 ? 'haben' : 'hat'} in den letzten 30 Tagen aufgerufen, was sich ändert.`,
    callers: 'Wer aufgerufen hat, was sich ändert',
    operation: 'Operation oder Feld',
    mayBreak: 'scheitert vielleicht',
    calls: 'Aufrufe',
    lastCall: 'Letzter Aufruf',
  },

  changeBar: {
    done: (what, subject) => `${what}: ${subject}.`,
    undo: 'Rückgängig machen',
    until: (end) => `, bis ${format.dateTime(end)}`,
  },

  scripts: {
    title: 'Für Skripte',
    graphQL: { title: 'Als GraphQL', what: 'Mutation' },
    curl: { title: 'Als curl', what: 'Befehl' },
    manifest: { title: 'Als Manifest', what: 'Manifest' },
    open: 'In GraphiQL öffnen',
  },
});

/** Texts of the actions on products and APIs of a catalog, and of their effects. */
export const actionTexts = { en, de } satisfies Texts;
