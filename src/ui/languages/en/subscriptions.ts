import { DAY_MS } from '../../../domain/call/usage.ts';
import type { Formats } from '../../kit/formats.ts';

/** Writes an instant with its date where it is a day away or more. */
export const momentOf = (format: Formats, at: string, now: Date): string =>
  Date.parse(at) - now.getTime() < DAY_MS ? `${format.hour(at)} UTC` : format.dateTime(at);

type Money = { readonly amount: string; readonly currency: string };

/** Texts of subscriptions and of migrations. */
export const subscriptions = (format: Formats) => ({
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
    lead: 'What your applications may call, and what is left of each plan.',
    empty: 'No subscriptions yet. Choose a product and one of its plans.',
    toProducts: 'See the products',
    application: 'Application',
    plan: 'Plan',
    quota: 'Remaining',
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
    windowClosed: 'counted from the next call',
    limitReached: 'Limit reached',
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
    planLinks: 'Terms and contact',
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
