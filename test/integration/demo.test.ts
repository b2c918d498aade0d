import { execute, type OperationDefinitionNode, parse } from 'graphql';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { managementContextOf } from '../../src/control-plane/management/context.ts';
import { schema } from '../../src/control-plane/management/schema.ts';
import { type DemoDeps, demoActor, ensureDemoWorld } from '../../src/demo/world.ts';
import { type ManagementWorld, openManagement } from '../support/management.ts';

let world: ManagementWorld;
beforeEach(async () => {
  await world?.close();
  world = await openManagement();
});
afterAll(() => world.close());

/** The management API as the platform calls it; a process that is killed has carried out the first fields only. */
const manageUntil =
  (fields: number): DemoDeps['manage'] =>
  async (text, variableValues) => {
    const document = parse(text);
    const [operation] = document.definitions as [OperationDefinitionNode];
    const selections = operation.selectionSet.selections.slice(0, fields);
    const begun = { ...operation, selectionSet: { ...operation.selectionSet, selections } };
    const caller = {
      name: demoActor,
      actor: `token:${demoActor}`,
      role: 'ADMINISTRATOR',
      orgId: null,
    } as const;
    const result = await execute({
      schema,
      document: { ...document, definitions: [begun] },
      variableValues: { ...variableValues },
      contextValue: managementContextOf(world.deps, caller),
    });
    if (selections.length < operation.selectionSet.selections.length) throw new Error('killed');
    return result;
  };
const ensure = (fields = Number.POSITIVE_INFINITY) =>
  ensureDemoWorld({
    database: world.database,
    backendsUrl: 'http://127.0.0.1:8091',
    manage: manageUntil(fields),
  });
const subscriptions = () => world.database.prisma.subscription.count();
const orgs = async () => (await world.database.prisma.org.findMany()).map(({ name }) => name);

describe('the demo world', () => {
  it('is made once, and left as it is afterwards', async () => {
    await ensure();
    const before = await world.database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
    await ensure();
    expect(await world.database.prisma.org.findMany()).toEqual([before]);
    expect(await subscriptions()).toBe(1);
  });

  it.each([1, 4, 6, 7, 9])('is made again when it was cut off after %i of its parts', async (fields) => {
    if (fields < 9) await expect(ensure(fields)).rejects.toThrow('killed');
    else await ensure().then(() => world.database.prisma.graphQLServer.deleteMany());
    await ensure();
    expect(await orgs()).toEqual(['acme']);
    expect(await subscriptions()).toBe(1);
    expect(await world.database.prisma.graphQLServer.count()).toBe(1);
  });

  it('is not made where there is an org already, of whatever name', async () => {
    for (const name of ['acme', 'other']) await world.mutate('createOrg', { title: name, name });
    await ensure();
    expect((await orgs()).sort()).toEqual(['acme', 'other']);
    expect(await subscriptions()).toBe(0);
  });

  it('never takes an org from somebody who made or changed it', async () => {
    await world.mutate('createOrg', { title: 'Acme', name: 'acme' });
    await ensure();
    expect(await orgs()).toEqual(['acme']);
    expect(await world.database.prisma.catalog.count()).toBe(0);
  });
});
