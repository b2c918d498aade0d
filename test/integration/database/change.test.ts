import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuse } from '../../../src/foundation/errors.ts';
import { change } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { everyDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

describe.each(await everyDatabase())('a change on $name', ({ open }) => {
  let database: Database;
  let orgId: string;

  beforeAll(async () => {
    database = await open();
    orgId = (await database.prisma.org.create({ data: { name: 'acme', title: 'Acme' } })).id;
  });
  afterAll(() => database.close());

  const request = () => ({ orgId, actor: 'token:test', action: 'createCatalog', subject: 'sandbox' });
  const world = async () => ({
    revision: (await database.prisma.org.findUniqueOrThrow({ where: { id: orgId } })).revision,
    catalogs: await database.prisma.catalog.count(),
    events: await database.prisma.auditEvent.count(),
  });

  it('writes rows, audit event and revision together, and announces the org', async () => {
    const before = await world();
    const announced: (string | undefined)[] = [];
    await database.listen((changed) => announced.push(changed));
    await change(database, request(), (tx) =>
      tx.catalog.create({ data: { orgId, name: 'sandbox', title: 'Sandbox' } }),
    );
    expect(await world()).toEqual({
      revision: before.revision + 1,
      catalogs: before.catalogs + 1,
      events: before.events + 1,
    });
    await eventually(() => expect(announced).toEqual([orgId]));
  });

  it('that is refused leaves nothing behind', async () => {
    const before = await world();
    const refused = change(database, request(), async (tx) => {
      await tx.catalog.create({ data: { orgId, name: 'preview', title: 'Preview' } });
      return refuse('IN_USE');
    });
    await expect(refused).rejects.toMatchObject({ code: 'IN_USE', status: 409 });
    expect(await world()).toEqual(before);
  });

  it('that is rehearsed answers what it would have done, and leaves nothing behind', async () => {
    const before = await world();
    const rehearsed = await change(database, { ...request(), dryRun: true }, (tx) =>
      tx.catalog.create({ data: { orgId, name: 'preview', title: 'Preview' } }),
    );
    expect(rehearsed).toMatchObject({ name: 'preview' });
    expect(await world()).toEqual(before);
  });

  it('of one caller waits for its turn where fifty of another do, and of a provider where consumers do', async () => {
    const order: string[] = [];
    const ask = (actor: string, queueKeys?: string[]) =>
      change(
        database,
        { ...request(), actor, ...(queueKeys && { queueKeys }) },
        async () => void order.push(actor),
      );
    const flood = Array.from({ length: 25 }, (_, index) => [
      ask('consumer:eve', ['consumers', 'eves']),
      ask('consumer:mallory', ['consumers', `another of hers ${index}`]),
    ]);
    const other = [ask('consumer:vic', ['consumers', 'vics']), ask('token:ci')];
    await Promise.all([...flood.flat(), ...other]);
    expect(order).toHaveLength(52);
    // One is under way, and it is second or third in turn.
    expect(order.indexOf('token:ci')).toBeLessThan(5);
  });

  it('is refused where too many of its caller wait, and of no other', async () => {
    const ask = (consumerOrg: string) =>
      change(database, { ...request(), queueKeys: ['consumers', consumerOrg] }, async () => undefined);
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, () => ask('eves')).concat(ask('vics')),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({
      reason: {
        code: 'TEMPORARILY_UNAVAILABLE',
        status: 503,
        headers: { 'Retry-After': '1' },
        message: 'Too many of your changes wait: try again when some are done.',
      },
    });
    expect(results.at(-1)?.status).toBe('fulfilled');
  });

  it('begins when its turn has come, and until then leaves the database to other orgs', async () => {
    const { id: otherId } = await database.prisma.org.create({ data: { name: 'other', title: 'Other' } });
    const order: string[] = [];
    const isOthersTurn = change(
      database,
      { ...request(), orgId: otherId },
      async () => void order.push('other'),
    );
    await change(database, { ...request(), turn: () => isOthersTurn }, async () => void order.push('this'));
    expect(order).toEqual(['other', 'this']);
    await database.prisma.org.delete({ where: { id: otherId } });
  });

  it('that takes a taken name is refused with NAME_TAKEN', async () => {
    await database.prisma.catalog.create({ data: { orgId, name: 'taken', title: 'Taken' } });
    const taken = change(database, request(), (tx) =>
      tx.catalog.create({ data: { orgId, name: 'taken', title: 'Again' } }),
    );
    await expect(taken).rejects.toMatchObject({ code: 'NAME_TAKEN', status: 409 });
  });

  it('that would leave something without what it needs is refused with IN_USE', async () => {
    const { id } = await database.prisma.api.create({
      data: {
        orgId,
        name: 'a',
        title: 'A',
        version: '1.0.0',
        kind: 'REST',
        basePath: '/a',
        securityDefinitions: [],
        security: [],
      },
    });
    const product = await database.prisma.product.create({
      data: { orgId, name: 'p', title: 'P', version: '1.0.0', apis: { create: { apiId: id, position: 0 } } },
    });
    await expect(change(database, request(), (tx) => tx.api.delete({ where: { id } }))).rejects.toMatchObject(
      {
        code: 'IN_USE',
        status: 409,
      },
    );
    await database.prisma.product.delete({ where: { id: product.id } });
  });

  it('of an org that there is not is refused with NOT_FOUND', async () => {
    const nowhere = { ...request(), orgId: '00000000-0000-7000-8000-000000000000' };
    await expect(change(database, nowhere, async () => {})).rejects.toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    });
  });

  it('that hits a fault leaves nothing behind, and the fault as it is', async () => {
    const before = await world();
    const fault = new Error('a fault');
    const failed = change(database, request(), async (tx) => {
      await tx.catalog.create({ data: { orgId, name: 'preview', title: 'Preview' } });
      throw fault;
    });
    await expect(failed).rejects.toBe(fault);
    expect(await world()).toEqual(before);
  });

  it('follows the others of its org: what it checked still holds when it writes', async () => {
    const before = await world();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) =>
        change(database, request(), async (tx) => {
          const count = await tx.catalog.count({ where: { name: { startsWith: 'race' } } });
          if (count >= 5) refuse('CONFLICT');
          await tx.catalog.create({ data: { orgId, name: `race-${number}`, title: 'Race' } });
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await world()).toEqual({
      revision: before.revision + 5,
      catalogs: before.catalogs + 5,
      events: before.events + 5,
    });
  });

  it('that is undone is not announced', async () => {
    const announced: (string | undefined)[] = [];
    await database.listen((changed) => announced.push(changed));
    await change(database, { ...request(), dryRun: true }, async () => {});
    await change(database, request(), async () => refuse('IN_USE')).catch(() => {});
    await change(database, request(), async () => {});
    await eventually(() => expect(announced).toEqual([orgId]));
  });
});
