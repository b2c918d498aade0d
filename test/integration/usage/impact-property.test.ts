import { buildSchema, type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FieldSets } from '../../../src/data-plane/gateway/accounting/field-sets.ts';
import { fieldsOfVariables } from '../../../src/data-plane/gateway/graphql/variable-fields.ts';
import type { ApiBreak } from '../../../src/domain/api/api-break.ts';
import { HOUR_MS } from '../../../src/domain/call/usage.ts';
import { callsOfBreaks } from '../../../src/domain/product/lifecycle-warning.ts';
import { breaksBetween } from '../../../src/graphql/breaks/contract-breaks.ts';
import { usedCoordinates } from '../../../src/graphql/schema/used-coordinates.ts';
import { enumVariables } from '../../../src/graphql/schema/variable-enums.ts';
import { operationsOf } from '../../../src/graphql/validation/definitions.ts';
import { apiCallers } from '../../../src/infrastructure/usage/api-callers.ts';
import { fieldCallers } from '../../../src/infrastructure/usage/field-callers.ts';
import { operationNamed, queryParameters } from '../../../src/openapi/contract/operation-plan.ts';
import { usedParameters } from '../../../src/openapi/contract/used-parameters.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type Dice, diceOf } from '../../support/impact/dice.ts';
import { type GraphQLCall, graphqlCall } from '../../support/impact/graphql-documents.ts';
import { failsAtNewVersion } from '../../support/impact/graphql-replay.ts';
import { graphqlVersions } from '../../support/impact/graphql-versions.ts';
import {
  documentOf,
  type RestCall,
  type RestModel,
  restCall,
  restCallFails,
  restVersions,
} from '../../support/impact/rest-versions.ts';
import { impactWorlds } from '../../support/runs.ts';
import { countFields, countUsage } from '../../support/usage.ts';

const CALLERS = ['one', 'two', 'three', 'four', 'five'];
const PRODUCT = 'crm:1.0.0';
const LIMIT = { limit: 200, offset: 0 };
const CALLS_MAX = 3;

let world: CatalogWorld;
let hour: Date;
const ids = new Map<string, string>();
const seen = { certain: 0, possible: 0, failed: 0, spared: 0 };

beforeAll(async () => {
  world = await openCatalog();
  await world.api('crm:1.0.0');
  await world.product(PRODUCT, { apis: ['crm:1.0.0'], plans: [{ title: 'Gold' }], publishTo: CATALOG });
  for (const title of CALLERS) await world.client(title, [PRODUCT, 'gold']);
  const { prisma } = world.database;
  for (const name of CALLERS)
    ids.set(name, (await prisma.subscription.findFirstOrThrow({ where: { application: { name } } })).id);
  hour = new Date(Math.floor(world.deps.clock().getTime() / HOUR_MS) * HOUR_MS);
});
afterAll(() => world.close());

/** A call that was counted at the old version, and how it fares at the new one. */
type Replayed<Call> = { readonly caller: string; readonly call: Call; readonly fails: boolean };

/** Traffic: some calls of each caller. */
function traffic<Call>(dice: Dice, make: () => Call, fails: (call: Call) => boolean): Replayed<Call>[] {
  return CALLERS.flatMap((caller) =>
    Array.from({ length: dice.below(CALLS_MAX + 1) }, () => {
      const call = make();
      return { caller, call, fails: fails(call) };
    }),
  );
}

const seriesOf = (caller: string, api: string, operation: string) => ({
  orgId: world.orgId,
  subscriptionId: ids.get(caller) ?? '',
  application: caller,
  product: PRODUCT,
  api,
  operation,
});

/** The callers that are told, for sure and in all. */
async function told(api: string, breaks: readonly ApiBreak[]) {
  if (breaks.length === 0) return { certain: [], all: [] };
  const { operations, fields } = callsOfBreaks(breaks);
  const request = { catalogId: world.catalogId, product: PRODUCT, api, operations, from: new Date(0) };
  const rows = fields
    ? await fieldCallers(world.database, { ...request, fields }, LIMIT)
    : await apiCallers(world.database, request, LIMIT);
  const named = (all: typeof rows) => [...new Set(all.map(({ application }) => application))].sort();
  return { certain: named(rows.filter(({ certain }) => certain)), all: named(rows) };
}

