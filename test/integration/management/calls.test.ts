import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answeredCallsKept } from '../../../src/domain/call/answered-call.ts';
import { refusedCallsKept } from '../../../src/domain/call/refused-call.ts';
import { remedies } from '../../../src/domain/call/remedies.ts';
import { eventually } from '../../support/eventually.ts';
import { refusalOf, type Socket, serveOnSocket } from '../../support/follow.ts';
import { type ManagementWorld, openManagement } from '../../support/management.ts';

let world: ManagementWorld;
let socket: Socket;
const catalogs = new Map<string, string>();
const tokens = new Map<string, string>();
let applicationId: string;

beforeAll(async () => {
  world = await openManagement();
  socket = await serveOnSocket(world.fetch);
  for (const org of ['acme', 'beta']) {
    await world.mutate('createOrg', { title: org });
    await world.mutate('createCatalog', { org, title: 'Sandbox' });
    const { id } = await world.database.prisma.catalog.findFirstOrThrow({ where: { org: { name: org } } });
    catalogs.set(org, id);
    const input = { org, name: `${org}-watcher`, role: 'VIEWER' };
    const { token } = await world.mutate<{ token: string }>('createAccessToken', input, '{ token }');
    tokens.set(org, token);
  }
  const consumerOrg = await world.database.prisma.consumerOrg.create({
    data: { catalogId: catalogs.get('acme') ?? '', name: 'consumers', title: 'Consumers' },
  });
  const application = await world.database.prisma.application.create({
    data: { consumerOrgId: consumerOrg.id, name: 'reader', title: 'Reader' },
  });
  applicationId = application.id;
});
beforeEach(async () => {
  await world.database.prisma.refusedCall.deleteMany();
  await world.database.prisma.answeredCall.deleteMany();
});
afterAll(async () => {
  await socket.close();
  await world.close();
});

type Made = {
  readonly [Name in 'api' | 'operation' | 'path' | 'applicationId' | 'code' | 'oauthProvider']?: string;
} & { readonly status?: number; readonly durationMs?: number };

const common = (org: string) => ({
  requestId: randomUUID(),
  at: world.deps.clock(),
  catalogId: catalogs.get(org) ?? '',
  method: 'GET',
  path: '/acme/sandbox/customers',
  api: 'customerdb:1.0.0',
  operation: 'GET /customers',
});

/** A call as a gateway writes it: a refused one where it has a code. */
async function made({ code, oauthProvider, ...more }: Made = {}, org = 'acme'): Promise<string> {
  world.pass(1);
  const { prisma } = world.database;
  const data = { ...common(org), status: 200, durationMs: 12, ...more };
  if (code === undefined) return (await prisma.answeredCall.create({ data })).requestId;
  const decision = [{ step: 'client', outcome: 'REFUSED', facts: { keySent: false } }];
  const refused = { requestIdIsOwn: true, status: 401, detail: 'It is missing.', code, decision };
  return (
    await prisma.refusedCall.create({ data: { ...data, ...refused, oauthProvider: oauthProvider ?? null } })
  ).requestId;
}

const CALLS = `query ($org: String, $filter: CallFilter, $first: Int, $until: DateTime) {
  calls(org: $org, filter: $filter, first: $first, until: $until) { requestId at }
}`;
type Row = { readonly requestId: string; readonly at: string };
const rows = async (variables: object = {}) =>
  (await world.query<{ calls: Row[] }>(CALLS, { org: 'acme', ...variables })).calls;
const idsOf = async (variables: object = {}) => (await rows(variables)).map(({ requestId }) => requestId);

