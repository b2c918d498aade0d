import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { type Socket, serveOnSocket } from '../../../support/follow.ts';
import type { PortalClient } from '../../../support/portal.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { isThorough } from '../../../support/runs.ts';

const ORGS = ['consumers', 'others'] as const;
const GROUPS = ['gold', 'staff'] as const;
const DOMAINS = ['acme.example', 'sub.acme.example'] as const;
/** Who looks: nobody, or a member of each consumer org. */
const VIEWERS = { nobody: undefined, carol: 'consumers', dave: 'others' } as const;
type ViewerName = keyof typeof VIEWERS;

type Plan = { visibleTo: string[]; subscribableBy: string[] };
type Product = {
  state: 'PUBLISHED' | 'DEPRECATED' | 'STAGED';
  visibility: 'PUBLIC' | 'AUTHENTICATED' | 'CUSTOM';
  visibleTo: string[];
  subscribers: (typeof ORGS)[number][];
  isGraphQL: boolean;
  target: number;
  plans: Plan[];
};
type Member = { email: string | null; isVerified: boolean };
type World = {
  products: Product[];
  groups: { orgs: (typeof ORGS)[number][]; domains: (typeof DOMAINS)[number][] }[];
  members: Member[];
  viewer: ViewerName;
};

const some = <Value>(values: readonly Value[], maxLength = values.length) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength });
const named = some(
  [...ORGS.map((org) => `org:${org}`), ...GROUPS.map((group) => `group:${group}`), 'domain:acme.example'],
  2,
);
const plan = fc.record({ visibleTo: named, subscribableBy: named });
const worlds: fc.Arbitrary<World> = fc.record({
  products: fc.array(
    fc.record({
      state: fc.constantFrom('PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'DEPRECATED', 'STAGED'),
      visibility: fc.constantFrom('CUSTOM', 'CUSTOM', 'AUTHENTICATED', 'PUBLIC'),
      visibleTo: named,
      subscribers: some(ORGS, 1),
      isGraphQL: fc.boolean(),
      target: fc.nat(3),
      plans: fc.array(plan, { minLength: 2, maxLength: 2 }),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  groups: fc.array(fc.record({ orgs: some(ORGS), domains: some(DOMAINS, 1) }), {
    minLength: 2,
    maxLength: 2,
  }),
  members: fc.array(
    fc.record({
      email: fc.constantFrom('me@acme.example', 'me@ACME.example', 'me@sub.acme.example', null),
      isVerified: fc.boolean(),
    }),
    { minLength: 2, maxLength: 2 },
  ),
  viewer: fc.constantFrom('nobody', 'carol', 'dave'),
});

let world: PagesWorld;
let socket: Socket;
const browsers = {} as Record<ViewerName, Browser>;
const clients = {} as Record<ViewerName, PortalClient & { readonly token?: string }>;
let made = 0;

beforeAll(async () => {
  world = await openPages();
  socket = await serveOnSocket((request) => world.portal.fetch(request));
  browsers.nobody = world.browser();
  clients.nobody = world.portal;
  for (const name of ['carol', 'dave'] as const) {
    browsers[name] = await world.signedIn(name);
    clients[name] = await world.portal.signIn(name);
  }
});
afterAll(async () => {
  await socket.close();
  await world.close();
});

const ICON = { type: 'image/svg+xml', data: Buffer.from('<svg/>').toString('base64') };

/** Surfaces that keep what was true when it was told. */
const TOLD_ONCE = ['events', '/notices'];

/** A word that is in nothing else. */
const canaryOf = (at: number, of = 'p') => `zq${made}${of}${at}q`;
const planCanary = (at: number, plan: number) => canaryOf(at, `n${plan}n`);

async function emptied(): Promise<void> {
  const { prisma } = world.portal.database;
  await prisma.application.deleteMany();
  await prisma.catalogProduct.deleteMany();
  await prisma.consumerGroup.deleteMany();
}

/** Makes a world. @returns the ids of subscriptions by their product and consumer org */
async function make({ products, groups, members }: World): Promise<Map<string, string>> {
  const { portal } = world;
  const { prisma } = portal.database;
  await emptied();
  made += 1;
  const orgs = await prisma.consumerOrg.findMany();
  const idOf = new Map(orgs.map(({ id, name }) => [name, id]));
  for (const [at, { email, isVerified }] of members.entries())
    await prisma.member.updateMany({
      where: { username: at === 0 ? 'carol' : 'dave' },
      data: { email, emailVerifiedAt: isVerified ? new Date('2027-01-01T00:00:00Z') : null },
    });
  for (const [at, name] of GROUPS.entries()) {
    const { orgs: inIt = [], domains: mailDomains = [] } = groups[at] ?? {};
    const connect = inIt.map((org) => ({ id: idOf.get(org) ?? '' }));
    const data = { catalogId: portal.catalogId, name, title: name, mailDomains, consumerOrgs: { connect } };
    await prisma.consumerGroup.create({ data });
  }
  const stored = (keys: string[]) =>
    keys.map((key) => (key.startsWith('org:') ? `org:${idOf.get(key.slice(4))}` : key));
  const subscriptions = new Map<string, string>();
  const ids: string[] = [];
  for (const [at, product] of products.entries()) {
    const canary = canaryOf(at);
    const words = { summary: `Summary ${canary}`, description: canary, tags: ['zqtag'], links: [] };
    const { id } = await portal.product({
      name: canary,
      title: `Title ${canary}`,
      // What was for everybody once is for others now.
      state: product.state === 'STAGED' ? 'STAGED' : 'PUBLISHED',
      visibility: product.isGraphQL ? 'PUBLIC' : product.visibility,
      words: toStore(words),
      plans: product.plans.map((_, index) => ({
        name: planCanary(at, index),
        title: `Plan ${planCanary(at, index)}`,
        description: `For ${planCanary(at, index)}.`,
      })),
      api: {
        name: `${canary}-api`,
        title: `API ${canary}`,
        basePath: `/${canary}`,
        words: {
          summary: `Its ${canary}`,
          description: canary,
          tags: ['zqapitag', `tag ${canary}`],
          links: [{ title: canary, url: `https://example.com/${canary}` }],
          icon: ICON,
        },
        ...(product.isGraphQL
          ? { kind: 'GRAPHQL', sdl: `type Query { ${canary}: String }` }
          : {
              openapi: {
                openapi: '3.0.3',
                info: { title: canary, version: '1.0.0' },
                paths: { [`/${canary}`]: { get: { summary: canary, responses: {} } } },
              },
            }),
      },
    });
    ids.push(id);
    const { visibility } = product;
    await prisma.catalogProduct.update({
      where: { id },
      data: { visibility, visibleTo: stored(product.visibleTo) },
    });
    const rows = await prisma.catalogPlan.findMany({
      where: { catalogProductId: id },
      orderBy: { position: 'asc' },
    });
    for (const [index, { id: planId }] of rows.entries()) {
      const { visibleTo = [], subscribableBy = [] } = product.plans[index] ?? {};
      const data = { visibleTo: stored(visibleTo), subscribableBy: stored(subscribableBy) };
      await prisma.catalogPlan.update({ where: { id: planId }, data });
    }
    for (const org of product.state === 'STAGED' ? [] : product.subscribers) {
      const name = `app-${at}`;
      const application = await prisma.application.create({
        data: { consumerOrgId: idOf.get(org) ?? '', name, title: name },
      });
      const subscription = await prisma.subscription.create({
        data: { applicationId: application.id, catalogProductId: id, catalogPlanId: rows[0]?.id ?? '' },
      });
      subscriptions.set(`${at} ${org}`, subscription.id);
    }
  }
  for (const [at, { target, plans }] of products.entries()) {
    const migrationTargetId = ids[target];
    // Who supersedes a product publishes its successor.
    const isTarget = target !== at && products[target]?.state !== 'STAGED';
    if (!isTarget || migrationTargetId === undefined) continue;
    const migrationPlans = plans.map((_, index) => ({
      source: planCanary(at, index),
      target: planCanary(target, index),
    }));
    await prisma.catalogProduct.update({
      where: { id: ids[at] ?? '' },
      data: { migrationTargetId, migrationPlans },
    });
  }
  for (const [at, { state }] of products.entries())
    if (state === 'DEPRECATED')
      await prisma.catalogProduct.update({ where: { id: ids[at] ?? '' }, data: { state } });
  return subscriptions;
}

/** The rule once more, written for one viewer as people would say it. */
function rulesFor({ groups, members, viewer }: World) {
  const org = VIEWERS[viewer];
  const { email = null, isVerified = false } = members[org === 'consumers' ? 0 : 1] ?? {};
  const domain = org && isVerified ? email?.split('@')[1]?.toLowerCase() : undefined;
  const isIn = (keys: readonly string[]) =>
    org !== undefined &&
    keys.some((key) => {
      const [kind, name] = key.split(':');
      if (kind === 'org') return name === org;
      if (kind === 'domain') return name === domain;
      const group = groups[(GROUPS as readonly (string | undefined)[]).indexOf(name)];
      return group?.orgs.includes(org) || group?.domains.some((each) => each === domain);
    });
  const isSubscribed = ({ subscribers }: Product) => org !== undefined && subscribers.includes(org);
  const sees = (product: Product): boolean => {
    const { state, visibility, visibleTo } = product;
    if (state !== 'STAGED' && isSubscribed(product)) return true;
    if (state !== 'PUBLISHED') return false;
    if (visibility === 'CUSTOM') return isIn(visibleTo);
    return visibility === 'PUBLIC' || org !== undefined;
  };
  const seesPlan = (product: Product, at: number): boolean =>
    sees(product) &&
    (product.plans[at]?.visibleTo.length === 0 ||
      isIn(product.plans[at]?.visibleTo ?? []) ||
      (at === 0 && isSubscribed(product)));
  return { org, sees, seesPlan };
}

const ALL = `{ products(first: 50) { name title version state words: summary description tags
    plans { name title } apis(first: 2) { name title summary description tags links { title url } iconPath } successor { product { name plans { name } } plans { from { name } to { name } } } }
  productPage(search: "zq", first: 50) { total nodes { name plans { name } } }
  byTitle: productPage(order: TITLE, first: 50) { total nodes { name } }
  byTag: productPage(tag: "zqapitag", first: 5) { total nodes { name apis(first: 2) { tags iconPath } } }
  typo: productPage(search: "smumary", first: 50) { total meant nodes { name } }
  graphql: productPage(search: "zq", kind: GRAPHQL, first: 50) { total nodes { name } }
  deprecated: productPage(search: "title", state: DEPRECATED, first: 50) { total nodes { name } } }`;
const OWN = `{ viewer { consumerOrg { subscriptions(first: 20) { id
  migrationTarget { product { name } plan { name } } otherPlans(first: 5) { plan { name } } } } } }`;

/** What everybody can ask of the portal, by the addresses of things that they need not know. */
async function crawl({ viewer }: World, own: readonly string[]): Promise<Record<string, string>> {
  const pages = [
    '/',
    '/?search=zq',
    '/?search=smumary',
    `/?search=zq${made}px`,
    '/?tag=zqtag',
    '/?tag=zqapitag',
    '/?search=zqapitag',
    '/llms.txt',
    '/.well-known/api-catalog',
    '/changes',
    '/changes.atom',
  ];
  const signedIn = ['/subscriptions', '/applications', '/account', '/quotas', '/calls', '/notices'];
  const ofOwn = own.flatMap((id) => ['', '/plan', '/migrate'].map((page) => `/subscriptions/${id}${page}`));
  const told: Record<string, string> = {
    graphql: JSON.stringify(await clients[viewer].run(ALL)),
    own: JSON.stringify(await clients[viewer].run(OWN)),
  };
  for (const path of [...pages, ...(viewer === 'nobody' ? [] : [...signedIn, ...ofOwn])]) {
    const { html, headers } = await browsers[viewer].get(path);
    told[path] = `${html}${JSON.stringify([...headers])}`;
  }
  const { token } = clients[viewer];
  if (token) told['events'] = await eventsOf(clients[viewer], token);
  return told;
}

/** All events that are told from the first on, up to one that is made here. */
async function eventsOf(client: PortalClient, token: string): Promise<string> {
  const path = '/portal/acme/sandbox/graphql';
  const after = firstEvent;
  const following = await socket.follow({
    path,
    token,
    events: `events(after: "${after}") { subject detail type id }`,
  });
  await client.run('mutation { createApplication(title: "Last") { clientKey } }');
  const told: string[] = [];
  for (;;) {
    const event = await following.next();
    told.push(JSON.stringify(event));
    if (!event || event.subject.endsWith('/last')) break;
  }
  following.hangUp();
  return told.join('\n');
}
let firstEvent = 0n;

/** Pages of a product and its API, and what a caller can do with it, as they answer. */
async function answersAbout(viewer: ViewerName, name: string): Promise<string> {
  const browser = browsers[viewer];
  const paths = [
    `/products/${name}:1.0.0`,
    `/products/${name}:1.0.0/subscribe`,
    `/apis/${name}:1.0.0/${name}-api:1.0.0/reference`,
    `/apis/${name}:1.0.0/${name}-api:1.0.0/explorer`,
    `/apis/${name}:1.0.0/${name}-api:1.0.0/operations`,
    `/apis/${name}:1.0.0/${name}-api:1.0.0/icon`,
    `/?tag=${encodeURIComponent(`tag ${name}`)}`,
    `/changes?product=${name}`,
    `/apis/${name}-api:1.0.0/openapi.json`,
    `/apis/${name}-api:1.0.0/schema.graphql`,
  ];
  const answers: unknown[] = [];
  for (const path of paths) {
    const { status, text, location } = await browser.get(path);
    answers.push([status, text, location]);
  }
  const { status, text } = await clients[viewer].send(
    `mutation { subscribe(application: "last", product: "${name}:1.0.0", plan: "any") { id } }`,
  );
  const one = await clients[viewer].send(`{ product(product: "${name}:1.0.0") { name } }`);
  answers.push([status, text], [one.status, one.text]);
  return JSON.stringify(answers).replaceAll(name, '§');
}

describe('what an audience excludes', () => {
  it('is in no list, search, document, schema, feed or event, and answers like what there is not', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (drawn) => {
        // A network sends so many requests a minute.
        world.portal.pass(60_000);
        const { prisma } = world.portal.database;
        const [last] = await prisma.event.findMany({ orderBy: { id: 'desc' }, take: 1 });
        firstEvent = last?.id ?? 0n;
        const subscriptions = await make(drawn);
        // As each change does: what a reader sees is kept for a revision of the org.
        await prisma.org.updateMany({ data: { revision: { increment: 1 } } });
        const { products, viewer } = drawn;
        const { org, sees, seesPlan } = rulesFor(drawn);
        const own = products.flatMap(
          (product, at) => (org && product.state !== 'STAGED' && subscriptions.get(`${at} ${org}`)) || [],
        );
        const told = await crawl(drawn, own);
        const hidden = products.flatMap((product, at) => [
          ...(sees(product) ? [] : [canaryOf(at)]),
          ...product.plans.flatMap((_, index) => (seesPlan(product, index) ? [] : [planCanary(at, index)])),
        ]);
        // Who could see a product before it was deprecated was told of that, and of what it took the place of.
        const wereShown = products.flatMap(({ state, visibility }, at) =>
          state === 'DEPRECATED' && visibility !== 'CUSTOM' ? [canaryOf(at)] : [],
        );
        for (const [surface, text] of Object.entries(told))
          expect(
            hidden.filter(
              (canary) =>
                text.toLowerCase().includes(canary) &&
                !(TOLD_ONCE.includes(surface) && wereShown.includes(canary)),
            ),
            `${viewer} at ${surface}`,
          ).toEqual([]);
        const list = JSON.parse(told['graphql'] ?? '') as {
          products: { name: string; plans: { name: string }[] }[];
          productPage: { total: number };
          byTitle: { total: number };
          byTag: { total: number };
          typo: { total: number };
        };
        expect(list.products.map(({ name, plans }) => [name, plans.map((each) => each.name)])).toEqual(
          products.flatMap((product, at) =>
            sees(product)
              ? [
                  [
                    canaryOf(at),
                    product.plans.flatMap((_, index) =>
                      seesPlan(product, index) ? [planCanary(at, index)] : [],
                    ),
                  ],
                ]
              : [],
          ),
        );
        for (const { total } of [list.productPage, list.byTitle, list.byTag, list.typo])
          expect(total).toBe(list.products.length);
        const at = products.findIndex((product) => !sees(product));
        if (at >= 0)
          expect(await answersAbout(viewer, canaryOf(at))).toBe(await answersAbout(viewer, 'absent'));
      }),
      { numRuns: isThorough ? 300 : 15, endOnFailure: true },
    );
  }, 300_000);
});
