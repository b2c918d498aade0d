import { afterEach, describe, expect, it, vi } from 'vitest';
import { Endpoints, type MadeEndpoint } from '../../../src/data-plane/graphql-server/serve/endpoints.ts';

const nobody = { access: { policies: [] } };
const everybody = {
  access: { policies: [{ type: 'Query', policyDefault: { condition: true } }] },
} as const;

/** An endpoint of a text of so many characters, and what it was told of policies. */
function made(characters = 1, revision = 1) {
  const told: unknown[] = [];
  const endpoint = {
    remembered: 0,
    setPolicies: (each: unknown) => told.push(each),
    fetch: vi.fn(),
    run: vi.fn(),
  };
  return { told, endpoint, revision, characters, policies: nobody } satisfies MadeEndpoint & {
    told: unknown[];
  };
}
const server = (orgId: string, id: string) => ({ orgId, id: `${orgId}${id}` });
/** Half of what an org may have, and a little less. */
const HALF = 7_900_000;

afterEach(() => {
  vi.useRealTimers();
});

describe('the endpoints of GraphQL servers', () => {
  it('are made once for all calls that wait, and known from then on', async () => {
    const make = vi.fn(async () => made());
    const endpoints = new Endpoints(make);
    const one = server('a', '1');
    expect([endpoints.known(one), make.mock.calls]).toEqual([undefined, []]);
    const [first, second] = await Promise.all([endpoints.forCall(one), endpoints.forCall(one)]);
    expect([first === second, endpoints.known(one) === first, make.mock.calls.length]).toEqual([
      true,
      true,
      1,
    ]);
  });

  it('are made of one org after another, whoever has many to make', async () => {
    const began: string[] = [];
    const endpoints = new Endpoints(async ({ id }) => {
      began.push(id);
      await new Promise(setImmediate);
      return made();
    });
    const all = [...['1', '2', '3'].map((id) => server('a', id)), server('b', '1')];
    await Promise.all(all.map((each) => endpoints.forCall(each)));
    expect(began).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('of an org with more than its share go, the one that was called longest ago first, and none of another', async () => {
    const endpoints = new Endpoints(async () => made(HALF));
    await endpoints.forCall(server('b', '1'));
    for (const id of ['1', '2']) await endpoints.forCall(server('a', id));
    expect(endpoints.known(server('a', '1'))).toBeDefined();
    await endpoints.forCall(server('a', '3'));
    const known = (each: ReturnType<typeof server>) => endpoints.known(each) !== undefined;
    expect(['1', '2', '3'].map((id) => known(server('a', id)))).toEqual([true, false, true]);
    expect(known(server('b', '1'))).toBe(true);
  });

  it('of the org that has most go where all have too much: one below its share loses nothing to it', async () => {
    const endpoints = new Endpoints(async ({ orgId }) => made(orgId === 'small' ? 100_000 : HALF));
    await endpoints.forCall(server('small', '1'));
    for (const org of ['a', 'b', 'c']) for (const id of ['1', '2']) await endpoints.forCall(server(org, id));
    expect(endpoints.known(server('small', '1'))).toBeDefined();
    const held = ['a', 'b', 'c'].flatMap((org) =>
      ['1', '2'].filter((id) => endpoints.known(server(org, id))).map((id) => `${org}${id}`),
    );
    expect(held).toHaveLength(4);
    expect(held).toContain('c2');
  });

  it('that are larger than the share of an org are held all the same, and what they remember counts', async () => {
    const endpoints = new Endpoints(async ({ id }) => made(id === 'a1' ? 100_000_000 : 1));
    const [large, small] = [server('a', '1'), server('a', '2')];
    await endpoints.forCall(large);
    expect(endpoints.known(large)).toBeDefined();
    const held = (await endpoints.forCall(small)) as ReturnType<typeof made>;
    expect(endpoints.known(large)).toBeUndefined();
    await endpoints.forCall(large);
    held.endpoint.remembered = 50_000;
    endpoints.grown(small, held);
    expect(endpoints.known(small)).toBeUndefined();
  });

  it('that are replaced answer until there is the new one; one that can be made no more goes', async () => {
    let finish = (_made: MadeEndpoint | undefined) => {};
    const making = () => new Promise<MadeEndpoint | undefined>((resolve) => (finish = resolve));
    const make = vi.fn<() => Promise<MadeEndpoint | undefined>>(async () => made());
    const endpoints = new Endpoints(make);
    const one = server('a', '1');
    await endpoints.forCall(one);
    make.mockImplementation(making);
    const replaced = endpoints.replace(one);
    expect(endpoints.revisionOf(one)).toBe(1);
    finish(made(1, 2));
    await replaced;
    expect(endpoints.revisionOf(one)).toBe(2);
    const gone = endpoints.replace(one);
    await vi.waitFor(() => expect(make).toHaveBeenCalledTimes(3));
    finish(undefined);
    await gone;
    expect(endpoints.known(one)).toBeUndefined();
  });

  it('have the latest policies, also where these came while they were made', async () => {
    const one = server('a', '1');
    const each = made();
    const endpoints = new Endpoints(async () => {
      endpoints.setPolicies(one, everybody);
      return each;
    });
    await endpoints.forCall(one);
    expect(each.told).toEqual([everybody]);
    endpoints.setPolicies(one, nobody);
    expect(each.told).toEqual([everybody, nobody]);
  });
});

describe('a call of a server that is being built', () => {
  it('is refused where a hundred of its org wait; one of another org waits', async () => {
    let finish = () => {};
    const begun = new Promise<void>((resolve) => (finish = resolve));
    const endpoints = new Endpoints(async () => {
      await begun;
      return made();
    });
    const waiting = Array.from({ length: 100 }, () => endpoints.forCall(server('a', '1')));
    await expect(endpoints.forCall(server('a', '2'))).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
      status: 503,
      message: 'Too many calls wait for GraphQL servers that are being built: try again.',
      headers: { 'Retry-After': '2' },
    });
    const other = endpoints.forCall(server('b', '1'));
    finish();
    const answered = await Promise.all([...waiting, other]);
    expect(answered.filter(Boolean)).toHaveLength(101);
    expect(await endpoints.forCall(server('a', '2'))).toBeDefined();
  });

  it('waits for ten seconds; the server is built all the same', async () => {
    vi.useFakeTimers();
    let finish = (_made: MadeEndpoint) => {};
    const endpoints = new Endpoints(() => new Promise((resolve) => (finish = resolve)));
    const one = server('a', '1');
    const late = expect(endpoints.forCall(one)).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
      message: 'The GraphQL server is being built, which takes a while: try again.',
      headers: { 'Retry-After': '2' },
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await late;
    finish(made());
    await endpoints.ended();
    expect(endpoints.known(one)).toBeDefined();
  });
});