describe('calls', () => {
  it('has refused and answered ones together, the newest first, with what is known of each', async () => {
    const refused = await made({ code: 'CLIENT_ID_MISSING', applicationId });
    const answered = await made({ status: 503, durationMs: 1_500.5 });
    const document = `{ calls(org: "acme") { requestId at outcome method path api operation oauthProvider status durationMs
      code detail remedy plan catalog { name } application { name } decision { step outcome facts } } }`;
    const same = {
      at: expect.any(String),
      method: 'GET',
      path: '/acme/sandbox/customers',
      api: 'customerdb:1.0.0',
      operation: 'GET /customers',
      oauthProvider: null,
      plan: null,
      catalog: { name: 'sandbox' },
    };
    expect((await world.query<{ calls: unknown[] }>(document)).calls).toEqual([
      {
        ...same,
        requestId: answered,
        outcome: 'ANSWERED',
        status: 503,
        durationMs: 1_500.5,
        code: null,
        detail: null,
        remedy: null,
        application: null,
        decision: [],
      },
      {
        ...same,
        requestId: refused,
        outcome: 'REFUSED',
        status: 401,
        durationMs: 12,
        code: 'CLIENT_ID_MISSING',
        detail: 'It is missing.',
        remedy: remedies.CLIENT_ID_MISSING,
        application: { name: 'reader' },
        decision: [{ step: 'client', outcome: 'REFUSED', facts: { keySent: false } }],
      },
    ]);
  });

  it('has only those that fit every filter', async () => {
    const missing = await made({ code: 'CLIENT_ID_MISSING' });
    const limited = await made({ code: 'RATE_LIMIT_EXCEEDED', status: 429, applicationId });
    const slow = await made({ durationMs: 900, operation: 'POST /customers' });
    const other = await made({ api: 'orders:2.0.0', status: 404 });
    const filters: [object, string[]][] = [
      [{ code: 'CLIENT_ID_MISSING' }, [missing]],
      [{ outcome: 'REFUSED' }, [limited, missing]],
      [{ outcome: 'ANSWERED' }, [other, slow]],
      [{ application: 'reader' }, [limited]],
      [{ consumerOrg: 'consumers', application: 'reader' }, [limited]],
      [{ consumerOrg: 'others' }, []],
      [{ application: 'nobody' }, []],
      [{ api: 'orders:2.0.0' }, [other]],
      [{ operation: 'POST /customers' }, [slow]],
      [{ status: 404 }, [other]],
      [{ slowerThanMs: 12 }, [slow]],
      [{ catalog: 'sandbox', slowerThanMs: 899 }, [slow]],
      [{ catalog: 'no-such' }, []],
      [{ outcome: 'ANSWERED', code: 'CLIENT_ID_MISSING' }, []],
      [{}, [other, slow, limited, missing]],
    ];
    for (const [filter, expected] of filters)
      expect(await idsOf({ filter }), JSON.stringify(filter)).toEqual(expected);
  });

  it('goes on before the last one, and has a page of 200 at most', async () => {
    const all = [await made(), await made({ code: 'API_OFFLINE' }), await made()].reverse();
    const [first, second] = await rows({ first: 2 });
    expect([first?.requestId, second?.requestId]).toEqual(all.slice(0, 2));
    expect(await idsOf({ until: second?.at })).toEqual(all.slice(2));
    expect(await world.send(CALLS, { org: 'acme', first: 201 })).toMatchObject({
      errors: [{ message: 'first is 201: ask for 1 to 200.', extensions: { code: 'BAD_USER_INPUT' } }],
    });
  });

  it('has no call of another org, and none that is over before it is removed', async () => {
    await made({ code: 'CLIENT_ID_MISSING' }, 'beta');
    await made({}, 'beta');
    expect(await idsOf()).toEqual([]);
    const [refused, answered] = [await made({ code: 'CLIENT_ID_MISSING' }), await made()];
    world.pass(answeredCallsKept.milliseconds - 1);
    expect(await idsOf()).toEqual([answered, refused]);
    world.pass(1);
    expect(await idsOf()).toEqual([refused]);
    world.pass(refusedCallsKept.milliseconds);
    expect(await idsOf()).toEqual([]);
    const viewer = await world.as('VIEWER', 'acme');
    expect(await viewer.send(CALLS, { org: 'beta' })).toMatchObject({
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    });
  });
});

describe('following calls', () => {
  const open: { hangUp(): void }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) each.hangUp();
    await eventually(() => expect(world.deps.events.followers()).toBe(0));
  });
  /** Follows; `events` is the name that the support reads. */
  async function follow(filter = '', token = tokens.get('acme') ?? '') {
    const events = `events: calls${filter} { requestId code }`;
    const following = await socket.follow({ path: '/graphql', token, events });
    open.push(following);
    return following;
  }

  it('tells calls of all gateways from now on, each once, and of no other org', async () => {
    await made({ code: 'API_OFFLINE' });
    const following = await follow();
    await made({ code: 'CLIENT_ID_MISSING' }, 'beta');
    const [refused, answered] = [await made({ code: 'CLIENT_ID_MISSING' }), await made()];
    expect(await following.next()).toEqual({ requestId: refused, code: 'CLIENT_ID_MISSING' });
    expect(await following.next()).toEqual({ requestId: answered, code: null });
    const last = await made({ code: 'API_OFFLINE' });
    expect(await following.next()).toEqual({ requestId: last, code: 'API_OFFLINE' });
  });

  it('tells only those that fit the filter', async () => {
    const following = await follow('(filter: { code: "API_OFFLINE" })');
    await made();
    await made({ code: 'CLIENT_ID_MISSING' });
    const offline = await made({ code: 'API_OFFLINE' });
    expect(await following.next()).toEqual({ requestId: offline, code: 'API_OFFLINE' });
  });

  it('counts among the event streams of the org, and ends with the token', async () => {
    await world.mutate('setQuota', { org: 'acme', resource: 'EVENT_STREAMS', limit: 1 }, '{ limit }');
    const input = { org: 'acme', name: 'brief', role: 'VIEWER' };
    const { token } = await world.mutate<{ token: string }>('createAccessToken', input, '{ token }');
    const following = await follow('', token);
    expect(await refusalOf(await follow())).toMatchObject([{ extensions: { code: 'QUOTA_EXCEEDED' } }]);
    await world.mutate('setQuota', { org: 'acme', resource: 'EVENT_STREAMS', limit: null }, '{ limit }');
    await world.database.prisma.accessToken.deleteMany({ where: { name: 'brief' } });
    expect(await following.next()).toBeUndefined();
  });
});
