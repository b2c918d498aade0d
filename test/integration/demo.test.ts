import { getRequestListener } from '@hono/node-server';
import { execute, type OperationDefinitionNode, parse } from 'graphql';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { managementContextOf } from '../../src/control-plane/management/context.ts';
import { schema } from '../../src/control-plane/management/schema.ts';
import { createGateway } from '../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed } from '../../src/data-plane/snapshot/snapshot-feed.ts';
import { createBackends } from '../../src/demo/backends/backends.ts';
import { type DemoDeps, demoActor, ensureDemoWorld } from '../../src/demo/world.ts';
import { ingressOf, listen, personDeps } from '../support/gateway.ts';
import { type ManagementWorld, openManagement, urls } from '../support/management.ts';
import { someOf } from '../support/runs.ts';

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
/** The parts of examples/demo-world.graphql. */
const ALL = 18;
const ensure = (fields = ALL, backendsUrl = 'http://127.0.0.1:8091') =>
  ensureDemoWorld({
    database: world.database,
    backendsUrl,
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
    expect(await subscriptions()).toBe(2);
  });

  it.each(someOf([1, 4, 8, 11, 15, 17, ALL], 3))(
    'is made again when it was cut off after %i of its parts',
    async (fields) => {
      if (fields < ALL) await expect(ensure(fields)).rejects.toThrow('killed');
      else await ensure().then(() => world.database.prisma.graphQLServer.deleteMany());
      await ensure();
      expect(await orgs()).toEqual(['acme']);
      expect(await subscriptions()).toBe(2);
      expect(await world.database.prisma.graphQLServer.count()).toBe(1);
    },
  );

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

  it('calls another back-end in each catalog with the same version of an API', async () => {
    const backends = await listen(getRequestListener(createBackends().fetch));
    await ensure(ALL, backends.url);
    const { database, secrets, outbound, ownServers, limits, clock } = world.deps;
    const snapshots = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
    const faults: unknown[] = [];
    const onFault = (fault: unknown) => faults.push(fault);
    const deps = { snapshots, database, secrets, outbound, ownServers, limits, clock, onFault };
    const gateway = createGateway({ ...deps, ...personDeps(deps), urls, pseudonym: 'gatehouse-here' });
    const server = await listen(ingressOf({ calls: gateway.handle, endpoints: [] }, { urls, onFault }));
    const firstIn = async (catalog: string) => {
      const { clientKey } = await database.prisma.credential.findFirstOrThrow({
        where: { application: { consumerOrg: { catalog: { name: catalog } } } },
      });
      const answer = await fetch(`${server.url}/acme/${catalog}/customerdb/v1/customers`, {
        headers: { 'x-client-id': clientKey },
      });
      const [customer] = (await answer.json()) as { id: string; lastname: string }[];
      return [answer.status, customer];
    };
    expect(await firstIn('sandbox')).toEqual([200, { id: '1', firstname: 'Ada', lastname: 'Lindqvist' }]);
    expect(await firstIn('production')).toEqual([
      200,
      { id: '101', firstname: 'Kirsten', lastname: 'Nygaard' },
    ]);
    const own = await fetch(`${backends.url}/production/customerdb/v1/customers`);
    expect([own.status, own.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="customers in production", charset="UTF-8"',
    ]);
    expect(faults).toEqual([]);
    await server.close();
    await gateway.close();
    await snapshots.close();
    await backends.close();
  });
});
