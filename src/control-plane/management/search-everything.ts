import { includesRole } from '../../domain/people/roles.ts';
import { refuse } from '../../foundation/errors.ts';
import type { PrismaClient } from '../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg } from './builder.ts';
import { hasText, literal } from './search.ts';

const FIRST_DEFAULT = 5;
const FIRST_MAX = 20;

const SearchKindEnum = builder.enumType('SearchKind', {
  description: 'What a search finds.',
  values: {
    API: { description: 'A draft of an API, in one version.' },
    PRODUCT: { description: 'A draft of a product, in one version.' },
    CATALOG: { description: 'A catalog.' },
    CATALOG_PRODUCT: { description: 'A product in a catalog.' },
    CONSUMER_ORG: { description: 'A consumer org.' },
    APPLICATION: { description: 'An application, also by one of its client keys.' },
    GRAPHQL_SERVER: { description: 'A GraphQL server.' },
    PERSON: { description: 'Somebody who manages the org; found by administrators alone.' },
  } as const,
});

type SearchHit = {
  readonly kind: keyof typeof finders;
  readonly name: string;
  readonly title: string;
  readonly version?: string;
  readonly catalog?: string;
  readonly consumerOrg?: string;
};

type Search = { readonly orgId: string; readonly text: string; readonly take: number };
type Hits = readonly Omit<SearchHit, 'kind'>[];
type Finder = (prisma: PrismaClient, search: Search) => Promise<Hits>;

const newest = { id: 'desc' } as const;
const titled = { name: true, title: true } as const;
const versioned = { ...titled, version: true } as const;

const inConsumerOrg = {
  ...titled,
  id: true,
  consumerOrg: { select: { name: true, catalog: { select: { name: true } } } },
} as const;

/** The search of each kind by names and titles, the newest first. */
const finders = {
  API: (prisma, { orgId, text, take }) =>
    prisma.api.findMany({ where: { orgId, ...hasText(text) }, select: versioned, orderBy: newest, take }),
  PRODUCT: (prisma, { orgId, text, take }) =>
    prisma.product.findMany({ where: { orgId, ...hasText(text) }, select: versioned, orderBy: newest, take }),
  CATALOG: (prisma, { orgId, text, take }) =>
    prisma.catalog.findMany({ where: { orgId, ...hasText(text) }, select: titled, orderBy: newest, take }),
  CATALOG_PRODUCT: async (prisma, { orgId, text, take }) => {
    const found = await prisma.catalogProduct.findMany({
      where: { catalog: { orgId }, ...hasText(text) },
      select: { ...versioned, catalog: { select: { name: true } } },
      orderBy: newest,
      take,
    });
    return found.map(({ catalog, ...hit }) => ({ ...hit, catalog: catalog.name }));
  },
  CONSUMER_ORG: async (prisma, { orgId, text, take }) => {
    const found = await prisma.consumerOrg.findMany({
      where: { catalog: { orgId }, ...hasText(text) },
      select: { ...titled, catalog: { select: { name: true } } },
      orderBy: newest,
      take,
    });
    return found.map(({ catalog, ...hit }) => ({ ...hit, catalog: catalog.name }));
  },
  APPLICATION: async (prisma, { orgId, text, take }) => {
    const search = { select: inConsumerOrg, orderBy: newest, take };
    const consumerOrg = { catalog: { orgId } };
    // Both in one condition would read every application for the key.
    const [byKey, byText] = await Promise.all([
      prisma.application.findMany({
        where: { consumerOrg, credentials: { some: { clientKey: text } } },
        ...search,
      }),
      prisma.application.findMany({ where: { consumerOrg, ...hasText(text) }, ...search }),
    ]);
    const found = [...byKey, ...byText.filter(({ id }) => !byKey.some((each) => each.id === id))];
    return found.slice(0, take).map(({ id: _, consumerOrg: { name, catalog }, ...hit }) => ({
      ...hit,
      consumerOrg: name,
      catalog: catalog.name,
    }));
  },
  GRAPHQL_SERVER: (prisma, { orgId, text, take }) =>
    prisma.graphQLServer.findMany({
      where: { orgId, ...hasText(text) },
      select: titled,
      orderBy: newest,
      take,
    }),
  PERSON: async (prisma, { orgId, text, take }) => {
    const found = await prisma.membership.findMany({
      where: { orgId, user: { email: { contains: literal(text.toLowerCase()) } } },
      select: { user: { select: { email: true } } },
      orderBy: newest,
      take,
    });
    return found.map(({ user: { email } }) => ({ name: email, title: email }));
  },
} as const satisfies Readonly<Record<string, Finder>>;

const SearchHitRef = builder.objectRef<SearchHit>('SearchHit').implement({
  description: 'Something that a search found.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SearchKindEnum, description: 'What it is.' }),
    name: t.exposeString('name', { description: 'Its name; the email address of a person.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    version: t.string({
      nullable: true,
      description: 'Its version, where it has one.',
      resolve: ({ version }) => version,
    }),
    catalog: t.string({
      nullable: true,
      description: 'The name of the catalog that it is in.',
      resolve: ({ catalog }) => catalog,
    }),
    consumerOrg: t.string({
      nullable: true,
      description: 'The name of the consumer org that an application belongs to.',
      resolve: ({ consumerOrg }) => consumerOrg,
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: [SearchHitRef],
    description:
      'Searches an org for a text in names and titles, in any case. Hits stand by their kind, and within it the newest first.',
    args: {
      org: t.arg.string(inOrg),
      text: t.arg.string({
        required: true,
        description: 'The text; at most 10 words of at most 100 characters each.',
      }),
      first: t.arg.int({
        defaultValue: FIRST_DEFAULT,
        description: `How many of each kind at most, 1 to ${FIRST_MAX}.`,
      }),
    },
    resolve: async (_root, { org, text, first }, context): Promise<SearchHit[]> => {
      const { id: orgId } = await context.org(org, ['org']);
      const take = first ?? FIRST_DEFAULT;
      if (take < 1 || take > FIRST_MAX)
        refuse('BAD_USER_INPUT', { detail: `\`first\` is 1 to ${FIRST_MAX}.`, path: ['first'] });
      const kinds = (Object.keys(finders) as SearchHit['kind'][]).filter(
        (kind) => kind !== 'PERSON' || includesRole(context.caller.role, 'ADMINISTRATOR'),
      );
      const search = { orgId, text: text.trim(), take };
      if (search.text === '') return [];
      const hits = await Promise.all(
        kinds.map(async (kind) => {
          const found: Hits = await finders[kind](context.database.prisma as PrismaClient, search);
          return found.map((hit) => ({ kind, ...hit }));
        }),
      );
      return hits.flat();
    },
  }),
);
