import { REDIRECT_URIS_MAX } from '../../../domain/consumer/application.ts';
import { USERNAME_LENGTH_MAX } from '../../../domain/people/member.ts';
import { passwordLength } from '../../../domain/people/password.ts';
import { TITLE_LENGTH_MAX } from '../../../foundation/text/name.ts';
import { SEARCH_WORD_LENGTH_MAX, SEARCH_WORDS_MAX } from '../../../foundation/text/search-words.ts';
import type { shared as english } from '../en/shared.ts';
import { limitSpan } from './limit-span.ts';
import { price } from './price.ts';

/** Texts that pages share: the frame, problems, refusals, notices and limits. */
export const shared: typeof english = (format) => ({
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
    'TOO_MANY_ATTEMPTS.email':
      'An Sie oder diese Adresse gingen zu viele E-Mails: Sehen Sie in das Postfach, oder versuchen Sie es später noch einmal.',
    SIGN_IN_FAILED: 'Der Benutzername oder das Passwort ist falsch.',
    'SIGN_IN_FAILED.currentPassword': 'Das bisherige Passwort ist falsch.',
    TOO_MANY_ATTEMPTS: ({ seconds = 60 }) =>
      `Das waren zu viele Versuche: Versuchen Sie es in ${seconds === 1 ? '1 Sekunde' : `${format.number(seconds)} Sekunden`} noch einmal.`,
    SIGN_IN_LOST:
      'Diese Anmeldung wurde nicht in diesem Browser begonnen, oder sie hat zu lange gedauert: Melden Sie sich noch einmal an.',
    SIGN_IN_UNREQUESTED:
      'Ihr Identitätsanbieter hat Sie hierher geschickt, ohne dass dieses Portal gefragt hat: Beginnen Sie auf dieser Seite.',
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
    PASSWORD_COMMON: 'Dieses Passwort gehört zu denen, die zuerst geraten werden: Wählen Sie ein anderes.',
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
  colon: ':',
  masked: { show: 'Anzeigen', hide: 'Verbergen', showKey: 'Client-Key anzeigen' },

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
    passkeyAdded: 'Der Passkey ist hinzugefügt: Ab jetzt können Sie sich mit ihm anmelden.',
    passkeyRemoved: 'Der Passkey ist entfernt. Überall sonst wurden Sie abgemeldet.',
    passwordChanged: 'Ab jetzt gilt das neue Passwort. Überall sonst wurden Sie abgemeldet.',
    subscribed: 'Abonniert. Die Anwendung kann die APIs des Produkts jetzt aufrufen.',
    requested: 'Angefragt. Der Anbieter muss es noch freigeben; bis dahin werden Aufrufe abgewiesen.',
    keyWithdrawn: 'Der Client-Key ist zurückgezogen: Aufrufe damit werden ab jetzt abgewiesen.',
    planChanged: 'Der Plan ist gewechselt.',
    planRequested: 'Angefragt. Der Anbieter muss ihn noch freigeben; bis dahin gilt der jetzige Plan.',
    planKept: 'Die Bitte um einen anderen Plan ist erledigt.',
    verificationSent:
      'Eine E-Mail mit einem Link ist unterwegs: Öffnen Sie ihn, um die Adresse zu bestätigen.',
    emailVerified: 'Ihre E-Mail-Adresse ist bestätigt.',
    emailKept: 'Die Adresse bleibt, wie sie ist.',
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

  price: price(format),

  noLimit: 'Beliebig viele Aufrufe',
  ownLimits: (until) =>
    until === null ? 'Ihre eigenen Limits' : `Ihre eigenen Limits bis ${format.dateTime(until)}`,

  limit: ({ counts, meter, limit, operations, ...span }) => {
    const amount = format.number(limit);
    const window = limitSpan(span, format);
    const of = operations.length === 0 ? '' : ` von ${operations.join(', ')}`;
    if (counts === 'GRAPHQL_COST') return `GraphQL-Kosten von ${amount} ${window}${of}`;
    if (counts === 'KILOBYTES') return `${amount} Kilobyte ${window}${of}`;
    return `${amount} ${meter ?? (limit === 1 ? 'Aufruf' : 'Aufrufe')} ${window}${of}`;
  },
});
