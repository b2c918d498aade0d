import { changed, withoutUndefined } from '../../foundation/changed-settings.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type Compat, type CompatDraft, compatFrom } from './compat.ts';
import { type Contract, type ContractDraft, contractFrom, type Mock } from './contract.ts';
import { type Cors, type CorsDraft, corsFrom } from './cors.ts';
import { type DocumentBounds, type DocumentBoundsDraft, documentBoundsFrom } from './document-bounds.ts';
import { type ErrorTemplate, type ErrorTemplateDraft, errorTemplatesFrom } from './error-templates.ts';
import { type GraphQLCosts, type GraphQLCostsDraft, graphqlCostsFrom } from './graphql-costs.ts';
import { type Meter, type MeterDraft, metersFrom } from './meters.ts';
import {
  type RegisteredOperation,
  type RegisteredOperationDraft,
  registeredOperationsFrom,
} from './registered-operations.ts';
import { type ResponseCache, type ResponseCacheDraft, responseCacheFrom } from './response-cache.ts';
import type { OperationSecurity } from './security.ts';
import { type OperationSecurityDraft, operationSecurityFrom } from './security-requirements.ts';
import { type Transformation, type TransformationDraft, transformationsFrom } from './transformations.ts';

/** Time limits of a call of an API, in milliseconds. */
export type Timeouts = {
  /** Limits connecting to the back-end. */
  readonly connectMs: number;
  /** Limits the time from the request to the head of the answer. */
  readonly answerMs: number;
  /** Limits the wait for the next byte of a body, in either direction. */
  readonly idleMs: number;
  /** Limits the whole call, to the last byte of the answer. */
  readonly callMs: number;
};

