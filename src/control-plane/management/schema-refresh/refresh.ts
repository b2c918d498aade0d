import type { GraphQLSchema } from 'graphql';
import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { Refusal, refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { schemaBreaks } from '../../../graphql/breaks/schema-breaks.ts';
import { schemaChanges } from '../../../graphql/breaks/schema-changes.ts';
import { costFault, costRules } from '../../../graphql/cost/cost-rules.ts';
import { schemaInTurns } from '../../../graphql/schema/schema-in-turns.ts';
import { change, type Transaction } from '../../../infrastructure/database/change.ts';
import { withinDocuments } from '../../../infrastructure/database/check-quota.ts';
import type { Api } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { checkedSdl, type IntrospectionDeps, introspect } from '../api/introspect-server.ts';
import { operationFaults } from '../api/registered-operations.ts';
import { hidingFaults } from '../product/hidden-graphql.ts';

/**
 * Result of a refresh. A schema that would break callers is HELD: the old one goes on serving until somebody accepts
 * or dismisses it.
 */
export type RefreshOutcome = 'UNCHANGED' | 'TAKEN' | 'HELD' | 'DISMISSED';

export type RefreshDeps = IntrospectionDeps & { readonly clock: Clock };

export type Refresh = {
  readonly api: Api;
  /** Actor of the audit event. */
  readonly actor: string;
  /** The schema to take, in place of asking the server. */
  readonly sdl?: string | null | undefined;
};

/**
 * Updates the schema of a GraphQL API from its server. It applies to the draft and to its copies in catalogs, which
 * have the same server.
 *
 * @throws what `introspect` and `checkedSdl` refuse, and QUOTA_EXCEEDED; that is noted, and the old schema stays
 */
export async function refreshSchema(
  deps: RefreshDeps,
  { api, actor, sdl }: Refresh,
): Promise<RefreshOutcome> {
  const fresh =
    sdl == null
      ? await fetchSchema(deps, api)
      : await checkedSdl(sdl, { path: ['input', 'sdl'], orgId: api.orgId });
  const { outcome: decided } = await change<DecideResult>(
    deps.database,
    {
      orgId: api.orgId,
      actor,
      action: 'refreshGraphQLSchema',
      subject: versionedName(api),
      detailOf: ({ outcome, breaks, changes }) => ({ outcome, breaks: [...breaks], changes: [...changes] }),
      isChange: ({ isNew }) => isNew,
    },
    (transaction) => decide(transaction, { api, sdl: fresh, now: deps.clock() }),
  ).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'QUOTA_EXCEEDED') await note(deps, api, error.message);
    throw error;
  });
  return decided;
}

/** Reads the schema of the server. The attempt is noted, with the reason of a failure. */
async function fetchSchema(deps: RefreshDeps, api: Api): Promise<string> {
  try {
    const sdl = await introspected(deps, api);
    await note(deps, api, null);
    return sdl;
  } catch (error) {
    await note(deps, api, error instanceof Refusal ? error.message : 'It could not be asked.');
    throw error;
  }
}

async function introspected(deps: RefreshDeps, api: Api): Promise<string> {
  const path = ['input', 'api'];
  if (api.sdl !== null && costRules(await schemaInTurns(api.sdl), {}).at.size > 0)
    refuse('BAD_USER_INPUT', {
      detail:
        'Its schema carries cost directives, which introspection loses: give the new schema as sdl, or the costs by path.',
      path,
    });
  return introspect(deps, { orgId: api.orgId, url: api.graphqlUrl ?? '', path });
}

/** Notes the time and result of asking the server. */
async function note(
  { database, clock }: RefreshDeps,
  { id: apiId }: Api,
  failure: string | null,
): Promise<void> {
  const data = { triedAt: clock(), failure };
  const { count } = await database.prisma.schemaRefresh.updateMany({ where: { apiId }, data });
  if (count > 0) return;
  // A row of its own comes first, so that its change is one that others are told of.
  await database.prisma.schemaRefresh.createMany({
    data: { apiId, triedAt: data.triedAt },
    skipDuplicates: true,
  });
  await database.prisma.schemaRefresh.updateMany({ where: { apiId }, data });
}

type DecideResult = {
  readonly outcome: RefreshOutcome;
  readonly breaks: readonly string[];
  /** The lines that the schema of the draft gains and loses, for the audit. */
  readonly changes: readonly string[];
  /** True when anything was written. */
  readonly isNew: boolean;
};

type DecideInput = { readonly api: Api; readonly sdl: string; readonly now: Date };

