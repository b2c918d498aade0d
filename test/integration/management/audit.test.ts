import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../support/management.ts';

let world: ManagementWorld;

beforeEach(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
  for (const title of ['A', 'B', 'C']) await world.mutate('createCatalog', { org: 'acme', title });
});
afterEach(() => world.close());

type Page = {
  auditEvents: {
    nodes: { id: string; at: string; actor: string; action: string; subject: string }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};
const PAGE = `query (
  $org: String, $first: Int, $after: String
  $actor: String, $action: String, $subject: String, $exactSubject: String, $since: DateTime, $until: DateTime
) {
  auditEvents(
    org: $org, first: $first, after: $after
    actor: $actor, action: $action, subject: $subject, exactSubject: $exactSubject, since: $since, until: $until
  ) {
    nodes { id at actor action subject } pageInfo { hasNextPage endCursor } } }`;
const page = async (variables: object = {}) => (await world.query<Page>(PAGE, { ...variables })).auditEvents;

describe('auditEvents', () => {
  it('gives what changed, newest first, with who did it', async () => {
    const { nodes, pageInfo } = await page();
    expect(nodes.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'createCatalog c',
      'createCatalog b',
      'createCatalog a',
      'createOrg acme',
    ]);
    expect(nodes.every(({ actor }) => actor.startsWith('token:administrator-'))).toBe(true);
    expect(pageInfo.hasNextPage).toBe(false);
  });

  it('comes in pages that neither repeat nor leave out, also while events are added', async () => {
    const all = (await page()).nodes.map(({ id }) => id);
    const first = await page({ first: 3 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    await world.mutate('createCatalog', { org: 'acme', title: 'D' });
    const second = await page({ first: 3, after: first.pageInfo.endCursor });
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(all);
    const end = await page({ after: second.pageInfo.endCursor });
    expect(end).toEqual({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
  });

  it('gives only what is asked for: of an actor, an action, a subject, a time, or of several together', async () => {
    const { id: orgId } = await world.database.prisma.org.findFirstOrThrow({ where: { name: 'acme' } });
    const at = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
    await world.database.prisma.auditEvent.createMany({
      data: [
        {
          orgId,
          at: `${at[0]}`,
          actor: 'user:Ada@acme.example',
          action: 'publishProduct',
          subject: 'shop:1.0.0',
        },
        {
          orgId,
          at: `${at[1]}`,
          actor: 'user:Ada@acme.example',
          action: 'retireProduct',
          subject: 'shop:1.0.0',
        },
        { orgId, at: `${at[2]}`, actor: 'token:50%_off', action: 'publishProduct', subject: 'Shop:2.0.0' },
      ],
    });
    const seen = async (which: object) =>
      (await page({ org: 'acme', ...which })).nodes.map(({ action, subject }) => `${action} ${subject}`);
    const [published, retired, second] = [
      'publishProduct shop:1.0.0',
      'retireProduct shop:1.0.0',
      'publishProduct Shop:2.0.0',
    ];
    expect(await seen({ actor: 'ada@' })).toEqual([retired, published]);
    expect(await seen({ actor: '0%_o' })).toEqual([second]);
    expect(await seen({ actor: '%' })).toEqual([second]);
    expect(await seen({ action: 'publishProduct' })).toEqual([second, published]);
    expect(await seen({ action: 'Retire' })).toEqual([retired]);
    expect(await seen({ action: 'publish product' })).toEqual([second, published]);
    expect(await seen({ subject: 'shop:' })).toEqual([second, retired, published]);
    expect(await seen({ exactSubject: 'shop:1.0.0' })).toEqual([retired, published]);
    expect(await seen({ exactSubject: 'shop:1.0.0', subject: 'SHOP', action: 'retire' })).toEqual([retired]);
    expect(await seen({ exactSubject: 'shop' })).toEqual([]);
    expect(await seen({ since: at[1], until: '2026-01-04T00:00:00Z' })).toEqual([second, retired]);
    expect(await seen({ until: at[1] })).toEqual([published]);
    expect(await seen({ actor: 'ada', action: 'publishProduct', since: at[1] })).toEqual([]);
    const first = await page({ org: 'acme', subject: 'shop', first: 2 });
    const rest = await page({ org: 'acme', subject: 'shop', first: 2, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...rest.nodes].map(({ subject }) => subject)).toEqual([
      'Shop:2.0.0',
      'shop:1.0.0',
      'shop:1.0.0',
    ]);
  });

  it('holds nothing of a change that was refused', async () => {
    const before = await page();
    await world.refused('createCatalog', { org: 'acme', title: 'A' });
    await world.refused('deleteCatalog', { org: 'acme', name: 'no-such' }, '');
    expect(await page()).toEqual(before);
  });

  it('holds nothing of another org', async () => {
    await world.mutate('createOrg', { title: 'Beta' });
    const { nodes } = await page({ org: 'beta' });
    expect(nodes.map(({ subject }) => subject)).toEqual(['beta']);
    const beta = await world.as('VIEWER', 'beta');
    expect((await beta.send(PAGE, { org: 'acme' })).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it.each([
    ['no event', { first: 0 }, 'first'],
    ['more than 200 events', { first: 201 }, 'first'],
    ['what is no cursor', { after: 'x' }, 'after'],
    ['a cursor beyond every number', { after: btoa('audit:99999999999999999999') }, 'after'],
  ])('refuses %s with BAD_USER_INPUT', async (_what, variables, member) => {
    const { status, errors } = await world.send(PAGE, { org: 'acme', ...variables });
    expect(status).toBe(400);
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: [member] });
  });
});
