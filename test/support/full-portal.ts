import { readFileSync } from 'node:fs';
import { PAGE_LENGTH_MAX } from '../../src/domain/branding/portal-page.ts';
import { DESCRIPTION_LENGTH_MAX } from '../../src/domain/product/product-words.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import { openPages, type PagesWorld } from './portal-pages.ts';
import { subscribed } from './subscribed.ts';

/** Sizes of what somebody has who has used a portal for years. */
const PRODUCTS = 60;
const OPERATIONS = 250;
const APPLICATIONS = 40;
const SUBSCRIPTIONS = 20;
const NOTICES = 100;
const REFUSED_CALLS = 60;
const MEMBERS = 40;

const ADJECTIVES = [
  'annual',
  'billed',
  'closed',
  'daily',
  'expected',
  'foreign',
  'global',
  'hourly',
  'idle',
  'joint',
];
const NOUNS = [
  'account',
  'budget',
  'claim',
  'delivery',
  'estimate',
  'fund',
  'grant',
  'holding',
  'invoice',
  'journal',
];
const nounOf = (at: number) => `${ADJECTIVES[at % 10]}-${NOUNS[Math.floor(at / 10) % 10]}`;
const sentenceOf = (at: number) =>
  `Reads the ${nounOf(at)} of a ${nounOf(at * 7 + 3)}, and what the ${nounOf(at * 3 + 1)} says about it.`;

const parameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  description: sentenceOf(name.length),
  schema: { type: 'string' },
});

/** A document of many operations, each with its own words. */
const documentOf = (api: number) => ({
  openapi: '3.0.3',
  info: { title: `Api ${api}`, version: '1.0.0' },
  paths: Object.fromEntries(
    Array.from({ length: OPERATIONS }, (_, at) => [
      `/${nounOf(at * 3 + api)}s/{${nounOf(at)}Id}/part-${at}`,
      {
        get: {
          summary: sentenceOf(at),
          description: [sentenceOf(at + 1), sentenceOf(at + 2)].join(' '),
          parameters: [parameter(`${nounOf(at)}Id`)],
          responses: { 200: { description: sentenceOf(at + 5) } },
        },
      },
    ]),
  ),
});

const guide = readFileSync('docs/guides/portal.md', 'utf8');

/** Words of an API, as long as they may be. */
const apiWords = {
  summary: sentenceOf(1),
  description: guide.slice(0, DESCRIPTION_LENGTH_MAX),
  tags: ADJECTIVES,
  links: ADJECTIVES.map((title) => ({ title, url: `https://example.com/${title}` })),
};

const planOf = (at: number) => ({
  name: `plan-${at}`,
  title: `Plan ${ADJECTIVES[at]}`,
  rateLimit: 100 * (at + 1),
});

/** Puts products of two versions into the catalog. One has many plans and operations. */
async function putProducts({ portal }: PagesWorld): Promise<void> {
  for (let at = 0; at < PRODUCTS; at += 1) {
    const words = {
      summary: sentenceOf(at),
      description: [1, 2, 3, 4].map((more) => sentenceOf(at + more)).join('\n\n'),
      releaseNotes: sentenceOf(at + 9),
      tags: [NOUNS[at % 10] ?? '', ADJECTIVES[at % 7] ?? ''],
      links: [],
    };
    const product = { name: nounOf(at), title: `The ${nounOf(at).replace('-', ' ')}`, words: toStore(words) };
    const plans = Array.from({ length: at === 0 ? 10 : 3 }, (_, each) => planOf(each));
    const api = { openapi: documentOf(at), words: apiWords };
    await portal.product({ ...product, plans, ...(at === 0 && { api }) });
    if (at < 20) await portal.product({ ...product, version: '2.0.0', plans, ...(at === 0 && { api }) });
  }
}

