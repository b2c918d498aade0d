import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

/** A window of calls or of cost, of which something is left. */
export type WindowLeft = {
  readonly limit: number;
  readonly remaining: number;
  /** Null before the first call. */
  readonly resetsAt: string | null;
};

const en = (format: Formats) => ({
  catalog: (title: string) => `Catalog ${title}`,
  consumers: 'Consumers',
  name: 'Name',
  calls: 'Calls',
  usageOf: (title: string) => `Usage of ${title}`,
  create: 'Create',

  list: {
    title: (catalog: string) => `Consumers of ${catalog}`,
    search: 'Search consumer orgs by name or title',
    submit: 'Search',
    heading: (count: number) => `Consumer orgs: ${format.number(count)}`,
    caption: 'Consumer orgs',
    rows: 'consumer orgs',
    consumerOrg: 'Consumer org',
    owner: 'Owner',
    nobody: 'Nobody',
    more: (count: number) => `and ${format.number(count)} more`,
    applications: 'Applications',
    noneFound: 'None is found.',
    none: 'There is none here: one comes by the form below, or signs up in the portal where that is switched on.',
    create: 'Create a consumer org',
    ownerName: 'Username of its owner',
    ownerEmail: 'Email address, if known',
  },

  members: {
    heading: (count: number) => `People: ${format.number(count)}`,
    caption: 'People',
    none: 'Nobody: no one can sign in to the portal for it.',
    username: 'Username',
    owner: 'owner',
    newPassword: 'Password link',
    of: (username: string) => `for ${username}`,
    confirmPassword: (username: string) =>
      `Make a link by which ${username} chooses a new password? The present one ends, and so do all sessions.`,
    remove: 'Remove',
    confirmRemove: (username: string) => `Remove ${username}? Nobody signs in by this name any more.`,
    issued: (username: string) => `${username} chooses a password by this link`,
    link: 'link',
    handOver: (expiresAt: string) =>
      `Send it to the person, and to nobody else. It works once, until ${format.dateTime(expiresAt)}.`,
    addTitle: 'Add a person',
    email: 'Email address',
    emailHint: 'May be left empty.',
    add: 'Add',
  },

  deletion: {
    title: (title: string) => `Delete ${title}`,
    text: 'With its people, its applications, their client keys and their subscriptions: all its calls are refused from then on.',
    confirm: (title: string) => `Delete ${title}, with all its applications and subscriptions?`,
  },

  applications: {
    heading: (count: number) => `Applications: ${format.number(count)}`,
    caption: 'Applications',
    rows: 'applications',
    none: 'There is none yet.',
    application: 'Application',
    state: 'State',
    clientKeys: 'Client keys',
    subscriptions: 'Subscriptions',
    toMove: (target: string) => `to move to ${target}`,
    create: 'Create an application',
  },

  application: {
    clientType: 'Client type',
    clientTypes: {
      CONFIDENTIAL: { name: 'Confidential', meaning: 'keeps its secret' },
      PUBLIC: { name: 'Public', meaning: 'has no secret to keep' },
    },
    redirectUris: 'Redirect URIs',
    redirectUrisHint: 'One a line; for authorization codes alone.',
    settings: 'Settings',
    save: 'Save the settings',
    suspend: 'Suspend',
    suspendTitle: (title: string) => `Suspend ${title}`,
    suspendText: 'Its calls are refused at once, under all its subscriptions, until you enable it again.',
    confirmSuspend: (title: string) => `Suspend ${title}? Its calls are refused at once.`,
    enable: 'Enable',
    enableTitle: (title: string) => `Enable ${title}`,
    enableText: 'Its client keys and subscriptions are as they were, and serve again.',
    delete: 'Delete',
    deleteTitle: (title: string) => `Delete ${title}`,
    deleteText: 'With its client keys and its subscriptions: its calls are refused from then on.',
    confirmDelete: (title: string) => `Delete ${title}, with its client keys and subscriptions?`,
  },

  credentials: {
    heading: 'Client keys',
    none: 'There is none: the application cannot call.',
    title: 'Title',
    clientKey: 'Client key',
    created: 'Created',
    ends: 'Its secret ends',
    lastUsed: 'Last used',
    newSecret: 'New secret',
    of: (title: string) => `of ${title}`,
    confirmSecret: (title: string) => `Make a new client secret of ${title}?`,
    oldSecret: (title: string) => `The old client secret of ${title}`,
    overlaps: {
      0: 'The old one ends now',
      3600: 'The old one ends in an hour',
      86400: 'The old one ends in a day',
    },
    withdraw: 'Withdraw',
    confirmWithdraw: (title: string) =>
      `Withdraw the client key ${title}? Calls with it are refused at once.`,
    another: 'Title of another client key',
    create: 'Create a client key',
    issued: (application: string) => `The client secret of ${application}`,
    issuedSecret: 'client secret',
    handOver: 'Hand it to the consumer with the client key, which is no secret:',
    issuedKey: 'client key',
  },

  apiKeys: {
    heading: 'API keys',
    none: 'There is none. APIs with a security definition of kind KEY ask for one.',
    title: 'Title',
    begins: 'Begins',
    ends: 'Ends',
    lastUsed: 'Last used',
    replace: 'Replace',
    confirmReplace: (title: string) => `Make a new API key in place of ${title}?`,
    old: (title: string) => `The old API key ${title}`,
    overlaps: {
      0: 'The old one ends now',
      3600: 'The old one ends in an hour',
      86400: 'The old one ends in a day',
    },
    revoke: 'Revoke',
    confirmRevoke: (title: string) => `Revoke the API key ${title}? Calls with it are refused.`,
    another: 'Title of another API key',
    lastDay: 'Its last day, in UTC',
    lastDayHint: 'Without one it ends as the catalog says, or never.',
    create: 'Create an API key',
    issued: (title: string) => `The API key ${title}`,
    what: 'API key',
  },

  certificates: {
    heading: 'Client certificates',
    none: 'There is none. APIs with a security definition of type MUTUAL_TLS ask for one.',
    subject: 'Subject',
    thumbprint: 'SHA-256 thumbprint',
    ends: 'Ends',
    lastUsed: 'Last used',
    remove: 'Remove',
    confirmRemove: (name: string) => `Remove the certificate ${name}? Calls with it are refused.`,
    another: 'Another certificate, as PEM',
    anotherHint: 'The certificate alone: without its private key, and without those of its authorities.',
    register: 'Register the certificate',
  },

  subscriptions: {
    heading: 'Subscriptions',
    subscribe: 'Subscribe to a plan',
    none: 'There is none: the application reaches no API.',
    product: 'Product',
    plan: 'Plan',
    ownLimits: (until: string | null) =>
      until === null ? 'Own limits' : `Own limits until ${format.dateTime(until)}`,
    state: 'State',
    target: 'Can move to',
    approve: 'Approve',
    move: 'Move',
    to: (target: string) => `to ${target}`,
    confirmMove: (name: string, target: string) => `Move the subscription to ${name} to ${target}?`,
    anotherPlan: 'Another plan',
    than: (name: string) => `than ${name}`,
    end: 'End',
    confirmEnd: (name: string) => `End the subscription to ${name}?`,
    reject: 'Reject',
    why: 'Why',
    whyHint: 'Its consumer reads it; may be left empty.',
  },

  subscription: {
    plan: 'Plan',
    leftNow: 'Left now',
    unlimited: 'Unlimited',
    calls: (window: WindowLeft) => `${leftIn(window, format)} calls, ${resetIn(window, format)}`,
    cost: (window: WindowLeft) => `${leftIn(window, format)} cost, ${resetIn(window, format)}`,
    /** @param limit in words: `10 calls a day` */
    further: (limit: string, window: WindowLeft) =>
      `${limit}: ${leftIn(window, format)} left, ${resetIn(window, format)}`,
  },

  ownLimits: {
    title: 'Own limits',
    none: 'It has none: the limits of its plan hold.',
    /** @param limits in words: `500 calls an hour` */
    terms: (limits: string, until: string | null) =>
      until === null ? `${limits}, without an end.` : `${limits}, until ${format.dateTime(until)}.`,
    rest: (before: string, plan: string) =>
      `They were set for the plan ${before} and rest: the limits of ${plan} hold.`,
    change: 'Change them',
    give: 'Give it limits of its own',
    until: 'Until',
    untilHint: 'The limits of the plan are back at the end of this day, UTC. Empty is no end.',
    set: 'Set the limits',
    takeBack: 'Take them back',
    restore: "Restore the plan's limits",
    why: 'Why',
    whyHint: 'The audit keeps it; the consumer does not see it.',
  },
});

