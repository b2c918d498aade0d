import type { PlanLimit } from '../plan/plan-limit.ts';

/** A kind of notice, in words of the APIs. */
type DescribedKind = { readonly description: string };

/** Kinds of notices. The trigger `noticeKind` says which events are told, and `writeNotices` says whom. */
export const noticeKinds = {
  LIMIT_ALERT: { description: 'A limit by the day, week or month is used to 80 or 100 %.' },
  CREDENTIAL_ENDING: { description: 'A client secret or an API key ends in some days, or has ended.' },
  SUBSCRIPTION_ACTIVE: {
    description: 'A subscription was approved, or moved to another plan or product.',
  },
  SUBSCRIPTION_PENDING_APPROVAL: { description: 'A subscription waits for approval again.' },
  SUBSCRIPTION_REJECTED: { description: 'A subscription was rejected.' },
  SUBSCRIPTION_ENDED: { description: 'A subscription has ended.' },
  PLAN_REJECTED: { description: 'A plan that was asked for was rejected.' },
  PRODUCT_DEPRECATED: { description: 'A product takes no new subscriptions any more.' },
  PRODUCT_SUPERSEDED: { description: 'A product is deprecated, and another one takes its place.' },
  PRODUCT_SUNSET: { description: 'A deprecated product stops answering in 30, 7 or 1 days.' },
  PRODUCT_RETIRED: { description: 'A product does not answer any more. Its subscriptions have ended.' },
  API_CHANGED: {
    description: 'An API of a product has another document, or asks its callers for something else.',
  },
  MESSAGE: { description: 'The provider has written to the subscribers of a product.' },
  WEBHOOK_DISABLED: { description: 'A webhook of yours was switched off, since it failed for long.' },
  APPLICATION_SUSPENDED: { description: 'An application was suspended: its calls are refused.' },
  APPLICATION_ENABLED: { description: 'A suspended application was enabled again.' },
} as const satisfies Readonly<Record<string, DescribedKind>>;

export type NoticeKind = keyof typeof noticeKinds;

export const noticeKindNames = Object.keys(noticeKinds) as NoticeKind[];

/** The days before a sunset on which subscribers are told. */
export const SUNSET_NOTICE_DAYS = [30, 7, 1] as const;

type OfSubscription = { readonly product: string | null; readonly plan: string | null };
type OfRejection = OfSubscription & {
  /** Reason of the rejection. Null where none was said. Notices of before may lack it. */
  readonly reason?: string | null;
};
type OfApplication = {
  /** Reason of the suspension. Null where none was said. */
  readonly reason: string | null;
};
type OfProduct = {
  readonly sunsetAt: string | null;
  /** The product that takes its place, with its version. */
  readonly successor: string | null;
};

