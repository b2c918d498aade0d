import { afterAll, beforeAll, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { watchStatements } from '../../../support/statements.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());

/** Counts the statements of lifecycle mutations, without those that begin and end transactions. */
function counting(): (mutation: string, input: object) => Promise<number> {
  const statements = watchStatements();
  return async (mutation, input) => {
    const before = statements.length;
    await world.lifecycle(mutation, { ...input });
    return statements.slice(before).filter(({ text }) => !/^(?:BEGIN|COMMIT)/.test(text)).length;
  };
}

it('a publication takes the same statements, however much else the catalog has', async () => {
  const count = counting();
  const publish = async (product: string) => {
    await world.product(product);
    return count('publishProduct', { product });
  };
  const few = await publish('first:1.0.0');
  for (const name of ['second', 'third']) await world.product(`${name}:1.0.0`, { publishTo: CATALOG });
  expect([few, await publish('last:1.0.0')]).toEqual([32, 32]);
});

it('superseding takes the same statements, however many are subscribed', async () => {
  const count = counting();
  const supersede = async (name: string, subscribers: number) => {
    const [old, successor] = [`${name}:1.0.0`, `${name}:2.0.0`];
    await world.product(old, { publishTo: CATALOG });
    await world.product(successor);
    await world.lifecycle('stageProduct', { product: successor });
    for (let at = 0; at < subscribers; at += 1) await world.client(`${name} ${at}`, [old, 'default-plan']);
    const plans = [{ source: 'default-plan', target: 'default-plan' }];
    return count('supersedeProduct', { old, new: successor, plans });
  };
  expect([await supersede('few', 1), await supersede('many', 4)]).toEqual([37, 37]);
});
