import { changed, withoutUndefined } from '../../foundation/changed-settings.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type Cors, type CorsDraft, corsFrom } from './cors.ts';
import { type DocumentBounds, type DocumentBoundsDraft, documentBoundsFrom } from './document-bounds.ts';
import { type GraphQLCosts, type GraphQLCostsDraft, graphqlCostsFrom } from './graphql-costs.ts';
import {
  type RegisteredOperation,
  type RegisteredOperationDraft,
  registeredOperationsFrom,
} from './registered-operations.ts';

/** How long the gateway waits in a call of an API, in milliseconds. */
export type Timeouts = {
  /** For a connection to the back-end. */
  readonly connectMs: number;
  /** From the request to the head of the answer. */
  readonly answerMs: number;
  /** For the next byte of a body, either way. */
  readonly idleMs: number;
  /** For all of it, to the last byte of the answer. */
  readonly callMs: number;
};

/** How the gateway treats calls of an API, as far as its owner says; what is not said is as for every API. */
export type ApiSettings = {
  readonly timeouts?: Partial<Timeouts>;
  readonly maxRequestBytes?: number;
  /** Without it, the gateway lets no pages but the portal's call it. */
  readonly cors?: Cors;
  /** Do browsers run the scripts of its pages? They do not, unless said. */
  readonly trustsHtml?: true;
  /** Of a GraphQL API. */
  readonly costs?: GraphQLCosts;
  /** Of a GraphQL API: how often its server is asked for its schema; never, unless said. */
  readonly schemaRefreshMinutes?: number;
  /** Of a GraphQL API. */
  readonly documentBounds?: Partial<DocumentBounds>;
  /** Of a GraphQL API. */
  readonly registeredOperations?: readonly RegisteredOperation[];
};

type Bounds = { readonly byDefault: number; readonly least: number; readonly most: number };
type Kind = 'REST' | 'GRAPHQL';
const timeoutBounds: Record<keyof Timeouts, Bounds> = {
  connectMs: { byDefault: 5_000, least: 100, most: 60_000 },
  answerMs: { byDefault: 30_000, least: 100, most: 600_000 },
  idleMs: { byDefault: 60_000, least: 1_000, most: 3_600_000 },
  callMs: { byDefault: 3_600_000, least: 1_000, most: 604_800_000 },
};

/** The bodies of REST calls stream, and need no bound; a GraphQL document is held in memory. */
const requestBytes: Record<Kind, { readonly byDefault: number | null; readonly most: number }> = {
  REST: { byDefault: null, most: 2_147_483_647 },
  GRAPHQL: { byDefault: 1_000_000, most: 10_000_000 },
};

/** At most once in five minutes, at least once a week. */
const refreshMinutes = { least: 5, most: 10_080 };

/** Settings as the management API and a manifest take them: undefined stays as it is, null is as for every API. */
export type ApiSettingsDraft = {
  /** Replaced as a whole. */
  readonly timeouts?: { readonly [Each in keyof Timeouts]?: number | null | undefined } | null | undefined;
  readonly maxRequestBytes?: number | null | undefined;
  /** Replaced as a whole. */
  readonly cors?: CorsDraft | null | undefined;
  readonly trustsHtml?: boolean | null | undefined;
  /** Replaced as a whole. */
  readonly costs?: GraphQLCostsDraft | null | undefined;
  readonly schemaRefreshMinutes?: number | null | undefined;
  /** Replaced as a whole. */
  readonly documentBounds?: DocumentBoundsDraft | null | undefined;
  /** Replaced as a whole. */
  readonly registeredOperations?: readonly RegisteredOperationDraft[] | null | undefined;
};

/** What only documents of a GraphQL API have. */
const OF_GRAPHQL = ['costs', 'documentBounds', 'registeredOperations'] as const;

/**
 * The settings of an API, checked.
 *
 * @param before what stays where the draft is silent
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function apiSettings(
  draft: ApiSettingsDraft,
  { kind, before = {} }: { readonly kind: Kind; readonly before?: ApiSettings },
): ApiSettings {
  const { timeouts, maxRequestBytes, cors, schemaRefreshMinutes } = draft;
  const foreign = kind === 'REST' ? OF_GRAPHQL.find((each) => draft[each] != null) : undefined;
  if (foreign)
    refuse('BAD_USER_INPUT', {
      detail: `Only a GraphQL API takes documents: leave ${foreign} out.`,
      path: ['input', foreign],
    });
  if (kind === 'REST' && schemaRefreshMinutes != null)
    refuse('BAD_USER_INPUT', {
      detail: 'Only a GraphQL API has a schema to refresh: leave schemaRefreshMinutes out.',
      path: ['input', 'schemaRefreshMinutes'],
    });
  const bytes = { least: 1, most: requestBytes[kind].most };
  return withoutUndefined<ApiSettings>({
    timeouts: changed(timeouts, before.timeouts, timeoutsFrom),
    maxRequestBytes: changed(maxRequestBytes, before.maxRequestBytes, (given) =>
      within(bytes, given, ['input', 'maxRequestBytes']),
    ),
    cors: changed(cors, before.cors, corsFrom),
    trustsHtml: changed(draft.trustsHtml, before.trustsHtml, (given) => given || undefined),
    costs: changed(draft.costs, before.costs, graphqlCostsFrom),
    schemaRefreshMinutes: changed(schemaRefreshMinutes, before.schemaRefreshMinutes, (given) =>
      within(refreshMinutes, given, ['input', 'schemaRefreshMinutes']),
    ),
    documentBounds: changed(draft.documentBounds, before.documentBounds, documentBoundsFrom),
    registeredOperations: changed(
      draft.registeredOperations,
      before.registeredOperations,
      registeredOperationsFrom,
    ),
  });
}

/** The time limits of an API: its own, else the platform's. */
export function timeoutsOf({ timeouts }: ApiSettings): Timeouts {
  const { connectMs, answerMs, idleMs, callMs } = timeoutBounds;
  return {
    connectMs: timeouts?.connectMs ?? connectMs.byDefault,
    answerMs: timeouts?.answerMs ?? answerMs.byDefault,
    idleMs: timeouts?.idleMs ?? idleMs.byDefault,
    callMs: timeouts?.callMs ?? callMs.byDefault,
  };
}

/** How large a request's body may be; null is unlimited. */
export function maxRequestBytesOf(kind: Kind, { maxRequestBytes }: ApiSettings): number | null {
  return maxRequestBytes ?? requestBytes[kind].byDefault;
}

function timeoutsFrom(given: NonNullable<ApiSettingsDraft['timeouts']>): Partial<Timeouts> | undefined {
  const timeouts: { -readonly [Each in keyof Timeouts]?: number } = {};
  for (const each of ['connectMs', 'answerMs', 'idleMs', 'callMs'] as const) {
    const value = given[each];
    if (value != null) timeouts[each] = within(timeoutBounds[each], value, ['input', 'timeouts', each]);
  }
  return Object.keys(timeouts).length > 0 ? timeouts : undefined;
}

function within({ least, most }: Omit<Bounds, 'byDefault'>, value: number, path: InputPath): number {
  if (!Number.isInteger(value) || value < least || value > most)
    refuse('BAD_USER_INPUT', {
      detail: `${path.at(-1)} is ${value}: give a whole number from ${least} to ${most}.`,
      path,
    });
  return value;
}