/** Details of a notice by its kind, as the triggers write them. */
export type NoticeDetails = {
  LIMIT_ALERT: {
    readonly share: number;
    /** The name of the limit. */
    readonly limit: string;
    /** The limit as its plan has it. Undefined where that is gone. */
    readonly counted?: PlanLimit | undefined;
    readonly endsAt: string;
    readonly product: string;
    readonly plan: string;
  };
  CREDENTIAL_ENDING: {
    readonly days: number;
    readonly kind: 'SECRET' | 'API_KEY';
    readonly title: string;
    readonly endsAt: string;
  };
  SUBSCRIPTION_ACTIVE: OfSubscription;
  SUBSCRIPTION_PENDING_APPROVAL: OfSubscription;
  SUBSCRIPTION_REJECTED: OfRejection;
  SUBSCRIPTION_ENDED: OfSubscription;
  PLAN_REJECTED: OfRejection;
  PRODUCT_DEPRECATED: OfProduct;
  PRODUCT_SUPERSEDED: OfProduct;
  PRODUCT_SUNSET: OfProduct & { readonly days: number };
  PRODUCT_RETIRED: OfProduct;
  API_CHANGED: {
    readonly product: string;
    /** Tells whether callers are asked for something else. Notices of before lack it. */
    readonly security?: boolean;
    /** Operations such as `GET /customers`, at most 20 each. A GraphQL API has none. */
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  MESSAGE: {
    readonly title: string;
    /** Markdown. */
    readonly text: string;
    readonly asksAcknowledgement: boolean;
  };
  WEBHOOK_DISABLED: { readonly id: string; readonly since: string };
  APPLICATION_SUSPENDED: OfApplication;
  APPLICATION_ENABLED: OfApplication;
};

/** A notice as it is worded. */
export type Notice = {
  [Kind in NoticeKind]: {
    readonly kind: Kind;
    /** The name of the application, or of the product or API with its version. */
    readonly about: string;
    readonly detail: NoticeDetails[Kind];
  };
}[NoticeKind];

/** Reads the row of a notice. */
export function noticeOf({
  kind,
  subject,
  detail,
}: {
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly detail: unknown;
}): Notice {
  return { kind, about: subject.split('/').at(-1) ?? subject, detail } as Notice;
}

/** The page of the portal that shows what a notice is about, below its base. */
export function noticePath({ kind, about, detail }: Notice): string {
  switch (kind) {
    case 'LIMIT_ALERT':
      return `/applications/${about}/usage`;
    case 'CREDENTIAL_ENDING':
    case 'APPLICATION_SUSPENDED':
    case 'APPLICATION_ENABLED':
      return `/applications/${about}`;
    case 'API_CHANGED':
      return `/products/${detail.product}`;
    case 'MESSAGE':
      return '/notices?kind=MESSAGE';
    case 'WEBHOOK_DISABLED':
      return `/webhooks/${detail.id}`;
    default:
      return '/subscriptions';
  }
}

const subscription: OfSubscription = { product: 'orders:1.0.0', plan: 'gold' };
const rejection: OfRejection = { ...subscription, reason: 'Gold is for partners.' };
const product: OfProduct = { sunsetAt: '2030-06-30T12:00:00Z', successor: 'orders:2.0.0' };

/** Notices to try words with, one a kind. */
export const exampleNotices: { readonly [Kind in NoticeKind]: NoticeDetails[Kind] } = {
  LIMIT_ALERT: {
    share: 80,
    limit: 'daily',
    counted: {
      name: 'daily',
      counts: 'CALLS',
      limit: 10_000,
      per: 'DAY',
      every: 1,
      timeZone: 'UTC',
      operations: [],
    },
    endsAt: '2030-06-30T00:00:00Z',
    product: 'orders:1.0.0',
    plan: 'gold',
  },
  CREDENTIAL_ENDING: { days: 7, kind: 'SECRET', title: 'Key of the shop', endsAt: '2030-06-30T00:00:00Z' },
  SUBSCRIPTION_ACTIVE: subscription,
  SUBSCRIPTION_PENDING_APPROVAL: subscription,
  SUBSCRIPTION_REJECTED: rejection,
  SUBSCRIPTION_ENDED: subscription,
  PLAN_REJECTED: rejection,
  PRODUCT_DEPRECATED: product,
  PRODUCT_SUPERSEDED: product,
  PRODUCT_SUNSET: { ...product, days: 7 },
  PRODUCT_RETIRED: product,
  API_CHANGED: {
    product: 'orders:1.0.0',
    security: true,
    added: ['POST /orders'],
    removed: ['DELETE /orders'],
    changed: ['GET /orders'],
  },
  MESSAGE: { title: 'Prices change', text: 'From May on.', asksAcknowledgement: false },
  WEBHOOK_DISABLED: { id: '01890000-0000-7000-8000-000000000000', since: '2030-06-30T00:00:00Z' },
  APPLICATION_SUSPENDED: { reason: 'The invoice of May is not paid.' },
  APPLICATION_ENABLED: { reason: null },
};

/** Names the subject of an example, as an event has it. */
export const exampleSubject = (kind: NoticeKind): string =>
  /^(?:PRODUCT|MESSAGE|API)/.test(kind) ? 'orders:1.0.0' : 'consumers/shop';
