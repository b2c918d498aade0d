import { beforeAll, describe, expect, it } from 'vitest';
import { Persisted } from '../../../src/data-plane/gateway/graphql/persisted.ts';
import { readDocument } from '../../../src/data-plane/gateway/graphql/read-document.ts';
import type { ServedSchema } from '../../../src/data-plane/gateway/graphql/served-schema.ts';
import { Schemas } from '../../../src/data-plane/gateway/graphql/served-schemas.ts';
import type { WorkBudget } from '../../../src/data-plane/gateway/graphql/validated-documents.ts';
import { documentBoundsOf } from '../../../src/domain/api/document-bounds.ts';
import { refusal } from '../../../src/foundation/errors.ts';
import { atOnce } from '../../../src/foundation/event-loop-turns.ts';
import { api } from '../../support/snapshot.ts';

const fields = 'x: ID n: N all(first: Int): [N] @listSize(slicingArguments: ["first"])';
const sdl = `directive @listSize(slicingArguments: [String!]) on FIELD_DEFINITION
  interface N { ${fields} } type Query { ${fields} }
  ${Array.from({ length: 60 }, (_, at) => `type O${at} implements N { ${fields} }`).join(' ')}`;
const proxied = api({ kind: 'GRAPHQL', sdl, documentBounds: documentBoundsOf({ maxTokens: 10_000 }) });

let schema: ServedSchema;
beforeAll(async () => {
  schema = await new Schemas().of(proxied, { orgId: 'an org', hidden: [] });
});

/** Reads a document for a caller who has so many units left; how many it took. */
function spentOf(query: string, left: number): number {
  let spent = 0;
  const work = {
    check() {
      if (spent >= left) throw refusal('VALIDATION_BUDGET_EXCEEDED');
    },
    spend(units: number) {
      spent += units;
    },
  };
  const bytes = Buffer.from(JSON.stringify({ query, variables: { first: 3 } }));
  const steps = readDocument(bytes, {
    api: proxied,
    plan: undefined,
    schema,
    persisted: new Persisted(),
    work,
  });
  atOnce(steps);
  return spent;
}

const lists = (count: number) =>
  `query ($first: Int) { n { ${Array.from({ length: count }, (_, at) => `a${at}: all(first: $first) { x }`).join(' ')} } }`;

it('a remembered document whose cost is a long calculation pays for it with each call', () => {
  const first = spentOf(lists(60), 100_000);
  const again = spentOf(lists(60), 100_000);
  expect(again).toBeGreaterThan(50);
  expect(again).toBeLessThan(first / 2);
  expect(() => spentOf(lists(60), 0)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_BUDGET_EXCEEDED' }),
  );
});

it('a usual one costs nothing again, and is read in one step', () => {
  const usual = 'query ($first: Int) { all(first: $first) { ... on O1 { all(first: $first) { x } } } }';
  expect(spentOf(usual, 100_000)).toBeGreaterThan(0);
  expect(spentOf(usual, 0)).toBe(0);
  const work = { check: () => expect.fail('it is charged'), spend: () => expect.fail('it is charged') };
  const bytes = Buffer.from(JSON.stringify({ query: usual, variables: { first: 3 } }));
  const reading = { api: proxied, plan: undefined, schema, persisted: new Persisted(), work };
  expect(readDocument(bytes, reading).next()).toMatchObject({ done: true });
  // A long one takes a turn to be read at all.
  const long = Buffer.concat([bytes, Buffer.alloc(20_000, ' ')]);
  expect(readDocument(long, reading).next()).toMatchObject({ done: false });
});

it('merging fields is paid for by what it looks at', () => {
  const spreads = (at: number) => `x n { ...F${Math.min(60, at + 1)} ...F${Math.min(60, at + 2)} }`;
  const fragments = Array.from({ length: 60 }, (_, at) => `fragment F${at} on N { ${spreads(at)} }`).join(
    ' ',
  );
  const tangled = `{ n { ...F0 ...F1 } } ${fragments} fragment F60 on N { x }`;
  const units = 100_000;
  const tokens = tangled.match(/\w+|\.\.\.|[{}]/g)?.length ?? 0;
  const [characters, looks] = [tangled.length / 50, 25_000 / 4];
  expect(spentOf(tangled, units)).toBeGreaterThan(tokens + characters + 500);
  expect(spentOf(`${tangled} `, units)).toBeLessThan(tokens + characters + looks + 1_002);
});

describe('a document that waits for its turn', () => {
  const start = (query: string, work: WorkBudget) => {
    const bytes = Buffer.from(JSON.stringify({ query }));
    const reading = readDocument(bytes, {
      api: proxied,
      plan: undefined,
      schema,
      persisted: new Persisted(),
      work,
    });
    expect(reading.next().done).toBe(false);
    return reading;
  };

  it('is not read again where another call sent the same meanwhile', () => {
    let spent = 0;
    const work = {
      check() {},
      spend(units: number) {
        spent += units;
      },
    };
    const query = '{ n { x n { x } } }';
    const [one, other] = [start(query, work), start(query, work)];
    const { measure } = atOnce(one);
    const once = spent;
    expect(once).toBeGreaterThan(0);
    expect(atOnce(other).measure).toEqual(measure);
    expect(spent).toBe(once);
  });

  it('is refused where the budget was spent meanwhile', () => {
    let left = true;
    const work = {
      check() {
        if (!left) throw refusal('VALIDATION_BUDGET_EXCEEDED');
      },
      spend() {},
    };
    const reading = start('{ n { n { n { x } } } }', work);
    left = false;
    expect(() => atOnce(reading)).toThrow(expect.objectContaining({ code: 'VALIDATION_BUDGET_EXCEEDED' }));
  });
});
