import { REDIRECT_URIS_MAX } from '../../../../domain/consumer/application.ts';
import { USERNAME_LENGTH_MAX } from '../../../../domain/people/member.ts';
import { passwordLength } from '../../../../domain/people/password.ts';
import type { PlanLimit } from '../../../../domain/plan/plan-limit.ts';
import { TITLE_LENGTH_MAX } from '../../../../foundation/text/name.ts';
import { SEARCH_WORD_LENGTH_MAX, SEARCH_WORDS_MAX } from '../../../../foundation/text/search-words.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import { limitSpans } from '../../../../ui/kit/limit-spans.ts';
import { priceWords } from '../../../../ui/kit/price-words.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';
import type { Refusals } from './refusals.ts';

const en = (format: Formats) => ({
  portal: {
    failed: 'Error',
    skip: 'Skip to the content',
    menu: 'Main',
    products: 'Products',
    applications: 'Applications',
    subscriptions: 'Subscriptions',
    notices: 'Notices',
    unreadNotices: 'unread',
    account: 'Account',
    organization: 'Organization',
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
    noPortal: 'No portal at this address',
    noPortalText:
      'The address of a portal names a provider and one of its catalogs. The provider tells you both. Check the spelling of:',
    noPortalOrg: 'provider',
    noPortalCatalog: 'catalog',
    gone: 'This product is retired',
    goneText: (product: string, at: string | null) =>
      `The provider has retired ${product}${at === null ? '' : ` on ${format.date(at)}`}. It answers no calls, and nobody can subscribe to it.`,
    goneInstead: 'In its place there is',
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

  pager: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    range: (from: number, to: number, total: number) =>
      `${format.number(from)} to ${format.number(to)} of ${format.number(total)}`,
  },

  copy: { label: 'Copy', done: 'Copied' },
  masked: { show: 'Show', hide: 'Hide' },

  /** Notices of what was done, on the page that follows. */
  done: {
    migrated: 'The subscription was migrated: the new plan holds from now on.',
    undone: 'The subscription is back where it was before.',
    unsubscribed: 'The subscription has ended.',
    handedOver: 'The organization is handed over: you are a developer of it now.',
    invitationRevoked: 'The invitation is taken back: its link is good no more.',
    sessionsEnded: 'Signed out there.',
    memberRemoved: 'The person is removed, and what they had open in the organization has ended.',
    organizationSwitched: 'This is the current organization from now on.',
    organizationCreated: 'The organization is yours, and the current one.',
    organizationJoined: 'You belong to the organization, and it is the current one.',
    passwordChanged: 'The new password holds from now on. Everywhere else you were signed out.',
    subscribed: 'Subscribed. The application can call the APIs of the product now.',
    requested: 'Asked for. The provider has to approve it; until then calls are refused.',
    keyWithdrawn: 'The client key is withdrawn: calls with it are refused from now on.',
    planChanged: 'The plan is changed.',
    planRequested: 'Asked for. The provider has to approve it; until then the present plan holds.',
    planKept: 'The request for another plan is gone.',
    saved: 'Saved.',
    deleted: 'The application was deleted.',
    apiKeyRevoked: 'The API key is revoked: what uses it is refused.',
    certificateAdded: 'The certificate is registered: calls with it are those of the application.',
    certificateRemoved: 'The certificate is removed: calls with it are refused.',
    externalClientAdded: 'The client id is registered: calls with its tokens are those of the application.',
    externalClientRemoved: 'The client id is removed: its tokens are refused.',
    webhookDeleted: 'The webhook was deleted.',
    sending: 'It is being sent. Load the page again to see the answer.',
    secretEnded: 'The old secret has ended: only the new one is admitted.',
  },

  state: { PUBLISHED: 'Published', DEPRECATED: 'Deprecated' },

  kind: { REST: 'REST', GRAPHQL: 'GraphQL' },

  sunset: (date: string) => `It stops answering on ${format.date(date)}.`,

  /** Maximum cost of all documents of a plan, in words. */
  costLimit: (cost: number | null, unit: 'MINUTE' | 'HOUR') =>
    cost === null ? 'No limit' : `${format.number(cost)} ${unit === 'MINUTE' ? 'a minute' : 'an hour'}`,

  price: priceWords.en(format),

  noLimit: 'As many calls as you like',
  /** @param until null where no end is planned */
  ownLimits: (until: string | null) =>
    until === null ? 'Your own limits' : `Your own limits until ${format.dateTime(until)}`,

  /** Meaning of a limit, in words. */
  limit: ({ counts, meter, limit, operations, ...span }: PlanLimit) => {
    const amount = format.number(limit);
    const window = limitSpans.en(span, format);
    const of = operations.length === 0 ? '' : ` of ${operations.join(', ')}`;
    if (counts === 'GRAPHQL_COST') return `GraphQL cost of ${amount} ${window}${of}`;
    const one = counts === 'KILOBYTES' ? 'kilobyte' : 'call';
    return `${amount} ${meter ?? (limit === 1 ? one : `${one}s`)} ${window}${of}`;
  },
});

