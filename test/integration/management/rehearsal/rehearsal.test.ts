import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endRehearsals } from '../../../../src/control-plane/jobs/rehearsal-watch.ts';
import { RehearsalFindings } from '../../../../src/data-plane/recorded/rehearsal-findings.ts';
import type { AnswerDifference } from '../../../../src/domain/rehearsal/rehearsal.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { removeWhatIsOver } from '../../../support/retention.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const OLD = 'customer:1.0.0';
const NEW = 'customer:2.0.0';

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
    await world.api(`customerdb:${version}`);
    await world.product(`customer:${version}`, { apis: [`customerdb:${version}`] });
  }
  await world.product('copy:1.0.0', { apis: ['customerdb:1.0.0'] });
  for (const product of [OLD, 'customer:3.0.0']) await world.lifecycle('publishProduct', { product });
  for (const product of [NEW, 'copy:1.0.0']) await world.lifecycle('stageProduct', { product });
});
afterEach(() => world.database.prisma.rehearsal.deleteMany());
afterAll(() => world.close());

type Rehearsal = {
  readonly id: string;
  readonly state: string;
  readonly operations: readonly Record<string, unknown>[];
  readonly differences: readonly Record<string, unknown>[];
};
const FIELDS = `{ id state sample startedBy endsAt endedAt stoppedBy catalog { name } old { version } new { version state }
  ignore { kind operation pointer } apis { before after } operationCount differenceCount
  operations { api operation compared unread dropped beforeP50Ms beforeP95Ms afterP50Ms afterP95Ms }
  differences { api operation kind pointer was now calls share firstAt lastAt } }`;

const input = (more: object = {}) => ({ catalog: CATALOG, old: OLD, new: NEW, ...more });
const rehearse = (more: object = {}) => world.mutate<Rehearsal>('rehearse', input(more), FIELDS);
const refused = (more: object) => world.refused('rehearse', input(more), '{ id }');
const read = async (id: string) =>
  (
    await world.query<{ rehearsal: Rehearsal }>(
      `query ($id: ID!) { rehearsal(org: "acme", id: $id) ${FIELDS} }`,
      {
        id,
      },
    )
  ).rehearsal;

/** A gateway that writes what it finds. */
function gateway() {
  const findings = new RehearsalFindings({ database: world.database, clock: world.deps.clock });
  return {
    find: async (
      rehearsalId: string,
      differences: readonly AnswerDifference[],
      times = { beforeMs: 3, afterMs: 11 },
    ) => {
      const at = { rehearsalId, api: 'customerdb', operation: 'GET /customers' };
      findings.count(at, 'compared', times);
      for (const each of differences) findings.differ(at, each);
      await findings.write();
    },
    findings,
  };
}
const status: AnswerDifference = { kind: 'STATUS', pointer: '/status', was: '200', now: '404' };

