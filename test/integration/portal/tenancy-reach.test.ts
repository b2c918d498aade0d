// What the matrix of fields does not call: arguments of fields below the root, and what is followed. Neither reaches the
// things of another org, or of another consumer org of the same catalog.
import { getNamedType, isEnumType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/portal/api/schema.ts';
import { type Following, type Socket, serveOnSocket } from '../../support/follow.ts';
import { leaked, masked } from '../../support/tenancy/questions.ts';
import {
  ABSENT,
  FOREIGN,
  NEXT_DOOR,
  OWN,
  openTenancy,
  type TenancyWorld,
} from '../../support/tenancy/world.ts';

let world: TenancyWorld;
/** The portals of the orgs, each on a socket of its own. */
const sockets: Record<string, Socket> = {};
beforeAll(async () => {
  world = await openTenancy();
  for (const org of [OWN, FOREIGN]) sockets[org] = await serveOnSocket(world.portalOf(org));
});
afterAll(async () => {
  for (const socket of Object.values(sockets)) await socket.close();
  await world.close();
});

it('takes no text below the root but a plan, a month, and names within an API or a product', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const texts = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !type.name.startsWith('__') && !roots.includes(type))
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap(({ name, args }) =>
        args
          .filter(({ type: of }) => !isEnumType(getNamedType(of)))
          .filter(({ type: of }) => !['Boolean', 'Float', 'Int'].includes(getNamedType(of).name))
          .map((argument) => `${type.name}.${name} ${argument.name}`),
      ),
    );
  expect(texts).toEqual([
    'PortalApi.operation method',
    'PortalApi.operation path',
    'PortalApi.rootFields name',
    'PortalApi.rootFields plan',
    'PortalApi.sdl plan',
    'PortalProduct.api api',
    'PortalSubscription.invoicePreview month',
  ]);
});

it('has no API of another org in a product', async () => {
  const ask = (word: string) =>
    world.consumer.send(
      `{ product(product: "${OWN}-product:1.0.0") { own: api(api: "${OWN}-api:1.0.0") { name } api(api: "${word}-api:1.0.0") { name } } }`,
    );
  const [foreign, absent] = [await ask(FOREIGN), await ask(ABSENT)];
  expect(foreign).toEqual(absent);
  expect(foreign).toMatchObject({ data: { product: { own: { name: `${OWN}-api` }, api: null } } });
});

it('shows no schema by the plan of another org', async () => {
  const ask = (word: string) =>
    world.consumer.send(
      `{ product(product: "${OWN}-product:1.0.0") { apis { name sdl(plan: "${word}-plan") rootFields(plan: "${word}-plan") { name } } } }`,
    );
  const [foreign, absent] = [await ask(FOREIGN), await ask(ABSENT)];
  const told = ({ data, errors }: typeof foreign) => masked({ data, errors }, world);
  expect(told(foreign)).toBe(told(absent));
});

describe('what is followed in a portal', () => {
  const follow = (org: string, { token, args = '' }: { token?: string; args?: string } = {}) =>
    sockets[org]?.follow({
      path: `/portal/${org}/${org}-catalog/graphql`,
      ...(token !== undefined && { token }),
      events: `events${args} { id type subject detail }`,
    }) as Promise<Following>;

  it('is refused to a token of another portal as to nobody', async () => {
    const told = async (token?: string) => {
      const following = await follow(FOREIGN, token === undefined ? {} : { token });
      const answer = await following.next().then(JSON.stringify, ({ message }: Error) => message);
      return { status: following.status, answer: masked(answer, world) };
    };
    const stranger = await told(world.consumerToken);
    expect(stranger).toEqual(await told());
    expect(stranger.answer).toContain('UNAUTHENTICATED');
  });

  it('tells nothing of another org or consumer org, also after an event of theirs', async () => {
    const token = world.consumerToken;
    const following = [
      await follow(OWN, { token }),
      await follow(OWN, { token, args: `(after: "${world.foreign.event}")` }),
    ];
    for (const [word, org] of [
      [FOREIGN, FOREIGN],
      [NEXT_DOOR, OWN],
      [OWN, OWN],
    ] as const) {
      const consumers = { org, catalog: `${org}-catalog`, consumerOrg: `${word}-consumers` };
      await world.mutate('createApplication', { ...consumers, title: `${word} late` }, '{ clientKey }');
    }
    for (const each of following) {
      const events = [await each.next()];
      while (events.at(-1)?.subject !== `${OWN}-consumers/${OWN}-late`) events.push(await each.next());
      expect(leaked(events, { [FOREIGN]: world.foreign, [NEXT_DOOR]: world.nextDoor })).toEqual([]);
      each.hangUp();
    }
  });
});