function leftIn({ remaining, limit }: WindowLeft, format: Formats): string {
  return `${format.number(remaining)} of ${format.number(limit)}`;
}

function resetIn({ resetsAt }: WindowLeft, format: Formats): string {
  return resetsAt === null ? 'the next call opens the window' : `resets at ${format.hour(resetsAt)} UTC`;
}

const de: typeof en = (format) => ({
  catalog: (title) => `Katalog ${title}`,
  consumers: 'Konsumenten',
  name: 'Name',
  calls: 'Aufrufe',
  usageOf: (title) => `Nutzung von ${title}`,
  create: 'Anlegen',

  list: {
    title: (catalog) => `Konsumenten von ${catalog}`,
    search: 'Organisationen nach Name oder Titel durchsuchen',
    submit: 'Suchen',
    heading: (count) => `Organisationen von Konsumenten: ${format.number(count)}`,
    caption: 'Organisationen von Konsumenten',
    rows: 'Organisationen',
    consumerOrg: 'Organisation',
    owner: 'Inhaber',
    nobody: 'Niemand',
    more: (count) => `und ${format.number(count)} weitere`,
    applications: 'Anwendungen',
    noneFound: 'Keine gefunden.',
    none: 'Hier gibt es noch keine: Legen Sie eine mit dem Formular unten an; wo es eingeschaltet ist, legt man sich im Portal auch selbst eine an.',
    create: 'Organisation von Konsumenten anlegen',
    ownerName: 'Benutzername des Inhabers',
    ownerEmail: 'E-Mail-Adresse, falls bekannt',
  },

  members: {
    heading: (count) => `Personen: ${format.number(count)}`,
    caption: 'Personen',
    none: 'Niemand: Es kann sich keiner für sie im Portal anmelden.',
    username: 'Benutzername',
    owner: 'Inhaber',
    newPassword: 'Passwort-Link',
    of: (username) => `für ${username}`,
    confirmPassword: (username) =>
      `Einen Link erzeugen, mit dem ${username} ein neues Passwort wählt? Das jetzige endet, und alle Sitzungen enden auch.`,
    remove: 'Entfernen',
    confirmRemove: (username) => `${username} entfernen? Mit diesem Namen meldet sich niemand mehr an.`,
    issued: (username) => `Mit diesem Link wählt ${username} ein Passwort`,
    link: 'Link',
    handOver: (expiresAt) =>
      `Schicken Sie ihn der Person und sonst niemandem. Er gilt einmal, bis ${format.dateTime(expiresAt)}.`,
    addTitle: 'Person hinzufügen',
    email: 'E-Mail-Adresse',
    emailHint: 'Kann leer bleiben.',
    add: 'Hinzufügen',
  },

  deletion: {
    title: (title) => `${title} löschen`,
    text: 'Mit ihren Personen, ihren Anwendungen und deren Client-Keys und Abonnements: Alle ihre Aufrufe werden dann abgewiesen.',
    confirm: (title) => `${title} mit allen Anwendungen und Abonnements löschen?`,
  },

  applications: {
    heading: (count) => `Anwendungen: ${format.number(count)}`,
    caption: 'Anwendungen',
    rows: 'Anwendungen',
    none: 'Es gibt noch keine.',
    application: 'Anwendung',
    state: 'Zustand',
    clientKeys: 'Client-Keys',
    subscriptions: 'Abonnements',
    toMove: (target) => `umzustellen auf ${target}`,
    create: 'Anwendung anlegen',
  },

  application: {
    clientType: 'Art des Clients',
    clientTypes: {
      CONFIDENTIAL: { name: 'Vertraulich', meaning: 'bewahrt ein Secret' },
      PUBLIC: { name: 'Öffentlich', meaning: 'kann kein Secret bewahren' },
    },
    redirectUris: 'Redirect-URIs',
    redirectUrisHint: 'Eine pro Zeile; nur für Authorization-Codes.',
    settings: 'Einstellungen',
    save: 'Einstellungen speichern',
    suspend: 'Sperren',
    suspendTitle: (title) => `${title} sperren`,
    suspendText:
      'Ihre Aufrufe werden sofort abgewiesen, unter allen ihren Abonnements, bis Sie sie wieder entsperren.',
    confirmSuspend: (title) => `${title} sperren? Aufrufe werden sofort abgewiesen.`,
    enable: 'Entsperren',
    enableTitle: (title) => `${title} entsperren`,
    enableText: 'Ihre Client-Keys und Abonnements sind, wie sie waren, und gelten wieder.',
    delete: 'Löschen',
    deleteTitle: (title) => `${title} löschen`,
    deleteText: 'Mit ihren Client-Keys und Abonnements: Ihre Aufrufe werden dann abgewiesen.',
    confirmDelete: (title) => `${title} mit allen Client-Keys und Abonnements löschen?`,
  },

  credentials: {
    heading: 'Client-Keys',
    none: 'Es gibt keinen: Die Anwendung kann nicht aufrufen.',
    title: 'Titel',
    clientKey: 'Client-Key',
    created: 'Angelegt',
    ends: 'Secret endet',
    lastUsed: 'Zuletzt verwendet',
    newSecret: 'Neues Secret',
    of: (title) => `von ${title}`,
    confirmSecret: (title) => `Ein neues Client-Secret für ${title} erzeugen?`,
    oldSecret: (title) => `Das alte Client-Secret von ${title}`,
    overlaps: {
      0: 'Das alte endet sofort',
      3600: 'Das alte endet in einer Stunde',
      86400: 'Das alte endet in einem Tag',
    },
    withdraw: 'Zurückziehen',
    confirmWithdraw: (title) =>
      `Den Client-Key ${title} zurückziehen? Aufrufe damit werden sofort abgewiesen.`,
    another: 'Titel eines weiteren Client-Keys',
    create: 'Client-Key anlegen',
    issued: (application) => `Das Client-Secret von ${application}`,
    issuedSecret: 'Client-Secret',
    handOver: 'Geben Sie es dem Konsumenten zusammen mit dem Client-Key, der nicht geheim ist:',
    issuedKey: 'Client-Key',
  },

  apiKeys: {
    heading: 'API-Keys',
    none: 'Es gibt keinen. APIs mit einer Sicherheitsdefinition der Art KEY verlangen einen.',
    title: 'Titel',
    begins: 'Beginnt mit',
    ends: 'Endet',
    lastUsed: 'Zuletzt verwendet',
    replace: 'Ersetzen',
    confirmReplace: (title) => `Einen neuen API-Key anstelle von ${title} erzeugen?`,
    old: (title) => `Der alte API-Key ${title}`,
    overlaps: {
      0: 'Der alte endet sofort',
      3600: 'Der alte endet in einer Stunde',
      86400: 'Der alte endet in einem Tag',
    },
    revoke: 'Widerrufen',
    confirmRevoke: (title) => `Den API-Key ${title} widerrufen? Aufrufe damit werden abgewiesen.`,
    another: 'Titel eines weiteren API-Keys',
    lastDay: 'Sein letzter Tag, in UTC',
    lastDayHint: 'Ohne einen endet er, wie es der Katalog vorgibt, oder nie.',
    create: 'API-Key anlegen',
    issued: (title) => `Der API-Key ${title}`,
    what: 'API-Key',
  },

  certificates: {
    heading: 'Client-Zertifikate',
    none: 'Es gibt keines. APIs mit einer Sicherheitsdefinition vom Typ MUTUAL_TLS verlangen eines.',
    subject: 'Inhaber',
    thumbprint: 'SHA-256-Fingerabdruck',
    ends: 'Endet',
    lastUsed: 'Zuletzt verwendet',
    remove: 'Entfernen',
    confirmRemove: (name) => `Das Zertifikat ${name} entfernen? Aufrufe damit werden abgewiesen.`,
    another: 'Ein weiteres Zertifikat, als PEM',
    anotherHint: 'Nur das Zertifikat: ohne seinen privaten Schlüssel und ohne die seiner Aussteller.',
    register: 'Zertifikat eintragen',
  },

  subscriptions: {
    heading: 'Abonnements',
    subscribe: 'Einen Plan abonnieren',
    none: 'Es gibt keines: Die Anwendung erreicht keine API.',
    product: 'Produkt',
    plan: 'Plan',
    ownLimits: (until) => (until === null ? 'Eigene Limits' : `Eigene Limits bis ${format.dateTime(until)}`),
    state: 'Zustand',
    target: 'Umstellbar auf',
    approve: 'Freigeben',
    move: 'Umstellen',
    to: (target) => `auf ${target}`,
    confirmMove: (name, target) => `Das Abonnement von ${name} auf ${target} umstellen?`,
    anotherPlan: 'Anderer Plan',
    than: (name) => `als ${name}`,
    end: 'Beenden',
    confirmEnd: (name) => `Das Abonnement von ${name} beenden?`,
    reject: 'Ablehnen',
    why: 'Warum',
    whyHint: 'Der Konsument liest es; kann leer bleiben.',
  },

  subscription: {
    plan: 'Plan',
    leftNow: 'Jetzt übrig',
    unlimited: 'Unbegrenzt',
    calls: (window) =>
      `noch ${germanLeftIn(window, format)} ${window.limit === 1 ? 'Aufruf' : 'Aufrufen'}, ${germanResetIn(window, format)}`,
    cost: (window) => `Kosten: noch ${germanLeftIn(window, format)}, ${germanResetIn(window, format)}`,
    further: (limit, window) =>
      `${limit}: noch ${germanLeftIn(window, format)}, ${germanResetIn(window, format)}`,
  },

  ownLimits: {
    title: 'Eigene Limits',
    none: 'Es hat keine: Die Limits seines Plans gelten.',
    terms: (limits, until) =>
      until === null ? `${limits}, ohne Ende.` : `${limits}, bis ${format.dateTime(until)}.`,
    rest: (before, plan) =>
      `Sie wurden für den Plan ${before} gesetzt und ruhen: Die Limits von ${plan} gelten.`,
    change: 'Ändern',
    give: 'Eigene Limits geben',
    until: 'Bis',
    untilHint: 'Am Ende dieses Tages, UTC, gelten wieder die Limits des Plans. Leer heißt: ohne Ende.',
    set: 'Limits setzen',
    takeBack: 'Zurücknehmen',
    restore: 'Limits des Plans wiederherstellen',
    why: 'Warum',
    whyHint: 'Das Protokoll bewahrt es auf; der Konsument sieht es nicht.',
  },
});

function germanLeftIn({ remaining, limit }: WindowLeft, format: Formats): string {
  return `${format.number(remaining)} von ${format.number(limit)}`;
}

function germanResetIn({ resetsAt }: WindowLeft, format: Formats): string {
  return resetsAt === null
    ? 'der nächste Aufruf öffnet das Zeitfenster'
    : `wieder alle um ${format.hour(resetsAt)} UTC`;
}

/** Texts of consumer orgs: their people, applications and subscriptions. */
export const consumerTexts = { en, de } satisfies Texts;
