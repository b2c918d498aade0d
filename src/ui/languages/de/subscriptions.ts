import { type subscriptions as english, momentOf } from '../en/subscriptions.ts';

/** Texts of subscriptions and of migrations. */
export const subscriptions: typeof english = (format) => ({
  subscribe: {
    title: (product) => `${product} abonnieren`,
    lead: 'Wählen Sie einen Plan und die Anwendung, die die APIs aufrufen soll.',
    plan: 'Plan',
    application: 'Anwendung',
    newApplication: 'Eine neue Anwendung',
    newApplicationHint: 'Sie bekommt einen Client-Key und ein Secret, das Sie einmal sehen.',
    newTitle: 'Meine Anwendung',
    subscribedAlready: (plan) => `Schon abonniert: ${plan}.`,
    submit: 'Abonnieren',
    submitPriced: 'Abonnieren und den Preis annehmen',
    submitPerhapsPriced: 'Abonnieren und den Preis annehmen, falls der Plan einen hat',
    subscribed: (product, plan) => `${plan} von ${product}`,
    failed: (product) => `Die Anwendung ist da, aber ${product} ist nicht abonniert`,
  },

  subscriptions: {
    title: 'Abonnements',
    lead: 'Was Ihre Anwendungen aufrufen dürfen, und wie viel davon noch übrig ist.',
    empty: 'Keine Ihrer Anwendungen hat ein Abonnement. Wählen Sie ein Produkt und einen seiner Pläne.',
    toProducts: 'Produkte ansehen',
    application: 'Anwendung',
    plan: 'Plan',
    quota: 'Jetzt übrig',
    callsToday: 'Aufrufe heute',
    state: { ACTIVE: 'Aktiv', PENDING_APPROVAL: 'Wartet auf Freigabe', REJECTED: 'Abgelehnt' },
    waiting: 'Der Anbieter muss es freigeben; bis dahin lässt es keine Aufrufe zu.',
    rejected: (reason) =>
      reason === null
        ? 'Der Anbieter hat es abgelehnt. Sie können noch einmal darum bitten.'
        : `Der Anbieter hat es abgelehnt; Sie können noch einmal darum bitten. Der Grund: ${reason}`,
    left: (remaining, limit) =>
      `noch ${format.number(remaining)} von ${format.number(limit)} ${limit === 1 ? 'Aufruf' : 'Aufrufen'}`,
    furtherLeft: (limit, remaining) => `${limit}: noch ${format.number(remaining)}`,
    limitUsed: (limit, share) =>
      share === 100 ? `${limit}: alles ist verbraucht` : `${limit}: 80 % sind verbraucht`,
    costLeft: (remaining, limit) =>
      `GraphQL-Kosten: noch ${format.number(remaining)} von ${format.number(limit)}`,
    resets: (at, now) => `wieder alle ${format.relative(at, now)} (${momentOf(format, at, now)})`,
    windowClosed: 'gezählt ab dem nächsten Aufruf',
    limitReached: 'Limit erreicht',
    unlimited: 'Unbegrenzt',
  },

  subscriptionPrice: {
    title: 'Preis',
    accepted: (by, at) => `Angenommen von ${by} am ${format.dateTime(at)}`,
    awaiting: (plan) => `${plan} hat einen neuen Preis`,
    awaitingText: (after, before) =>
      `Der neue Preis: ${after}. Bis Sie ihn annehmen, zahlen Sie den bisherigen: ${before}.`,
    accept: 'Den neuen Preis annehmen',
    thisMonth: 'Voraussichtlich in diesem Monat',
    lastMonth: 'Voraussichtlich im letzten Monat',
  },

  subscription: {
    planLinks: 'Bedingungen und Kontakt',
    product: 'Produkt',
    usage: 'Aufrufe',
    refusedCalls: 'Zuletzt abgewiesene Aufrufe',
    askAgain: 'Noch einmal anfragen',
    end: 'Dieses Abonnement beenden',
    endText: (application, product) =>
      `${application} kann die APIs von ${product} dann nicht mehr aufrufen, es sei denn, ein anderes Abonnement erlaubt es.`,
    endConfirm: 'Abonnement beenden',
    cancel: 'Behalten',
  },

  ended: {
    title: 'In den letzten 30 Tagen beendet',
    endedAt: (at) => `Beendet: ${at}`,
    retired: 'Der Anbieter hat dieses Produkt außer Dienst gestellt: Es beantwortet keine Aufrufe mehr.',
    serves: 'Das Produkt gibt es weiter, aber dieses Abonnement lässt keine Aufrufe mehr zu.',
    instead: (product) => `${product} ansehen und abonnieren`,
    nothingInstead:
      'Eine Version, die Sie abonnieren könnten, gibt es nicht: Fragen Sie den Anbieter, wie es weitergeht.',
  },

  migration: {
    offered: (product, successor) => `${product} wird durch ${successor} abgelöst`,
    offeredText: (application, from, to) =>
      `${application} kann vom Plan ${from} zu ${to} wechseln. Abonnement, Client-Keys und Secrets bleiben.`,
    until: (product, date) => `${product} antwortet bis ${format.date(date)}.`,
    see: 'Ansehen, was sich ändert, und umstellen',
    title: (product) => `Umstellen auf ${product}`,
    effect:
      'Das gilt sofort und lässt sich 30 Tage lang rückgängig machen, solange das alte Produkt antwortet.',
    submit: 'Dieses Abonnement umstellen',
    costs: (price) => `Das kostet dort: ${price}.`,
    submitPriced: 'Umstellen und den Preis annehmen',
    undoPriced: 'Zurückgehen und den Preis annehmen',
    ownLimitsRest: (plan) => `Ihre eigenen Limits gelten unter ${plan} nicht.`,
    estimate: ({ amount, currency }) =>
      `Nach Ihrer Nutzung hätte der letzte Monat dort ${format.money(amount, currency)} gekostet.`,
    wayBack: (product) => `Sie können zu ${product} zurück`,
    wayBackText: (application, plan, until) =>
      `${application} kam vom Plan ${plan}. Das lässt sich bis ${format.dateTime(until)} rückgängig machen.`,
    undo: 'Zurückgehen',
  },

  changes: {
    plans: (plan) => `Was aus dem Plan ${plan} wird`,
    what: 'Was',
    plan: 'Plan',
    limit: 'Limit',
    furtherCost: 'Weitere Grenzen der Kosten',
    cost: 'Kosten eines GraphQL-Dokuments',
    depth: 'Tiefe eines GraphQL-Dokuments',
    atOnce: 'Aufrufe zur selben Zeit',
    hidden: 'Verborgene Teile des GraphQL-Schemas',
    costLimit: 'Kosten aller GraphQL-Dokumente',
    documents: 'GraphQL-Dokumente',
    registeredOnly: 'Nur registrierte',
    anyDocument: 'Alle',
    price: 'Preis',
    sunset: 'Antwortet bis',
    unlimited: 'Unbegrenzt',
    noPlan: 'Kein Plan tritt an seine Stelle',
    noSunset: 'Kein Ende geplant',
    none: 'Aufrufe, die jetzt gelingen, gelingen dort unverändert.',
    fewerCalls: 'Dort dürfen Sie weniger Aufrufe machen als jetzt: Was darüber hinausgeht, wird abgewiesen.',
    fewerCallsAlone:
      'Die Aufrufe bleiben, wie sie sind, aber Sie dürfen dort weniger davon machen als jetzt: Was darüber hinausgeht, wird abgewiesen.',
    security: 'Wie Aufrufe zugelassen werden',
    before: 'Bisher',
    after: 'Dann',
    breaking: 'Was Aufrufer ändern müssen',
    breakingText:
      'Aufrufe dieser Operationen scheitern oder ihre Antworten werden falsch gelesen, bis der Aufrufer angepasst ist.',
    called: 'Was diese Anwendung in den letzten 30 Tagen aufgerufen hat, scheitert dort:',
    noneCalled:
      'Dort scheitern einige Aufrufe. Diese Anwendung hat in den letzten 30 Tagen keinen davon gemacht.',
    mayBreak: 'scheitert vielleicht',
    callsOf: (calls, last) =>
      `${calls === 1 ? '1 Aufruf' : `${format.number(calls)} Aufrufe`}, zuletzt nach ${last}`,
    removedApis: 'APIs, die es nicht mehr gibt',
    addedApis: 'Neue APIs',
  },
});