const de: typeof en = (format) => ({
  portal: {
    failed: 'Fehler',
    skip: 'Zum Inhalt springen',
    menu: 'Hauptmenü',
    products: 'Produkte',
    applications: 'Anwendungen',
    subscriptions: 'Abonnements',
    notices: 'Benachrichtigungen',
    unreadNotices: 'ungelesen',
    account: 'Konto',
    organization: 'Organisation',
    signIn: 'Anmelden',
    signUp: 'Konto anlegen',
    signOut: 'Abmelden',
    language: 'Sprache',
    changeLanguage: 'Wechseln',
    preparing: 'Wird vorbereitet',
    preparingText:
      'Dieser Teil der Seite wird gerade gebaut, einmal nach der Installation. Die Seite lädt sich selbst neu.',
    gateway: 'APIs werden aufgerufen unter',
  },

  problem: {
    title: 'Das hat nicht geklappt',
    notFound: 'Diese Seite gibt es nicht',
    notFoundText: 'Was Sie suchen, gibt es hier nicht, oder Sie dürfen es nicht sehen.',
    internal:
      'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; wenn das nicht hilft, sagen Sie dem Anbieter dieses Portals Bescheid.',
    back: 'Zurück zu den Produkten',
    noPortal: 'Unter dieser Adresse gibt es kein Portal',
    noPortalText:
      'Die Adresse eines Portals nennt einen Anbieter und einen seiner Kataloge. Der Anbieter nennt Ihnen beide. Prüfen Sie die Schreibweise:',
    noPortalOrg: 'Anbieter',
    noPortalCatalog: 'Katalog',
    gone: 'Dieses Produkt ist außer Dienst',
    goneText: (product, at) =>
      `Der Anbieter hat ${product}${at === null ? '' : ` am ${format.date(at)}`} außer Dienst gestellt. Es beantwortet keine Aufrufe, und niemand kann es abonnieren.`,
    goneInstead: 'An seine Stelle getreten ist',
  },

  refused: {
    SIGN_IN_FAILED: 'Der Benutzername oder das Passwort ist falsch.',
    'SIGN_IN_FAILED.currentPassword': 'Das bisherige Passwort ist falsch.',
    TOO_MANY_ATTEMPTS: ({ seconds = 60 }) =>
      `Das waren zu viele Versuche: Versuchen Sie es in ${seconds === 1 ? '1 Sekunde' : `${format.number(seconds)} Sekunden`} noch einmal.`,
    SIGN_IN_LOST:
      'Diese Anmeldung wurde nicht in diesem Browser begonnen, oder sie hat zu lange gedauert: Melden Sie sich noch einmal an.',
    SIGN_IN_DECLINED:
      'Sie haben die Anmeldung abgebrochen, oder Ihr Identitätsanbieter hat sie abgelehnt. Melden Sie sich noch einmal an, wenn Sie möchten.',
    SIGN_IN_REJECTED:
      'Ihr Identitätsanbieter hat Sie nicht angemeldet: Versuchen Sie es noch einmal. Hilft das nicht, fragen Sie den Anbieter dieses Portals.',
    IDENTITY_PROVIDER_UNAVAILABLE:
      'Der Identitätsanbieter antwortet nicht: Versuchen Sie es später noch einmal, oder melden Sie sich auf einem anderen Weg an.',
    NO_CONSUMER_ORG:
      'Sie sind angemeldet, aber keine Organisation dieses Portals ist für Sie: Fragen Sie seinen Anbieter, welche Ihrer Gruppen es benutzen darf.',
    EMAIL_UNVERIFIED:
      'Ihr Identitätsanbieter hat Ihre E-Mail-Adresse nicht bestätigt: Bestätigen Sie sie dort, und melden Sie sich noch einmal an.',
    PASSWORDS_DISABLED:
      'Hier meldet man sich nicht mit einem Passwort an, sondern über einen Identitätsanbieter.',
    SIGN_UP_DISABLED: 'In diesem Portal kann man sich nicht selbst ein Konto anlegen.',
    'NAME_TAKEN.username': 'Diesen Benutzernamen hat schon jemand: Wählen Sie einen anderen.',
    'NAME_TAKEN.consumerOrgTitle':
      'Eine Organisation heißt hier schon so: Wählen Sie einen anderen Namen, oder bitten Sie Ihre Kollegen um ein Konto.',
    'NAME_TAKEN.title': 'Sie haben schon eine Anwendung mit diesem Namen: Wählen Sie einen anderen.',
    'BAD_USER_INPUT.username': `Ein Benutzername hat 1 bis ${USERNAME_LENGTH_MAX} Zeichen und weder am Anfang noch am Ende ein Leerzeichen, und keine Steuerzeichen.`,
    'BAD_USER_INPUT.password': `Ein Passwort hat ${passwordLength.min} bis ${passwordLength.max} Zeichen.`,
    'BAD_USER_INPUT.newPassword': `Ein Passwort hat ${passwordLength.min} bis ${passwordLength.max} Zeichen.`,
    'BAD_USER_INPUT.email': 'Das ist keine E-Mail-Adresse: Sie hat die Form name@host.',
    'BAD_USER_INPUT.consumerOrgTitle': `Der Name einer Organisation hat 1 bis ${TITLE_LENGTH_MAX} Zeichen: nicht nur Leerzeichen und keine Steuerzeichen.`,
    'BAD_USER_INPUT.title': `Ein Name hat 1 bis ${TITLE_LENGTH_MAX} Zeichen: nicht nur Leerzeichen und keine Steuerzeichen.`,
    'BAD_USER_INPUT.clientId':
      'Eine Client-ID hat 1 bis 255 sichtbare ASCII-Zeichen ohne Anführungszeichen und umgekehrte Schrägstriche, und eine Anwendung hat höchstens 20.',
    'BAD_USER_INPUT.token':
      'Dieses Zugriffstoken beweist nicht, dass der Client Ihrer ist: Holen Sie ein neues mit Client-Credentials für diesen Client, bestimmt für die APIs hier, oder bitten Sie den Anbieter dieses Portals, die Client-ID einzutragen.',
    'NAME_TAKEN.clientId': 'Diese Client-ID hat schon eine Anwendung.',
    ISSUER_UNAVAILABLE: 'Der Identitätsanbieter antwortet nicht: Versuchen Sie es später noch einmal.',
    'BAD_USER_INPUT.redirectUris': ({ position }) =>
      position === undefined
        ? `Geben Sie höchstens ${REDIRECT_URIS_MAX} Redirect-URIs an.`
        : `Die ${position}. Redirect-URI geht nicht: Sie beginnt mit https://, auf localhost auch mit http://, oder mit einem umgekehrten Domainnamen wie com.example.client:/, und ist ohne #, Leerzeichen, Benutzernamen und *.`,
    'BAD_USER_INPUT.search': `Suchen Sie nach höchstens ${SEARCH_WORDS_MAX} Wörtern, jedes mit höchstens ${SEARCH_WORD_LENGTH_MAX} Zeichen.`,
    SUBSCRIPTION_EXISTS: 'Die Anwendung hat dieses Produkt schon abonniert, oder darum gebeten.',
    ANSWER_MISSING: 'Ein Feld, das der Anbieter braucht, ist leer: Füllen Sie das Formular ganz aus.',
    TERMS_NOT_ACCEPTED:
      'Die Bedingungen müssen Sie annehmen, wie sie jetzt sind: Lesen Sie sie, und setzen Sie den Haken.',
    'NOT_SUBSCRIBABLE.plan': 'Diesen Plan bietet der Anbieter nur anderen an.',
    NOT_SUBSCRIBABLE: 'Der Anbieter nimmt für dieses Produkt keine neuen Abonnements an.',
    MIGRATION_TARGET_MISSING: 'Dieses Abonnement lässt sich nicht umstellen: Dafür ist kein Plan vorgesehen.',
    UNDO_CONFLICT:
      'Dieses Abonnement kann nicht zurück: Die Umstellung ist zu lange her, das alte Produkt antwortet nicht mehr, oder die Anwendung hat es wieder abonniert.',
    CONFLICT:
      'Das hat inzwischen jemand anderes geändert: Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    NOT_FOUND: 'Was Sie gewählt haben, gibt es hier nicht oder nicht mehr: Laden Sie die Seite neu.',
    'NOT_FOUND.code':
      'Der Link wurde schon benutzt oder gilt nicht mehr: Bitten Sie den Anbieter um einen neuen.',
    FORBIDDEN: 'Ihre Rolle in der Organisation reicht dafür nicht: Bitten Sie einen Inhaber.',
    TEMPORARILY_UNAVAILABLE: 'Gerade ist zu viel los: Versuchen Sie es gleich noch einmal.',
  },

  pager: {
    label: 'Seiten',
    previous: 'Zurück',
    next: 'Weiter',
    range: (from, to, total) => `${format.number(from)} bis ${format.number(to)} von ${format.number(total)}`,
  },

  copy: { label: 'Kopieren', done: 'Kopiert' },
  masked: { show: 'Anzeigen', hide: 'Verbergen' },

  done: {
    migrated: 'Das Abonnement wurde umgestellt: Ab jetzt gilt der neue Plan.',
    undone: 'Das Abonnement ist wieder, wie es vorher war.',
    unsubscribed: 'Das Abonnement ist beendet.',
    handedOver: 'Die Organisation ist übergeben: Sie sind darin jetzt Entwickler.',
    invitationRevoked: 'Die Einladung ist zurückgenommen: Ihr Link gilt nicht mehr.',
    sessionsEnded: 'Dort abgemeldet.',
    memberRemoved: 'Die Person ist entfernt, und was sie in der Organisation offen hatte, ist beendet.',
    organizationSwitched: 'Ab jetzt ist das die aktuelle Organisation.',
    organizationCreated: 'Die Organisation gehört Ihnen und ist die aktuelle.',
    organizationJoined: 'Sie gehören zu der Organisation, und sie ist die aktuelle.',
    passwordChanged: 'Ab jetzt gilt das neue Passwort. Überall sonst wurden Sie abgemeldet.',
    subscribed: 'Abonniert. Die Anwendung kann die APIs des Produkts jetzt aufrufen.',
    requested: 'Angefragt. Der Anbieter muss es noch freigeben; bis dahin werden Aufrufe abgewiesen.',
    keyWithdrawn: 'Der Client-Key ist zurückgezogen: Aufrufe damit werden ab jetzt abgewiesen.',
    planChanged: 'Der Plan ist gewechselt.',
    planRequested: 'Angefragt. Der Anbieter muss ihn noch freigeben; bis dahin gilt der jetzige Plan.',
    planKept: 'Die Bitte um einen anderen Plan ist erledigt.',
    saved: 'Gespeichert.',
    deleted: 'Die Anwendung wurde gelöscht.',
    apiKeyRevoked: 'Der API-Key ist widerrufen: Was ihn verwendet, wird abgewiesen.',
    webhookDeleted: 'Der Webhook wurde gelöscht.',
    sending: 'Es wird gesendet. Laden Sie die Seite neu, um die Antwort zu sehen.',
    certificateAdded: 'Das Zertifikat ist eingetragen: Aufrufe damit sind die der Anwendung.',
    certificateRemoved: 'Das Zertifikat ist entfernt: Aufrufe damit werden abgewiesen.',
    externalClientAdded: 'Die Client-ID ist eingetragen: Aufrufe mit ihren Token sind die der Anwendung.',
    externalClientRemoved: 'Die Client-ID ist entfernt: Ihre Token werden abgewiesen.',
    secretEnded: 'Das alte Secret ist beendet: Nur noch das neue gilt.',
  },

  state: { PUBLISHED: 'Veröffentlicht', DEPRECATED: 'Veraltet' },

  kind: { REST: 'REST', GRAPHQL: 'GraphQL' },

  sunset: (date) => `Es antwortet nur noch bis ${format.date(date)}.`,

  costLimit: (cost, unit) =>
    cost === null ? 'Unbegrenzt' : `${format.number(cost)} pro ${unit === 'MINUTE' ? 'Minute' : 'Stunde'}`,

  price: priceWords.de(format),

  noLimit: 'Beliebig viele Aufrufe',
  ownLimits: (until) =>
    until === null ? 'Ihre eigenen Limits' : `Ihre eigenen Limits bis ${format.dateTime(until)}`,

  limit: ({ counts, meter, limit, operations, ...span }) => {
    const amount = format.number(limit);
    const window = limitSpans.de(span, format);
    const of = operations.length === 0 ? '' : ` von ${operations.join(', ')}`;
    if (counts === 'GRAPHQL_COST') return `GraphQL-Kosten von ${amount} ${window}${of}`;
    if (counts === 'KILOBYTES') return `${amount} Kilobyte ${window}${of}`;
    return `${amount} ${meter ?? (limit === 1 ? 'Aufruf' : 'Aufrufe')} ${window}${of}`;
  },
});

/** Texts that pages share: the frame, problems, refusals, notices and limits. */
export const sharedTexts = { en, de } satisfies Texts;
