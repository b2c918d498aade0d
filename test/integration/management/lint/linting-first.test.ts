import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LintNeeded, NeededDocuments } from '../../../../src/control-plane/management/lint/linting-first.ts';
import { Refusal } from '../../../../src/foundation/errors.ts';
import { CATALOG } from '../../../support/catalog.ts';
import { act } from '../../../support/change-requests.ts';
import { type ManifestWorld, openManifest } from '../../../support/manifest.ts';
import { openApi } from '../../../support/openapi.ts';
import { watchStatements } from '../../../support/statements.ts';
import { createApplications, openWaves, proposeWaves, wavesOf } from '../../../support/waves.ts';

let world: ManifestWorld;

const RULES = `
rules:
  has-contact:
    severity: error
    given: $.info
    then: { field: contact, function: truthy }
`;

const things = (title: string, contact?: object) => {
  const document = openApi({ '/things': { get: { responses: { 204: { description: 'fine' } } } } });
  return {
    ...document,
    info: { title, version: '1.0.0', ...(contact && { contact }) },
    servers: [{ url: `http://${title}.test` }],
  };
};
const CONTACT = { name: 'Ada' };

beforeEach(async () => {
  world = await openManifest();
  await world.mutate('createRuleSet', { title: 'House style', rules: RULES });
});
afterEach(() => world.close());

const hold = (lintPolicy: object | null) => world.mutate('updateCatalog', { name: CATALOG, lintPolicy });
const REFUSING = { ruleSet: 'house-style', refusePublish: 'ERROR' };
const results = () => world.database.prisma.lintResult.count();

/** Creates an API and a product with it, of the same name. */
async function draft(name: string, contact?: object): Promise<void> {
  await world.mutate('createApi', { openapi: things(name, contact) });
  await world.product(`${name}:1.0.0`, { apis: [`${name}:1.0.0`] });
}

const publishing = (names: readonly string[]) => ({
  gatehouse: '1',
  catalogs: [
    {
      name: CATALOG,
      title: 'Sandbox',
      lintPolicy: REFUSING,
      products: names.map((name) => ({ product: `${name}:1.0.0`, state: 'PUBLISHED' })),
    },
  ],
});

describe('a manifest that publishes products which are new to the rules', () => {
  const names = ['shop-a', 'shop-b', 'shop-c', 'shop-d'];

  it('lints all of them, and then begins anew once', async () => {
    for (const name of names) await draft(name, CONTACT);
    const statements = watchStatements();
    const { changes } = await world.apply(publishing(names));
    expect(changes).toHaveLength(5);
    const beginnings = statements.filter(({ text }) => /^UPDATE "[^"]*"."Org" SET "revision"/.test(text));
    expect(beginnings).toHaveLength(2);
    expect(await results()).toBe(4);
    expect((await world.apply(publishing(names))).changes).toEqual([]);
  });

  it('is refused with the product whose document breaks them, and changes nothing', async () => {
    for (const name of names) await draft(name, name === 'shop-c' ? undefined : CONTACT);
    const refused = await world.changesNothing(() => world.applyRefused(publishing(names)));
    expect(refused).toMatchObject({
      status: 409,
      code: 'RULES_BROKEN',
      path: ['input', 'manifest', 'catalogs', 0, 'products', 2],
      message: expect.stringContaining(
        'The document of shop-c:1.0.0 has 1 finding of the rule set house-style',
      ),
    });
  });
});

describe('the documents that a change needs', () => {
  const needs =
    (key: string, characters = 1) =>
    async () => {
      throw new LintNeeded([{ key, rules: null, text: 'x'.repeat(characters) }]);
    };
  const keysOf = (error: unknown) =>
    error instanceof LintNeeded ? error.documents.map(({ key }) => key) : error;

  it('are gathered once each, and none are needed where there are none', async () => {
    const needed = new NeededDocuments();
    await needed.gather(async () => undefined);
    needed.throwAny();
    for (const key of ['a', 'b', 'a']) await needed.gather(needs(key));
    expect(keysOf(await needed.gather(needs('c')).then(() => attempt(() => needed.throwAny())))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('are linted before a later part is refused, which stands on one that is not whole', async () => {
    const needed = new NeededDocuments();
    const refused = new Refusal('CONFLICT', {});
    const failing = () => needed.gather(() => Promise.reject(refused)).catch(keysOf);
    expect(await failing()).toBe(refused);
    await needed.gather(needs('a'));
    expect(await failing()).toEqual(['a']);
  });

  it('are linted in parts where they are large', async () => {
    const needed = new NeededDocuments();
    await needed.gather(needs('a', 20_000_000));
    expect(await needed.gather(needs('b', 20_000_000)).catch(keysOf)).toEqual(['a', 'b']);
  });
});

function attempt(work: () => void): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('results of an org', () => {
  const fill = (count: number) =>
    world.database.prisma.$executeRaw`
      INSERT INTO "LintResult" ("id", "orgId", "key", "findings")
      SELECT gen_random_uuid(), o."id", 'old-' || n, '{}' FROM "Org" o, generate_series(1, ${count}::int) n
      WHERE o."name" = 'acme'`;

  it('are 500 at most, and none of those that a change needs goes before it is done', async () => {
    await fill(520);
    const names = ['shop-a', 'shop-b'];
    for (const name of names) await draft(name, CONTACT);
    await world.apply(publishing(names));
    expect(await results()).toBe(500);
  });
});

describe('a change in waves', () => {
  const waves = [{ percent: 50, minutes: 60 }, { percent: 100 }];
  const open = async (contact?: object) => {
    await world.mutate('createApi', { name: 'customerdb', openapi: things('customerdb', contact) });
    return openWaves(world, 'customer', await createApplications(world, 4));
  };

  it('is linted before it begins, and goes on without it', async () => {
    const pair = await open(CONTACT);
    await hold(REFUSING);
    const { number } = await proposeWaves(world, { ...pair, more: { waves } });
    await world.database.prisma.lintResult.deleteMany();
    await act(world, 'commitChange', { number });
    expect(await wavesOf(world, number)).toMatchObject({ state: 'RUNNING', waves: [{ moved: 2 }, {}] });
    expect(await results()).toBe(1);
    await world.database.prisma.lintResult.deleteMany();
    await act(world, 'advanceChange', { number, wave: 1 });
    expect((await wavesOf(world, number)).state).toBe('DONE');
    expect(await results()).toBe(0);
  });

  it('is not begun where its successor breaks the rules', async () => {
    const pair = await open();
    const { number } = await proposeWaves(world, { ...pair, more: { waves } });
    await hold(REFUSING);
    expect(await world.refused('commitChange', { number }, '{ number }')).toMatchObject({
      status: 409,
      code: 'RULES_BROKEN',
    });
    expect(await wavesOf(world, number)).toMatchObject({ state: 'FAILED', waves: [{ moved: 0 }, {}] });
  });
});
