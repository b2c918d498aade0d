import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

/** A window of calls or of cost, of which something is left. */
type WindowLeft = {
  readonly limit: number;
  readonly remaining: number;
  /** Null before the first call. */
  readonly resetsAt: string | null;
};

const en = (format: Formats) => ({
  subscriptions: {
    heading: 'Subscriptions',
    subscribe: 'Subscribe to a plan',
    none: 'No subscriptions: the application cannot call an API.',
    product: 'Product',
    plan: 'Plan',
    ownLimits: (until: string | null) =>
      until === null ? 'Own limits' : `Own limits until ${format.dateTime(until)}`,
    state: 'State',
    target: 'Can move to',
    planRequested: (plan: string) => `Requested plan: ${plan}`,
    planRejected: (plan: string, at: string, reason: string | null) =>
      `The plan ${plan} was rejected on ${format.dateTime(at)}${reason === null ? '' : `: ${reason}`}`,
    approve: 'Approve',
    move: 'Move',
    to: (target: string) => `to ${target}`,
    confirmMove: (name: string, target: string) => `Move the subscription to ${name} to ${target}?`,
    anotherPlan: 'Another plan',
    than: (name: string) => `than ${name}`,
    end: 'End',
    confirmEnd: (name: string) => `End the subscription to ${name}?`,
    reject: 'Reject',
    why: 'Reason',
    whyHint: 'Optional. The consumer reads it.',
  },

  subscription: {
    plan: 'Plan',
    price: 'Price',
    accepted: (who: string, at: string) => `Accepted by ${who} on ${format.dateTime(at)}`,
    awaiting: (price: string) => `A higher price applies once a member accepts it: ${price}`,
    leftNow: 'Remaining',
    unlimited: 'Unlimited',
    calls: (window: WindowLeft) => `${leftIn(window, format)} calls, ${resetIn(window, format)}`,
    cost: (window: WindowLeft) => `${leftIn(window, format)} cost, ${resetIn(window, format)}`,
    /** @param limit in words: `10 calls a day` */
    further: (limit: string, window: WindowLeft) =>
      `${limit}: ${leftIn(window, format)} left, ${resetIn(window, format)}`,
  },

  ownLimits: {
    title: 'Own limits',
    none: 'None: the limits of its plan apply.',
    /** @param limits in words: `500 calls an hour` */
    terms: (limits: string, until: string | null) =>
      until === null ? `${limits}, with no end.` : `${limits}, until ${format.dateTime(until)}.`,
    rest: (before: string, plan: string) =>
      `They were set for the plan ${before} and are inactive: the limits of ${plan} apply.`,
    change: 'Edit',
    give: 'Set own limits',
    until: 'Until',
    untilHint: 'The limits of the plan apply again after this day (UTC). Empty is no end.',
    set: 'Set the limits',
    takeBack: 'Remove',
    restore: "Restore the plan's limits",
    why: 'Reason',
    whyHint: 'Kept in the audit. The consumer does not see it.',
  },
});

function leftIn({ remaining, limit }: WindowLeft, format: Formats): string {
  return `${format.number(remaining)} of ${format.number(limit)}`;
}

function resetIn({ resetsAt }: WindowLeft, format: Formats): string {
  return resetsAt === null ? 'the next call opens the window' : `resets at ${format.hour(resetsAt)} UTC`;
}

const de: typeof en = (format) => ({
  subscriptions: {
    heading: 'Abonnements',
    subscribe: 'Einen Plan abonnieren',
    none: 'Es gibt keines: Die Anwendung erreicht keine API.',
    product: 'Produkt',
    plan: 'Plan',
    ownLimits: (until) => (until === null ? 'Eigene Limits' : `Eigene Limits bis ${format.dateTime(until)}`),
    state: 'Zustand',
    target: 'Umstellbar auf',
    planRequested: (plan) => `Bittet um den Plan ${plan}`,
    planRejected: (plan, at, reason) =>
      `Der Plan ${plan} wurde am ${format.dateTime(at)} abgelehnt${reason === null ? '' : `: ${reason}`}`,
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
    price: 'Preis',
    accepted: (who, at) => `Angenommen von ${who} am ${format.dateTime(at)}`,
    awaiting: (price) => `Ein höherer Preis wartet, bis ein Mitglied ihn annimmt: ${price}`,
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

/** Texts of subscriptions, and of their own limits. */
export const subscriptionTexts = { en, de } satisfies Texts;
