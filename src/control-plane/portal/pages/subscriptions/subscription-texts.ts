import { DAY_MS } from '../../../../domain/call/usage.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

/** Writes an instant with its date where it is a day away or more. */
const momentOf = (format: Formats, at: string, now: Date): string =>
  Date.parse(at) - now.getTime() < DAY_MS ? `${format.hour(at)} UTC` : format.dateTime(at);

type Money = { readonly amount: string; readonly currency: string };

const en = (format: Formats) => ({
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
    submitPriced: 'Subscribe and accept the price',
    submitPerhapsPriced: 'Subscribe, and accept the price where the plan has one',
    subscribed: (product: string, plan: string) => `${plan} of ${product}`,
    failed: (product: string) => `The application is there, but it is not subscribed to ${product}`,
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
    /** @param limit in words: `10 calls a minute` */
    furtherLeft: (limit: string, remaining: number) => `${limit}: ${format.number(remaining)} left`,
    /** @param limit in words: `10 calls a day` */
    limitUsed: (limit: string, share: 80 | 100) =>
      share === 100 ? `${limit}: all of it is used` : `${limit}: 80 % of it is used`,
    costLeft: (remaining: number, limit: number) =>
      `GraphQL cost: ${format.number(remaining)} of ${format.number(limit)} left`,
    resets: (at: string, now: Date) => `resets ${format.relative(at, now)} (${momentOf(format, at, now)})`,
    windowClosed: 'the next call opens the window',
    unlimited: 'No limit',
  },

  subscriptionPrice: {
    title: 'Price',
    accepted: (by: string, at: string) => `Accepted by ${by} on ${format.dateTime(at)}`,
    awaiting: (plan: string) => `${plan} has a new price`,
    awaitingText: (after: string, before: string) =>
      `The new price: ${after}. You pay the present one until you accept it: ${before}.`,
    accept: 'Accept the new price',
    thisMonth: 'Estimate of this month',
    lastMonth: 'Estimate of the last month',
  },

  subscription: {
    product: 'Product',
    usage: 'Calls',
    refusedCalls: 'Last refused calls',
    askAgain: 'Ask again',
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

  migration: {
    offered: (product: string, successor: string) => `${product} is replaced by ${successor}`,
    offeredText: (application: string, from: string, to: string) =>
      `${application} can go from the plan ${from} to ${to}. Its subscription, client keys and secrets stay.`,
    until: (product: string, date: string) => `${product} answers until ${format.date(date)}.`,
    see: 'See what changes and migrate',
    title: (product: string) => `Migrate to ${product}`,
    effect: 'It holds at once, and can be undone for 30 days while the old product answers.',
    submit: 'Migrate this subscription',
    costs: (price: string) => `It costs there: ${price}.`,
    submitPriced: 'Migrate and accept the price',
    undoPriced: 'Go back and accept the price',
    ownLimitsRest: (plan: string) => `Your own limits do not hold under ${plan}.`,
    estimate: ({ amount, currency }: Money) =>
      `By what you used, the last month would have cost ${format.money(amount, currency)} there.`,
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
    furtherCost: 'Further limits on cost',
    cost: 'Cost of a GraphQL document',
    depth: 'Depth of a GraphQL document',
    atOnce: 'Calls at the same time',
    hidden: 'Hidden parts of the GraphQL schema',
    costLimit: 'Cost of all GraphQL documents',
    documents: 'GraphQL documents',
    registeredOnly: 'Registered ones only',
    anyDocument: 'Any',
    price: 'Price',
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
    called: 'What this application called in the last 30 days breaks there:',
    noneCalled: 'Some calls break there, and this application made none of them in the last 30 days.',
    mayBreak: 'may break',
    callsOf: (calls: number, last: string) =>
      `${calls === 1 ? '1 call' : `${format.number(calls)} calls`}, the last one after ${last}`,
    removedApis: 'APIs that are not there any more',
    addedApis: 'APIs that are new',
  },
});

const de: typeof en = (format) => ({
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
    windowClosed: 'der nächste Aufruf öffnet das Zeitfenster',
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

/** Texts of subscriptions and of migrations. */
export const subscriptionTexts = { en, de } satisfies Texts;
