import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../src/database/change.ts';
import type { Database } from '../../src/database/database.ts';
import { refuse } from '../../src/errors.ts';
import { everyDatabase } from '../support/database.ts';

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
    const announced = new Promise((resolve) => void database.listen(resolve));
    await change(database, request(), (tx) =>
      tx.catalog.create({ data: { orgId, name: 'sandbox', title: 'Sandbox' } }),
    );
    expect(await world()).toEqual({ revision: 1, catalogs: 1, events: 1 });
    expect(await announced).toBe(orgId);
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

  it('that takes a taken name is refused with NAME_TAKEN', async () => {
    const taken = change(database, request(), (tx) =>
      tx.catalog.create({ data: { orgId, name: 'sandbox', title: 'Again' } }),
    );
    await expect(taken).rejects.toMatchObject({ code: 'NAME_TAKEN', status: 409 });
  });
});