/** Who fails is told, and who is told for sure fails. */
async function hold<Call>(
  replayed: readonly Replayed<Call>[],
  {
    api,
    breaks,
    about,
  }: { readonly api: string; readonly breaks: readonly ApiBreak[]; readonly about: unknown },
) {
  const failed = [...new Set(replayed.filter(({ fails }) => fails).map(({ caller }) => caller))].sort();
  const { certain, all } = await told(api, breaks);
  const missed = failed.filter((caller) => !all.includes(caller));
  const accused = certain.filter((caller) => !failed.includes(caller));
  expect({ missed, accused }, JSON.stringify({ about, breaks, replayed }, null, 1)).toEqual({
    missed: [],
    accused: [],
  });
  seen.failed += failed.length;
  seen.certain += certain.length;
  seen.possible += all.length - certain.length;
  seen.spared += CALLERS.length - all.length;
}

async function holdGraphQL(seed: number) {
  const dice = diceOf(seed);
  const { before, after } = graphqlVersions(dice);
  const [was, is] = [buildSchema(before), buildSchema(after)];
  const replayed = traffic(
    dice,
    () => graphqlCall(was, dice),
    (call) => failsAtNewVersion(was, is, call),
  );
  const api = `graph${seed}:1.0.0`;
  const sets = new FieldSets(Number.POSITIVE_INFINITY);
  const counted = replayed.flatMap(({ caller, call }) =>
    fieldsOf(was, call, sets).map(({ coordinates }) => ({
      ...seriesOf(caller, api, 'query'),
      minute: hour,
      calls: 1,
      coordinates: coordinates ?? [],
    })),
  );
  if (counted.length > 0) await countFields(world.database, counted);
  const contract = (sdl: string) => ({ kind: 'GRAPHQL' as const, openapi: null, sdl });
  const breaks = breaksBetween({ before: contract(before), after: contract(after) });
  await hold(replayed, { api, breaks, about: { seed, before, after } });
}

/** The sets that a gateway counts a call by. */
function fieldsOf(schema: GraphQLSchema, { text, variables }: GraphQLCall, sets: FieldSets) {
  const document = parse(text);
  const [operation] = operationsOf(document);
  const enums = operation && enumVariables(schema, operation);
  const coordinates = coordinatesOf(schema, document);
  return enums ? fieldsOfVariables(sets, coordinates, enums)(variables) : sets.of(coordinates);
}

function coordinatesOf(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const steps = usedCoordinates(schema, document);
  for (let step = steps.next(); ; step = steps.next())
    if (step.done) return [...step.value.values()][0] ?? [];
}

async function holdRest(seed: number) {
  const dice = diceOf(seed);
  const { before, after } = restVersions(dice);
  const replayed = traffic(
    dice,
    () => restCall(before, dice),
    (call) => restCallFails(before, after, call),
  );
  const api = `rest${seed}:1.0.0`;
  await countRest(replayed, { api, before, isRead: seed % 2 === 1 });
  const contract = (model: typeof before) => ({
    kind: 'REST' as const,
    openapi: JSON.stringify(documentOf(model)),
    sdl: null,
  });
  const breaks = breaksBetween({ before: contract(before), after: contract(after) });
  await hold(replayed, { api, breaks, about: { seed, before, after } });
}

type Counting = { readonly api: string; readonly before: RestModel; readonly isRead: boolean };

/** Counts calls of REST. The gateway has read their queries, or it has not. */
async function countRest(
  replayed: readonly Replayed<RestCall>[],
  { api, before, isRead }: Counting,
): Promise<void> {
  if (replayed.length === 0) return;
  const counted = replayed.map(({ caller, call }) => ({
    series: seriesOf(caller, api, call.operation),
    coordinates: usedParameters(parametersOf(before, call.operation), {
      operation: call.operation,
      query: new URLSearchParams(Object.entries(call.parameters).map(([name, value]) => [name, `${value}`])),
    }),
  }));
  if (isRead)
    await countFields(
      world.database,
      counted.map(({ series, coordinates }) => ({ ...series, coordinates, minute: hour, calls: 1 })),
    );
  else
    await countUsage(
      world.database,
      counted.map(({ series }) => ({ ...series, hour, calls: 1, outcome: 'ANSWERED' as const })),
    );
}

function parametersOf(model: RestModel, name: string) {
  const found = operationNamed(documentOf(model), name);
  return found ? queryParameters(found) : [];
}

it.each([
  ['GraphQL', holdGraphQL],
  ['REST', holdRest],
] as const)(
  'traffic of %s that is replayed against a new version fails for the callers that are told',
  async (_, holds) => {
    const counts = { ...seen };
    for (let seed = 1; seed <= impactWorlds; seed += 1) await holds(seed);
    expect(seen.certain - counts.certain, 'some break for sure').toBeGreaterThan(impactWorlds / 4);
    expect(seen.spared - counts.spared, 'most breaks touch few').toBeGreaterThan(impactWorlds);
    if (process.env['IMPACT_WORLDS']) console.info(seen);
  },
  600_000,
);
