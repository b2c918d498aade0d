import type { Findings } from '../../openapi/lint/finding.ts';
import type { ApiBreak, BrokenParts, PhrasedBreak } from '../api/api-break.ts';
import type { SecurityAlternative } from '../api/security.ts';
import type { GrantType } from '../oauth/grant-types.ts';
import type { LessAllowed } from '../plan/graphql-allowance.ts';
import type { PlanLimit } from '../plan/plan-limit.ts';
import type { PlanSubscribers } from '../plan/plan-subscribers.ts';
import type { Price } from '../plan/price.ts';

/** The subscribers whom a change touches: their number, and the first few of them. */
export type Touched = Omit<PlanSubscribers, 'plan'>;

/** The old version and the new one. They have the same name when one is published again. */
export type Versions = { readonly before: string; readonly after: string };

/** A plan of the old product and the plan in its place. */
type Plans = Versions & { readonly source: string; readonly target: string; readonly touched: Touched };

/** The least number of calls that limits admit. Null is no limit. */
type Admitted = { readonly perHour: number | null; readonly atOnce: number | null };

/** A plan's limits on calls, and what they admit. */
export type AllowedCalls = Admitted & { readonly limits: readonly PlanLimit[] };

/** Limits of one kind in both plans. */
type ComparedLimits = { readonly allowed: readonly PlanLimit[]; readonly allows: readonly PlanLimit[] };

/** A reason that nobody meets a security definition, and so what to change. */
export type Obstacle =
  | { readonly lacks: 'REGISTRY_IN_CATALOG'; readonly userRegistry: string; readonly catalog: string }
  | { readonly lacks: 'PROVIDER_IN_CATALOG'; readonly oauthProvider: string; readonly catalog: string }
  | {
      readonly lacks: 'GRANT_TYPE';
      readonly oauthProvider: string;
      readonly grantTypes: readonly GrantType[];
    }
  | { readonly lacks: 'REGISTRY_OF_PROVIDER'; readonly oauthProvider: string };

/** An API whose calls nobody can make, or the first such operation of it. */
export type WithoutWayIn = {
  readonly api: string;
  readonly operation: string | null;
  /** The obstacles of each alternative. */
  readonly obstacles: readonly (readonly Obstacle[])[];
};

/** The ways in which a back-end lately answered otherwise than its document says. */
export type Drifting = {
  readonly days: number;
  readonly ways: number;
  /** Answers of the sample that broke it. */
  readonly calls: number;
  /** The first few: `GET /customers /body/name (type)`. */
  readonly first: readonly string[];
};

/** The facts of each kind of warning, which its sentence is made of. */
export type WarningFacts = {
  BREAKING_API_CHANGE: {
    readonly before: string;
    /** Null where the new product has no version of the API. */
    readonly after: string | null;
    readonly touched: Touched;
  };
  TIGHTER_RATE_LIMIT: Plans & { readonly allowed: AllowedCalls; readonly allows: AllowedCalls };
  TIGHTER_CONCURRENCY: Plans & ComparedLimits;
  TIGHTER_USAGE_LIMIT: Plans & ComparedLimits;
  OWN_LIMITS_REST: Plans;
  TIGHTER_GRAPHQL_LIMIT: Plans & { readonly less: readonly LessAllowed[] };
  PLAN_HIDES_MORE: Plans & { readonly hidden: readonly string[] };
  DEARER_PRICE: Plans & { readonly cost: Price | null; readonly costs: Price | null };
  SECURITY_CHANGED: Versions & {
    readonly asked: readonly SecurityAlternative[];
    readonly asks: readonly SecurityAlternative[];
    readonly touched: Touched;
  };
  LESS_VISIBLE: Versions & {
    /** The act that fewer may do. */
    readonly act: 'SEE' | 'SUBSCRIBE';
    readonly was: string;
    readonly is: string;
    readonly touched: Touched;
  };
  SUBSCRIPTIONS_END: {
    readonly product: string;
    readonly count: number;
    /** The first few: `<consumer org>/<application> (<plan>)`. */
    readonly first: readonly string[];
  };
  BACKEND_MISSING: {
    readonly api: string;
    readonly catalog: string;
    /** Null where the API names none, and its document no server. */
    readonly backend: string | null;
  };
  REGISTRY_UNASSIGNED: WithoutWayIn;
  TOKEN_UNOBTAINABLE: WithoutWayIn;
  PATH_SHARED: {
    readonly api: string;
    readonly path: string;
    readonly other: string;
    readonly otherPath: string;
  };
  API_OFFLINE: {
    readonly api: string;
    /** The subscribers, where the change takes it offline. Null where it is so already. */
    readonly touched: Touched | null;
  };
  MOCKED: { readonly api: string };
  SERVED_BY_COMPAT: {
    readonly api: string;
    /** The version whose back-end serves it. */
    readonly of: string;
    readonly catalog: string;
    /** Tells whether the catalog has that version. */
    readonly isPublished: boolean;
  };
  DRIFTING: Drifting & { readonly api: string };
  RULE_FINDINGS: Pick<Findings, 'counts' | 'first'> & { readonly api: string; readonly ruleSet: string };
  SERVER_CLOSED: { readonly api: string; readonly server: string };
  SUNSET_WITHOUT_SUCCESSOR: { readonly product: string; readonly count: number };
};

export type LifecycleWarningCode = keyof WarningFacts;

/** Calls of an API by subscribers of a product, as usage tells them apart. */
export type CallsOf = {
  /** `name:version` */
  readonly product: string;
  /** `name:version` */
  readonly api: string;
  /** Null is all of them. */
  readonly operations: BrokenParts | null;
  /**
   * Only calls that use some of these fields. Null is all calls. Of a REST API the operation itself is one of them, for
   * breaks of all its calls; where the queries of calls are not known, its operations count.
   */
  readonly fields: BrokenParts | null;
};

/** Returns the part of an API's calls that breaks are about. */
export function callsOfBreaks(breaks: readonly ApiBreak[]): Pick<CallsOf, 'operations' | 'fields'> {
  const operations = breaks.flatMap(operationOf);
  const fields = breaks.flatMap((each) => each.fields ?? operationOf(each));
  if (breaks.every((each) => each.fields) && operations.length === 0)
    return { operations: null, fields: combined(fields) };
  if (operations.length < breaks.length) return { operations: null, fields: null };
  const isByField = breaks.some((each) => each.fields);
  return { operations: combined(operations), fields: isByField ? combined(fields) : null };
}

function operationOf({ operation, isPartial }: ApiBreak): BrokenParts[] {
  if (operation === null) return [];
  return [isPartial ? { certain: [], possible: [operation] } : { certain: [operation], possible: [] }];
}

/** Combines the parts of breaks. What breaks for sure by one of them does so by all. */
function combined(all: readonly BrokenParts[]): BrokenParts {
  const certain = new Set(all.flatMap((each) => each.certain));
  const possible = new Set(all.flatMap((each) => each.possible));
  return { certain: [...certain], possible: [...possible].filter((each) => !certain.has(each)) };
}

/** A warning for the caller before a lifecycle action. Its facts are for who words it in another language. */
export type LifecycleWarning = {
  [Code in LifecycleWarningCode]: {
    readonly code: Code;
    readonly message: string;
    /** The API, plan or product that the warning is about. */
    readonly subject: string;
    readonly facts: WarningFacts[Code];
    /** Breaks of an API one by one, where it warns of those. */
    readonly breaks?: readonly PhrasedBreak[];
    /** The calls that it is about, where usage tells them. */
    readonly calls?: CallsOf;
  };
}[LifecycleWarningCode];