describe('a rehearsal', () => {
  it('is started for a staged successor, told to gateways, and stopped by hand; the audit has both', async () => {
    const ignore = [{ pointer: '/body/at' }, { kind: 'FIELD_ADDED', operation: 'GET /customers' }];
    const started = await rehearse({ minutes: 5, sample: 0.5, ignore });
    expect(started).toMatchObject({
      state: 'RUNNING',
      sample: 0.5,
      catalog: { name: CATALOG },
      old: { version: '1.0.0' },
      new: { version: '2.0.0', state: 'STAGED' },
      apis: [{ before: 'customerdb:1.0.0', after: 'customerdb:2.0.0' }],
      ignore: [
        { kind: null, operation: null, pointer: '/body/at' },
        { kind: 'FIELD_ADDED', operation: 'GET /customers', pointer: null },
      ],
      operations: [],
      differences: [],
      endedAt: null,
      stoppedBy: null,
    });
    const stopped = await world.mutate<Rehearsal>('stopRehearsal', { id: started.id }, '{ state stoppedBy }');
    expect(stopped).toEqual({ state: 'STOPPED', stoppedBy: expect.any(String) });
    const again = await world.refused('stopRehearsal', { id: started.id }, '{ id }');
    expect([again.code, again.message]).toEqual([
      'TRANSITION_REFUSED',
      'The rehearsal is STOPPED: it runs no more.',
    ]);
    const audit = await world.database.prisma.auditEvent.findMany({
      where: { action: { in: ['rehearse', 'stopRehearsal'] } },
      orderBy: { id: 'asc' },
      select: { action: true, subject: true, detail: true },
    });
    expect(audit.slice(-2)).toMatchObject([
      { action: 'rehearse', subject: NEW, detail: { old: OLD, minutes: 5, sample: 0.5, catalog: CATALOG } },
      { action: 'stopRehearsal', subject: started.id },
    ]);
  });

  it('is tried by a dry run, which starts nothing', async () => {
    expect(await rehearse({ dryRun: true })).toMatchObject({ state: 'RUNNING', apis: [{}] });
    expect(await world.database.prisma.rehearsal.count()).toBe(0);
  });

  it('is DONE when its time is over, and told of once with its differences', async () => {
    const { id } = await rehearse({ minutes: 1 });
    await gateway().find(id, [status]);
    const later = new Date(world.deps.clock().getTime() + 2 * MINUTE_MS);
    const { database } = world;
    await endRehearsals({ database, clock: () => later });
    await endRehearsals({ database, clock: () => later });
    const events = await database.prisma.event.findMany({
      where: { type: 'REHEARSAL', detail: { path: ['id'], equals: id } },
    });
    expect(events.map(({ subject, detail }) => [subject, detail])).toEqual([
      [NEW, { id, state: 'DONE', old: OLD, differences: 1 }],
    ]);
  });

  it('adds up what several gateways find, and keeps it while the database is gone', async () => {
    const { id } = await rehearse();
    const [one, other] = [gateway(), gateway()];
    await one.find(id, [status]);
    await other.find(id, [status, { kind: 'FIELD_MISSING', pointer: '/body/name', was: 'string', now: '' }]);
    await other.find(id, [], { beforeMs: 3, afterMs: 3 });
    const broken = new RehearsalFindings({
      database: { query: () => Promise.reject(new Error('gone')) },
      clock: world.deps.clock,
    });
    broken.count({ rehearsalId: id, api: 'customerdb', operation: 'GET /customers' }, 'dropped');
    await expect(broken.write()).rejects.toThrow('gone');
    other.findings.count({ rehearsalId: id, api: 'customerdb', operation: 'GET /customers' }, 'unread');
    await other.findings.write();
    const { operations, differences } = await read(id);
    expect(operations).toEqual([
      {
        api: 'customerdb',
        operation: 'GET /customers',
        compared: 3,
        unread: 1,
        dropped: 0,
        beforeP50Ms: expect.closeTo(3.4, 0),
        beforeP95Ms: expect.closeTo(3.9, 0),
        afterP50Ms: expect.closeTo(9, 0),
        afterP95Ms: expect.closeTo(11.1, 0),
      },
    ]);
    expect(differences).toMatchObject([
      { kind: 'STATUS', pointer: '/status', was: '200', now: '404', calls: 2, share: 0.5 },
      { kind: 'FIELD_MISSING', pointer: '/body/name', was: 'string', now: '', calls: 1, share: 0.25 },
    ]);
  });

  it('keeps 500 differences, and texts of 300 characters', async () => {
    const { id } = await rehearse();
    const { find } = gateway();
    const of = (at: number) => ({ ...status, pointer: `/body/${at}${'x'.repeat(400)}` });
    await find(
      id,
      Array.from({ length: 300 }, (_, at) => of(at)),
    );
    await find(
      id,
      Array.from({ length: 510 }, (_, at) => of(1_000 + at)),
    );
    const rows = await world.database.prisma.rehearsalDifference.findMany({ where: { rehearsalId: id } });
    expect([rows.length, Math.max(...rows.map(({ pointer }) => pointer.length))]).toEqual([500, 300]);
    await find(id, [{ ...status, pointer: '/body/another' }]);
    expect(await world.database.prisma.rehearsalDifference.count({ where: { rehearsalId: id } })).toBe(500);
  });

  it('goes thirty days after its end, with all that it found', async () => {
    const { id } = await rehearse({ minutes: 1 });
    await gateway().find(id, [status]);
    const { database, deps } = world;
    const ended = new Date(deps.clock().getTime() + 5 * MINUTE_MS);
    await endRehearsals({ database, clock: () => ended });
    await removeWhatIsOver(database, new Date(ended.getTime() + 29 * DAY_MS));
    expect(await read(id)).toMatchObject({ id });
    await removeWhatIsOver(database, new Date(ended.getTime() + 31 * DAY_MS));
    expect(await read(id)).toBeNull();
    expect(await database.prisma.rehearsalDifference.count({ where: { rehearsalId: id } })).toBe(0);
  });

  it('is refused where it makes no sense, and says why', async () => {
    const cases: readonly [object, string, string, readonly (string | number)[]][] = [
      [{ minutes: 0 }, 'BAD_USER_INPUT', 'minutes is 0: give 1 to 1440.', ['input', 'minutes']],
      [{ sample: 0 }, 'BAD_USER_INPUT', 'sample is 0: give a share from 0.0001 to 1.', ['input', 'sample']],
      [
        { ignore: [{}] },
        'BAD_USER_INPUT',
        'An entry without a kind, an operation and a pointer would ignore everything.',
        ['input', 'ignore', 0],
      ],
      [
        { ignore: [{ pointer: 'body' }] },
        'BAD_USER_INPUT',
        '"body" is no place of an answer: give a JSON Pointer of at most 300 characters, for example "/body/items/*/updatedAt".',
        ['input', 'ignore', 0, 'pointer'],
      ],
      [
        { old: NEW, new: OLD },
        'TRANSITION_REFUSED',
        'customer:2.0.0 is STAGED: only what is PUBLISHED, DEPRECATED can be rehearsed so.',
        ['input', 'old'],
      ],
      [
        { new: 'copy:1.0.0' },
        'BAD_USER_INPUT',
        'Every API of customer:1.0.0 is the same version in copy:1.0.0: nothing could differ.',
        ['input', 'new'],
      ],
      [
        { new: 'customer:9.0.0' },
        'NOT_FOUND',
        'customer:9.0.0 is not in the catalog sandbox: stage or publish it there first.',
        ['input', 'new'],
      ],
    ];
    for (const [more, code, message, path] of cases)
      expect(await refused(more)).toMatchObject({ code, message, path });
    const { id } = await rehearse();
    expect(await refused({ new: 'customer:3.0.0' })).toMatchObject({
      code: 'IN_USE',
      message: `It is rehearsed already (${id}): stop that with stopRehearsal, or wait for its end.`,
    });
  });
});