/** Settings of an API that differ from the platform's defaults. */
export type ApiSettings = {
  readonly timeouts?: Partial<Timeouts>;
  readonly maxRequestBytes?: number;
  /** CORS settings. Without them, browsers may call the API from portal pages only. */
  readonly cors?: Cors;
  /** Lets browsers run the scripts of its pages. Without it they do not. */
  readonly trustsHtml?: true;
  /** Meters of what calls use. */
  readonly meters?: readonly Meter[];
  /** Checks against its document, for REST APIs only. */
  readonly contract?: Contract;
  /** The source of its answers in place of a back-end, for REST APIs only. */
  readonly mock?: Mock;
  /** Steps that change calls on their way, in their order. */
  readonly transformations?: readonly Transformation[];
  /** The version whose back-end serves this one, for REST APIs only. */
  readonly compat?: Compat;
  /** Answers that gateways keep, for REST APIs only. */
  readonly responseCache?: ResponseCache;
  /** Bodies of the gateway's refusals, for REST APIs only. */
  readonly errorTemplates?: readonly ErrorTemplate[];
  /** Security of operations that differ from their API's, for REST APIs only. */
  readonly operationSecurity?: readonly OperationSecurity[];
  /** Costs, for GraphQL APIs only. */
  readonly costs?: GraphQLCosts;
  /**
   * Minutes between two fetches of the server's schema, for GraphQL APIs only. Without it the schema is not fetched
   * again.
   */
  readonly schemaRefreshMinutes?: number;
  /** Bounds of documents, for GraphQL APIs only. */
  readonly documentBounds?: Partial<DocumentBounds>;
  /** Registered operations, for GraphQL APIs only. */
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

/** Limits of request bodies. REST bodies stream and need none; a GraphQL document is held in memory. */
const requestBytes: Record<Kind, { readonly byDefault: number | null; readonly most: number }> = {
  REST: { byDefault: null, most: 2_147_483_647 },
  GRAPHQL: { byDefault: 1_000_000, most: 10_000_000 },
};

/** Allows a refresh every five minutes at most, and once a week at least. */
const refreshMinutes = { least: 5, most: 10_080 };

/**
 * Settings as the management API and a manifest take them. Undefined keeps a setting, null resets it to the default.
 */
export type ApiSettingsDraft = {
  /** Replaced as a whole. */
  readonly timeouts?: { readonly [Each in keyof Timeouts]?: number | null | undefined } | null | undefined;
  readonly maxRequestBytes?: number | null | undefined;
  /** Replaced as a whole. */
  readonly cors?: CorsDraft | null | undefined;
  readonly trustsHtml?: boolean | null | undefined;
  /** Replaced as a whole. */
  readonly meters?: readonly MeterDraft[] | null | undefined;
  /** Replaced as a whole. */
  readonly contract?: ContractDraft | null | undefined;
  readonly mock?: Mock | null | undefined;
  /** Replaced as a whole. */
  readonly transformations?: readonly TransformationDraft[] | null | undefined;
  /** Replaced as a whole. */
  readonly compat?: CompatDraft | null | undefined;
  /** Replaced as a whole. */
  readonly responseCache?: ResponseCacheDraft | null | undefined;
  /** Replaced as a whole. */
  readonly errorTemplates?: readonly ErrorTemplateDraft[] | null | undefined;
  /** Replaced as a whole. */
  readonly operationSecurity?: readonly OperationSecurityDraft[] | null | undefined;
  /** Replaced as a whole. */
  readonly costs?: GraphQLCostsDraft | null | undefined;
  readonly schemaRefreshMinutes?: number | null | undefined;
  /** Replaced as a whole. */
  readonly documentBounds?: DocumentBoundsDraft | null | undefined;
  /** Replaced as a whole. */
  readonly registeredOperations?: readonly RegisteredOperationDraft[] | null | undefined;
};

/** Settings that the other kind of API has, and the reason. */
const FOREIGN: Record<Kind, readonly (readonly [keyof ApiSettingsDraft, string])[]> = {
  REST: [
    ['costs', 'Only a GraphQL API takes documents'],
    ['documentBounds', 'Only a GraphQL API takes documents'],
    ['registeredOperations', 'Only a GraphQL API takes documents'],
    ['schemaRefreshMinutes', 'Only a GraphQL API has a schema to refresh'],
  ],
  GRAPHQL: [
    ['contract', 'Calls of a GraphQL API are checked against its schema anyway'],
    ['mock', 'Only a REST API has examples to answer from'],
    ['compat', 'Only a REST API is served by another version'],
    ['responseCache', 'Answers of a GraphQL API are not kept'],
    ['errorTemplates', 'A GraphQL API refuses calls in the form of GraphQL'],
    ['operationSecurity', 'The operations of a GraphQL API are in its documents'],
  ],
};

/** @throws BAD_USER_INPUT */
function refuseForeign(draft: ApiSettingsDraft, kind: Kind): void {
  const [foreign, reason] = FOREIGN[kind].find(([member]) => draft[member] != null) ?? [];
  if (foreign)
    refuse('BAD_USER_INPUT', { detail: `${reason}: leave ${foreign} out.`, path: ['input', foreign] });
}

/**
 * Checks and completes the settings of an API.
 *
 * @param before settings that stay where the draft says nothing
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function apiSettings(
  draft: ApiSettingsDraft,
  { kind, before = {} }: { readonly kind: Kind; readonly before?: ApiSettings },
): ApiSettings {
  const { timeouts, maxRequestBytes, cors, schemaRefreshMinutes } = draft;
  refuseForeign(draft, kind);
  const bytes = { least: 1, most: requestBytes[kind].most };
  return withoutUndefined<ApiSettings>({
    timeouts: changed(timeouts, before.timeouts, timeoutsFrom),
    maxRequestBytes: changed(maxRequestBytes, before.maxRequestBytes, (value) =>
      within(bytes, value, ['input', 'maxRequestBytes']),
    ),
    cors: changed(cors, before.cors, corsFrom),
    trustsHtml: changed(draft.trustsHtml, before.trustsHtml, (value) => value || undefined),
    meters: changed(draft.meters, before.meters, metersFrom),
    contract: changed(draft.contract, before.contract, contractFrom),
    mock: changed(draft.mock, before.mock, (value) => value),
    transformations: changed(draft.transformations, before.transformations, (steps) =>
      transformationsFrom(steps, kind),
    ),
    compat: changed(draft.compat, before.compat, compatFrom),
    responseCache: changed(draft.responseCache, before.responseCache, responseCacheFrom),
    errorTemplates: changed(draft.errorTemplates, before.errorTemplates, errorTemplatesFrom),
    operationSecurity: changed(draft.operationSecurity, before.operationSecurity, operationSecurityFrom),
    costs: changed(draft.costs, before.costs, graphqlCostsFrom),
    schemaRefreshMinutes: changed(schemaRefreshMinutes, before.schemaRefreshMinutes, (value) =>
      within(refreshMinutes, value, ['input', 'schemaRefreshMinutes']),
    ),
    documentBounds: changed(draft.documentBounds, before.documentBounds, documentBoundsFrom),
    registeredOperations: changed(
      draft.registeredOperations,
      before.registeredOperations,
      registeredOperationsFrom,
    ),
  });
}

/** Returns the time limits of an API, completed by the platform's. */
export function timeoutsOf({ timeouts }: ApiSettings): Timeouts {
  const { connectMs, answerMs, idleMs, callMs } = timeoutBounds;
  return {
    connectMs: timeouts?.connectMs ?? connectMs.byDefault,
    answerMs: timeouts?.answerMs ?? answerMs.byDefault,
    idleMs: timeouts?.idleMs ?? idleMs.byDefault,
    callMs: timeouts?.callMs ?? callMs.byDefault,
  };
}

/** Returns the limit of a request's body in bytes. Null is unlimited. */
export function maxRequestBytesOf(kind: Kind, { maxRequestBytes }: ApiSettings): number | null {
  return maxRequestBytes ?? requestBytes[kind].byDefault;
}

/** @throws BAD_USER_INPUT for a limit beyond its bounds */
export function timeoutsFrom(
  draft: NonNullable<ApiSettingsDraft['timeouts']>,
): Partial<Timeouts> | undefined {
  const timeouts: { -readonly [Each in keyof Timeouts]?: number } = {};
  for (const each of ['connectMs', 'answerMs', 'idleMs', 'callMs'] as const) {
    const value = draft[each];
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
