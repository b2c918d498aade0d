import { type InputPath, refuse } from '../../foundation/errors.ts';
import { listed, short } from '../../foundation/text/listed.ts';
import { nameFor } from '../../foundation/text/name.ts';
import { checkedMarkdown } from '../branding/markdown-text.ts';
import { CONCURRENT_CALLS_MAX, checkWhole, LIMIT_MAX, planLimitsOf } from './checked-limits.ts';
import { isMeasured, type PlanLimit, type PlanLimitDraft } from './plan-limit.ts';
import { planLimitInWords } from './plan-limit-words.ts';
import { NO_PLAN_WORDS, type PlanWords, type PlanWordsDraft, planWordsFrom } from './plan-words.ts';
import { type Price, type PriceDraft, priceOf } from './price.ts';

/**
 * Maps a plan of the old product to a plan of the new one. Subscribers of the first move to the second. (spec.md,
 * Supersede)
 */
export type PlanMapping = { readonly source: string; readonly target: string };

export type RateLimitUnit = 'MINUTE' | 'HOUR';

/** A plan's rate limit: calls per unit. Null is unlimited. (spec.md, Plan) */
export type RateLimit = { readonly rateLimit: number | null; readonly rateLimitUnit: RateLimitUnit };

/** The limits of a plan on calls and on cost: two short forms, and others. */
export type PlanLimits = RateLimit & {
  /** The cost per unit of all its GraphQL documents together. Null is unlimited. */
  readonly graphQLCostLimit: number | null;
  readonly graphQLCostLimitUnit: RateLimitUnit;
  /** Further limits. A call has to fit all of them. */
  readonly limits: PlanLimit[];
};

export type PlanTerms = PlanLimits &
  PlanWords & {
    readonly name: string;
    readonly title: string;
    /** Words about it in Markdown. Null says nothing. */
    readonly description: string | null;
    /** Concurrent calls that one subscription may have. */
    readonly maxConcurrentCalls: number;
    readonly maxGraphQLCost: number | null;
    readonly maxGraphQLDepth: number | null;
    /** Schema coordinates of GraphQL APIs that its subscribers do not see. Each occurs once, sorted. */
    readonly hiddenGraphQL: string[];
    /** Serves only GraphQL documents that the API has registered. */
    readonly registeredOperationsOnly: boolean;
    readonly approvalRequired: boolean;
    /** Null costs nothing. */
    readonly price: Price | null;
  };

export const PLAN_DESCRIPTION_LENGTH_MAX = 2_000;

/** The concurrent calls of a plan that sets none. */
export const CONCURRENT_CALLS = 100;

/** The plan that a product starts with. (spec.md, Product: "starts with a Default plan") */
export const defaultPlan: PlanTerms = {
  name: 'default-plan',
  title: 'Default Plan',
  description: null,
  ...NO_PLAN_WORDS,
  rateLimit: 100,
  rateLimitUnit: 'HOUR',
  limits: [],
  maxConcurrentCalls: CONCURRENT_CALLS,
  maxGraphQLCost: null,
  maxGraphQLDepth: null,
  hiddenGraphQL: [],
  graphQLCostLimit: null,
  graphQLCostLimitUnit: 'HOUR',
  registeredOperationsOnly: false,
  approvalRequired: false,
  price: null,
};

/** Lists all limits of a plan, the short forms first. */
export function allLimits(limits: PlanLimits): readonly PlanLimit[] {
  const { rateLimit, rateLimitUnit, graphQLCostLimit, graphQLCostLimitUnit } = limits;
  const short = { every: 1, timeZone: null, operations: [] };
  return [
    ...(rateLimit === null
      ? []
      : [{ name: 'rateLimit', counts: 'CALLS' as const, limit: rateLimit, per: rateLimitUnit, ...short }]),
    ...(graphQLCostLimit === null
      ? []
      : [
          {
            name: 'graphQLCostLimit',
            counts: 'GRAPHQL_COST' as const,
            limit: graphQLCostLimit,
            per: graphQLCostLimitUnit,
            ...short,
          },
        ]),
    ...limits.limits,
  ];
}

/** Lists the limits that refuse calls. */
export const enforcedLimits = (limits: PlanLimits): PlanLimit[] =>
  allLimits(limits).filter((each) => !isMeasured(each));

/** Returns the limits on calls in words: `500 calls per hour`, `unlimited calls`. */
export function limitInWords(limits: PlanLimits): string {
  const words = enforcedLimits(limits)
    .filter(({ counts }) => counts === 'CALLS')
    .map(planLimitInWords);
  return words.length === 0 ? 'unlimited calls' : listed(words, 'and');
}

/** @throws BAD_USER_INPUT when a bound is not a whole number of at least 1 */
function checkPlanTerms(terms: PlanTerms, path: InputPath): void {
  for (const member of ['maxGraphQLCost', 'maxGraphQLDepth'] as const)
    checkLimit(terms[member], [...path, member]);
  checkConcurrentCalls(terms.maxConcurrentCalls, [...path, 'maxConcurrentCalls']);
  checkReached(terms, [...path, 'limits']);
  checkHidden(terms.hiddenGraphQL, [...path, 'hiddenGraphQL']);
}

/** @throws BAD_USER_INPUT when it is no whole number from 1 to 10000 */
export function checkConcurrentCalls(value: number, path: InputPath): void {
  checkWhole(value, CONCURRENT_CALLS_MAX, path);
}

/** @throws BAD_USER_INPUT when the plan allows fewer calls at the same time than one of its limits on them */
function checkReached({ maxConcurrentCalls: max, limits }: PlanTerms, path: InputPath): void {
  for (const [at, limit] of limits.entries())
    if (limit.counts === 'CONCURRENT' && limit.limit >= max)
      refuse('BAD_USER_INPUT', {
        detail: `${planLimitInWords(limit)} are never reached, since maxConcurrentCalls is ${max}: give less, or more there.`,
        path: [...path, at, 'limit'],
      });
}