async function decide(transaction: Transaction, { api, sdl, now }: DecideInput): Promise<DecideResult> {
  const row = await transaction.api.findUnique({ where: { id: api.id }, include: { schemaRefresh: true } });
  if (!row || row.graphqlUrl !== api.graphqlUrl)
    return refuse('CONFLICT', { detail: 'The API was changed at the same time: refresh it again.' });
  const held = row.schemaRefresh;
  const isHeld = held?.heldSdl != null;
  const served = await servedSchemas(transaction, row);
  if (served.every((each) => each === sdl)) {
    if (isHeld) await forget(transaction, api.id);
    return { outcome: 'UNCHANGED', breaks: [], changes: [], isNew: isHeld };
  }
  const breaks = await breaksOf(transaction, { row, served, sdl });
  const changes = changesTo(row, sdl);
  if (breaks.length === 0) {
    await takeSchema(transaction, row, sdl);
    return { outcome: 'TAKEN', breaks, changes, isNew: true };
  }
  if (held?.dismissedSdl === sdl) return { outcome: 'DISMISSED', breaks, changes, isNew: false };
  if (held?.heldSdl === sdl) return { outcome: 'HELD', breaks, changes, isNew: false };
  await transaction.schemaRefresh.createMany({ data: { apiId: api.id, triedAt: now }, skipDuplicates: true });
  await transaction.schemaRefresh.update({
    where: { apiId: api.id },
    data: { heldSdl: sdl, heldAt: now, heldBreaks: [...breaks] },
  });
  return { outcome: 'HELD', breaks, changes, isNew: true };
}

/** Lines of a change that the audit keeps. */
const CHANGES_MAX = 100;

/** Lists what a new schema changes in that of a draft, for the audit. */
export function changesTo({ sdl: before }: Pick<Api, 'sdl'>, sdl: string): string[] {
  return before === null ? [] : schemaChanges(before, sdl, CHANGES_MAX);
}

/** The copies of a draft in catalogs that front the same server. */
const copiesOf = ({ orgId, name, version, graphqlUrl }: Api) => ({
  name,
  version,
  graphqlUrl,
  kind: 'GRAPHQL' as const,
  catalogProduct: { catalog: { orgId } },
});

/** The schemas that the draft and its copies have now, each once. */
async function servedSchemas(transaction: Transaction, api: Api): Promise<string[]> {
  const copies = await transaction.catalogApi.findMany({
    where: copiesOf(api),
    select: { sdl: true },
    distinct: ['sdl'],
  });
  return [...new Set([api, ...copies].flatMap((each) => each.sdl ?? []))];
}

type BreaksOfInput = { readonly row: Api; readonly served: readonly string[]; readonly sdl: string };

const BREAKS_MAX = 200;

/**
 * Lists the breaks of a new schema, and the settings that no longer fit it. These are plans that hide
 * parts, cost rules and registered operations: of the draft, and of copies, which change only when their product is
 * published again.
 */
async function breaksOf(transaction: Transaction, { row, served, sdl }: BreaksOfInput): Promise<string[]> {
  const breaks = served.flatMap((before) =>
    schemaBreaks({ before, after: sdl }).map(({ message }) => message),
  );
  const copies = await transaction.catalogApi.findMany({ where: copiesOf(row), select: { settings: true } });
  const schema = await schemaInTurns(sdl);
  const published = copies.flatMap((copy) => settingsAgainst(copy, schema));
  return [
    ...new Set([
      ...breaks,
      ...(await obstaclesTo(transaction, row, sdl)),
      ...published.map((each) => `as published, ${each}`),
    ]),
  ].slice(0, BREAKS_MAX);
}

/** Lists what must be corrected before a schema can be taken, breaks accepted or not. */
async function obstaclesTo(transaction: Transaction, row: Api, sdl: string): Promise<string[]> {
  const schema = await schemaInTurns(sdl);
  return [...settingsAgainst(row, schema), ...(await hidingFaults(transaction, row, sdl))];
}

/** Lists the cost rule and registered operations that the schema does not fit. */
function settingsAgainst({ settings }: Pick<Api, 'settings'>, schema: GraphQLSchema): string[] {
  const apiSettings = stored<ApiSettings>(settings);
  const fault = costFault(schema, apiSettings.costs ?? {});
  const operations = operationFaults(schema, apiSettings).map(
    ({ id, message }) => `the registered operation ${id} would not be valid: ${message.replace(/\.$/, '')}`,
  );
  return [...(fault === undefined ? [] : [`the cost rule for ${fault.replace(/\.$/, '')}`]), ...operations];
}

/** Gives a schema to the draft and to its copies in catalogs. @throws QUOTA_EXCEEDED where they have no room for it */
async function takeSchema(transaction: Transaction, api: Api, sdl: string): Promise<void> {
  await withinDocuments(transaction, api.orgId, async () => {
    await transaction.api.update({ where: { id: api.id }, data: { sdl } });
    await transaction.catalogApi.updateMany({ where: copiesOf(api), data: { sdl } });
  });
  await forget(transaction, api.id);
}

/** Removes the held schema. Another one took its place, or the server is no longer asked. */
export async function forget(
  transaction: Transaction,
  apiId: string,
  dismissedSdl: string | null = null,
): Promise<void> {
  await transaction.schemaRefresh.updateMany({
    where: { apiId },
    data: { heldSdl: null, heldAt: null, heldBreaks: [], dismissedSdl },
  });
}

/**
 * Takes the schema that is held, although it breaks callers.
 *
 * @throws BAD_USER_INPUT when cost rules, plans or registered operations stand against it
 */
export async function acceptHeldSchema(transaction: Transaction, api: Api, heldSdl: string): Promise<void> {
  const against = await obstaclesTo(transaction, api, heldSdl);
  if (against.length > 0)
    refuse('BAD_USER_INPUT', {
      detail: `The schema cannot be taken yet: ${against.join('; ')}.`,
      path: ['input', 'api'],
    });
  await takeSchema(transaction, api, heldSdl);
}