/** Writes what an application was refused, and what the organization was told. */
async function tell({ portal }: PagesWorld, subscriptionId: string): Promise<void> {
  const { prisma } = portal.database;
  const { applicationId, application, catalogPlanId } = await prisma.subscription.findUniqueOrThrow({
    where: { id: subscriptionId },
    include: { application: true },
  });
  const { consumerOrgId } = application;
  const { catalogId } = portal;
  const at = (each: number) => new Date(Date.parse('2027-01-01T09:30:00Z') - each * 61_000);
  await prisma.refusedCall.createMany({
    data: Array.from({ length: REFUSED_CALLS }, (_, each) => ({
      catalogId,
      applicationId,
      subscriptionId,
      planId: catalogPlanId,
      requestId: crypto.randomUUID(),
      requestIdIsOwn: false,
      method: 'GET',
      path: `/acme/sandbox/customerdb/v1/${nounOf(each)}`,
      api: 'customerdb:1.0.0',
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
      detail: `Plan annual allows 100 calls in 3600 seconds: ${each}.`,
      decision: toStore([]),
      at: at(each),
    })),
  });
  await prisma.notice.createMany({
    data: Array.from({ length: NOTICES }, (_, each) => ({
      eventId: BigInt(each + 1),
      catalogId,
      consumerOrgId,
      kind: 'PRODUCT_RETIRED' as const,
      subject: `${nounOf(each)}:1.0.0`,
      detail: { sunsetAt: null, successor: null },
      at: at(each),
    })),
  });
  await prisma.teamActivity.createMany({
    data: Array.from({ length: NOTICES }, (_, each) => ({
      consumerOrgId,
      at: at(each),
      username: `member-${each % MEMBERS}@${NOUNS[each % 10]}.example`,
      action: 'createApplication',
      subject: `consumers/application-${each}`,
    })),
  });
}

/** Writes pages, of which one is as long as a page may be. */
async function putPages({ portal }: PagesWorld): Promise<void> {
  const page = { audience: 'EVERYBODY', order: 0 };
  const pages = [
    { ...page, path: 'guide', title: 'Guide', markdown: guide.slice(0, PAGE_LENGTH_MAX) },
    ...Array.from({ length: 30 }, (_, at) => ({
      ...page,
      path: `topics/${nounOf(at)}`,
      title: sentenceOf(at).slice(0, 40),
      markdown: sentenceOf(at),
    })),
  ];
  await portal.database.prisma.catalog.updateMany({
    where: { id: portal.catalogId },
    data: { pages: toStore(pages) },
  });
}

async function addMembers({ portal }: PagesWorld): Promise<void> {
  const { prisma } = portal.database;
  const { consumerOrgId } = await prisma.member.findFirstOrThrow({ where: { username: 'carol' } });
  const passwordHash = 'none';
  for (let at = 0; at < MEMBERS; at += 1) {
    const username = `member-${at}@${NOUNS[at % 10]}.example`;
    const { id } = await prisma.member.create({
      data: { catalogId: portal.catalogId, consumerOrgId, username, email: username, passwordHash },
    });
    const expiresAt = new Date('2028-01-01');
    await prisma.portalSession.create({ data: { memberId: id, tokenHash: crypto.randomUUID(), expiresAt } });
  }
}

/** Opens the pages of a portal in which every list is long. @returns with the paths of pages of its own */
export async function openFullPages(): Promise<{ world: PagesWorld; paths: readonly string[] }> {
  const world = await openPages();
  await putProducts(world);
  await putPages(world);
  const client = await world.portal.signIn('carol');
  const products = Array.from({ length: SUBSCRIPTIONS }, (_, at) => `${nounOf(at)}:1.0.0`);
  const ids: string[] = [];
  for (const product of products)
    ids.push(await subscribed(client, { application: 'Main', product, plan: 'plan-0' }));
  for (let at = 1; at < APPLICATIONS; at += 1)
    await subscribed(client, {
      application: `App ${nounOf(at)}`,
      product: `${nounOf(at % 20)}:1.0.0`,
      plan: 'plan-0',
    });
  await addMembers(world);
  await tell(world, ids[0] ?? '');
  const { requestId } = await world.portal.database.prisma.refusedCall.findFirstOrThrow();
  const first = nounOf(0);
  return {
    world,
    paths: [
      `/products/${first}:1.0.0`,
      `/products/${first}:2.0.0`,
      `/products/${first}:1.0.0/subscribe`,
      `/apis/${first}:1.0.0/customerdb:1.0.0/operations`,
      `/apis/${first}:1.0.0/customerdb:1.0.0/reference`,
      `/apis/${first}:1.0.0/customerdb:1.0.0/operations/GET?path=${encodeURIComponent(`/${nounOf(0)}s/{${nounOf(0)}Id}/part-0`)}`,
      `/subscriptions/${ids[0]}`,
      `/subscriptions/${ids[0]}/plan`,
      `/calls/${requestId}`,
    ],
  };
}