const HIDDEN_MAX = 1_000;
const COORDINATE = /^[_A-Za-z]\w*(\.[_A-Za-z]\w*(\([_A-Za-z]\w*:\))?)?$/;

/**
 * Checks the form of hidden schema coordinates. The schema is checked for them elsewhere. (GraphQL specification,
 * "Schema Coordinates")
 *
 * @throws BAD_USER_INPUT when there are too many, or one is no schema coordinate that can be hidden
 */
export function checkHidden(coordinates: readonly string[], path: InputPath): void {
  if (coordinates.length > HIDDEN_MAX)
    refuse('BAD_USER_INPUT', { detail: `Hide at most ${HIDDEN_MAX} parts: name types instead.`, path });
  const wrong = coordinates.findIndex((each) => !COORDINATE.test(each));
  if (wrong < 0) return;
  refuse('BAD_USER_INPUT', {
    detail: `${JSON.stringify(short(coordinates[wrong] ?? ''))} is no schema coordinate: write Type, Type.field, Type.field(argument:) or Enum.VALUE.`,
    path: [...path, wrong],
  });
}

/** @throws BAD_USER_INPUT when it is neither null nor a whole number of at least 1; the path ends in its name */
export function checkLimit(value: number | null, path: InputPath): void {
  if (value === null || (Number.isInteger(value) && value >= 1 && value <= LIMIT_MAX)) return;
  refuse('BAD_USER_INPUT', {
    detail: `${path.at(-1)} is ${value}: give a whole number from 1 to ${LIMIT_MAX}, or null for unlimited.`,
    path,
  });
}

/** Limits as the management API takes them, before they are checked. Without any, calls and cost are unlimited. */
export type PlanLimitsDraft = {
  readonly rateLimit?: number | null | undefined;
  readonly rateLimitUnit?: RateLimitUnit | null | undefined;
  readonly graphQLCostLimit?: number | null | undefined;
  readonly graphQLCostLimitUnit?: RateLimitUnit | null | undefined;
  readonly limits?: readonly PlanLimitDraft[] | null | undefined;
};

/** A plan as the management API takes it, before it is checked. */
export type PlanDraft = PlanLimitsDraft &
  PlanWordsDraft & {
    readonly title: string;
    readonly name?: string | null | undefined;
    readonly description?: string | null | undefined;
    readonly maxConcurrentCalls?: number | null | undefined;
    readonly maxGraphQLCost?: number | null | undefined;
    readonly maxGraphQLDepth?: number | null | undefined;
    readonly hiddenGraphQL?: readonly string[] | null | undefined;
    readonly registeredOperationsOnly?: boolean | null | undefined;
    readonly approvalRequired?: boolean | null | undefined;
    readonly price?: PriceDraft | null | undefined;
  };

/**
 * Checks and completes limits. (spec.md, Plan: "hour (default)")
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function planLimits(draft: PlanLimitsDraft, path: InputPath): PlanLimits {
  const shortForms: PlanLimits = {
    rateLimit: draft.rateLimit ?? null,
    rateLimitUnit: draft.rateLimitUnit ?? 'HOUR',
    graphQLCostLimit: draft.graphQLCostLimit ?? null,
    graphQLCostLimitUnit: draft.graphQLCostLimitUnit ?? 'HOUR',
    limits: [],
  };
  for (const member of ['rateLimit', 'graphQLCostLimit'] as const)
    checkLimit(shortForms[member], [...path, member]);
  const limits = planLimitsOf(draft.limits, { shortForms: allLimits(shortForms), path: [...path, 'limits'] });
  return { ...shortForms, limits };
}

/**
 * Checks and completes the terms of a plan.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function planTerms(draft: PlanDraft, path: InputPath): PlanTerms {
  const terms: PlanTerms = {
    name: nameFor(draft, path),
    title: draft.title,
    description: checkedMarkdown(draft.description ?? null, {
      what: 'description',
      lengthMax: PLAN_DESCRIPTION_LENGTH_MAX,
      path: [...path, 'description'],
    }),
    ...planWordsFrom(draft, path),
    maxConcurrentCalls: draft.maxConcurrentCalls ?? CONCURRENT_CALLS,
    maxGraphQLCost: draft.maxGraphQLCost ?? null,
    maxGraphQLDepth: draft.maxGraphQLDepth ?? null,
    hiddenGraphQL: [...new Set(draft.hiddenGraphQL)].sort(),
    registeredOperationsOnly: draft.registeredOperationsOnly ?? false,
    approvalRequired: draft.approvalRequired ?? false,
    price: priceOf(draft.price, [...path, 'price']),
    ...planLimits(draft, path),
  };
  checkPlanTerms(terms, path);
  return terms;
}

/**
 * Returns the plans of a product in their order. Without any it starts with Default Plan.
 *
 * @throws BAD_USER_INPUT when the list is empty, a plan is wrong, or two have one name
 */
export function plansOf(drafts: readonly PlanDraft[] | null | undefined, path: InputPath): PlanTerms[] {
  if (drafts == null) return [defaultPlan];
  if (drafts.length === 0)
    refuse('BAD_USER_INPUT', { detail: 'A product needs a plan: give one, or leave plans out.', path });
  const plans = drafts.map((draft, index) => planTerms(draft, [...path, index]));
  plans.forEach(({ name }, index) => {
    if (plans.findIndex((each) => each.name === name) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `There are two plans ${name}: give one of them another title or name.`,
        path: [...path, index],
      });
  });
  return plans;
}
