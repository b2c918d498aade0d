import {
  isOfCatalog,
  isStream,
  type QuotaOwner,
  type QuotaResource,
  quotaResources,
  quotas,
} from '../../domain/org/quota.ts';
import { refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { quotaLimitIn, quotaUsed } from '../../infrastructure/database/check-quota.ts';
import { builder, inOrg } from './builder.ts';
import { catalogNamed } from './catalog/catalog.ts';
import type { ManagementContext } from './context.ts';

const LIMIT_MAX = 1_000_000;

const QuotaResourceEnum = builder.enumType('QuotaResource', {
  description: 'What there may be only so many of.',
  values: Object.fromEntries(
    quotaResources.map((resource) => [resource, { description: quotas[resource].description }]),
  ) as Record<QuotaResource, { description: string }>,
});

const QuotaOwnerEnum = builder.enumType('QuotaOwner', {
  description: 'Who may have so many of something: each of them.',
  values: {
    ORG: { description: 'An org.' },
    ISSUER: { description: 'A person of an org, or an access token that issues others.' },
    CATALOG: { description: 'A catalog.' },
    CONSUMER_ORG: { description: 'A consumer org.' },
    APPLICATION: { description: 'An application.' },
    MEMBER: { description: 'A person of a consumer org.' },
  } satisfies Record<QuotaOwner, { description: string }>,
});

/** Scope of a quota, by ids. */
type QuotaScope = { readonly orgId: string; readonly catalogId: string | null };
type Quota = QuotaScope & {
  readonly resource: QuotaResource;
  /** Owner whose use is returned; null when nobody is named. */
  readonly ownerId: string | null;
};

const QuotaRef = builder.objectRef<Quota>('Quota').implement({
  description: 'How many there may be of something, and how many there are.',
  fields: (t) => ({
    resource: t.expose('resource', { type: QuotaResourceEnum, description: 'Of what.' }),
    per: t.field({
      type: QuotaOwnerEnum,
      description: 'Who may have so many, each of them.',
      resolve: ({ resource }) => quotas[resource].owner,
    }),
    limit: t.int({
      description: 'How many there may be; one more is refused with QUOTA_EXCEEDED.',
      resolve: (quota, _args, { database }) => quotaLimitIn(database.prisma, quota),
    }),
    defaultLimit: t.int({
      description: 'How many there may be where nothing is set.',
      resolve: ({ resource }) => quotas[resource].limit,
    }),
    used: t.int({
      nullable: true,
      description:
        'How many there are, event streams in the process that answers; null where the arguments do not name whose.',
      resolve: ({ resource, ownerId }, _args, { database, clock, events }) => {
        if (ownerId === null) return null;
        if (isStream(resource)) return events.followers(ownerId);
        return quotaUsed(database.prisma, { resource, ownerId, now: clock() });
      },
    }),
  }),
});

builder.queryField('quotas', (t) =>
  t.field({
    type: [QuotaRef],
    description:
      'How many of what there may be, and how many there are: of an org, and of what the other arguments name.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ description: 'A catalog: its own quotas.' }),
      consumerOrg: t.arg.string({ description: 'A consumer org of the catalog.' }),
      application: t.arg.string({ description: 'An application of the consumer org.' }),
    },
    resolve: async (_root, { org, ...named }, context): Promise<Quota[]> => {
      const { id: orgId } = await context.org(org, ['org']);
      const owners = await ownersOf(context, { orgId, ...named });
      const catalogId = owners.CATALOG ?? null;
      return quotaResources
        .filter((resource) => catalogId === null || isOfCatalog(resource))
        .map((resource) => ({
          resource,
          orgId,
          catalogId,
          ownerId: owners[quotas[resource].owner] ?? null,
        }));
    },
  }),
);

type NamedQuota = {
  readonly orgId: string;
  readonly catalog?: string | null | undefined;
  readonly consumerOrg?: string | null | undefined;
  readonly application?: string | null | undefined;
};

/** The ids of those that are named. @throws NOT_FOUND */
async function ownersOf(
  { database: { prisma } }: ManagementContext,
  { orgId, catalog: name, consumerOrg, application }: NamedQuota,
): Promise<Partial<Record<QuotaOwner, string>>> {
  if (name == null) return { ORG: orgId };
  const catalog = await catalogNamed(prisma, { orgId, name, path: ['catalog'] });
  if (consumerOrg == null) return { ORG: orgId, CATALOG: catalog.id };
  const where = { catalogId: catalog.id, name: consumerOrg };
  const consumer = await prisma.consumerOrg.findFirst({ where });
  if (!consumer)
    return refuse('NOT_FOUND', {
      detail: `There is no consumer org ${consumerOrg} in the catalog ${name}.`,
      path: ['consumerOrg'],
    });
  const owners = { ORG: orgId, CATALOG: catalog.id, CONSUMER_ORG: consumer.id };
  if (application == null) return owners;
  const found = await prisma.application.findFirst({
    where: { consumerOrgId: consumer.id, name: application },
  });
  if (found) return { ...owners, APPLICATION: found.id };
  return refuse('NOT_FOUND', {
    detail: `The consumer org ${consumerOrg} has no application ${application}.`,
    path: ['application'],
  });
}

const SetQuotaInput = builder.inputType('SetQuotaInput', {
  description: 'How many there may be of something.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({
      description: 'For this catalog alone, within what the org may have; for the whole org unless given.',
    }),
    resource: t.field({ type: QuotaResourceEnum, required: true, description: 'Of what.' }),
    limit: t.int({
      description: `How many, 0 to ${LIMIT_MAX}; null, or left out, for what holds where nothing is set.`,
    }),
  }),
});

builder.mutationField('setQuota', (t) =>
  t.field({
    type: QuotaRef,
    authScopes: { role: 'ADMINISTRATOR' },
    description:
      'Sets how many there may be of something: for an org by an administrator of the platform, for a catalog by one of its org too. What there is already stays, also above it. Needs the role ADMINISTRATOR.',
    args: { input: t.arg({ type: SetQuotaInput, required: true, description: 'Which quota.' }) },
    resolve: async (_root, { input }, context): Promise<Quota> => {
      const { id: orgId } = await context.org(input.org);
      const { resource, catalog: name, limit = null } = input;
      checkMay(context, input);
      const request = {
        orgId,
        action: 'setQuota',
        subject: name == null ? resource : `${name}/${resource}`,
        detail: { limit },
      };
      return context.change(request, async (transaction) => {
        const where = { orgId, name: name ?? '', path: ['input', 'catalog'] };
        const catalogId = name == null ? null : (await catalogNamed(transaction, where)).id;
        if (catalogId !== null) await checkWithinOrg(transaction, { orgId, resource, limit });
        await writeQuota(transaction, { orgId, catalogId, resource, limit });
        return { resource, orgId, catalogId, ownerId: ownerIn(resource, { orgId, catalogId }) };
      });
    },
  }),
);

/** Id of the owner whose use is returned: the org or the catalog itself. */
function ownerIn(resource: QuotaResource, { orgId, catalogId }: QuotaScope): Quota['ownerId'] {
  const { owner } = quotas[resource];
  if (owner === 'ORG') return orgId;
  return owner === 'CATALOG' ? catalogId : null;
}

type CheckMayInput = Pick<typeof SetQuotaInput.$inferInput, 'catalog' | 'resource' | 'limit'>;

/** @throws FORBIDDEN, BAD_USER_INPUT */
function checkMay({ caller }: ManagementContext, { catalog, resource, limit }: CheckMayInput): void {
  if (catalog == null && caller.orgId !== null)
    refuse('FORBIDDEN', {
      detail:
        'The quotas of an org are set by an administrator of the platform; name a catalog to set its own.',
    });
  if (catalog != null && !isOfCatalog(resource))
    refuse('BAD_USER_INPUT', {
      detail: `${resource} is of the whole org: leave out the catalog.`,
      path: ['input', 'catalog'],
    });
  if (limit != null && (limit < 0 || limit > LIMIT_MAX))
    refuse('BAD_USER_INPUT', {
      detail: `The limit is ${limit}: give 0 to ${LIMIT_MAX}, or null for what holds where nothing is set.`,
      path: ['input', 'limit'],
    });
}

type Setting = QuotaScope & { readonly resource: QuotaResource; readonly limit: number | null };

/** @throws BAD_USER_INPUT where a catalog would have more than its org */
async function checkWithinOrg(
  transaction: Transaction,
  { orgId, resource, limit }: Omit<Setting, 'catalogId'>,
): Promise<void> {
  const ofOrg = await quotaLimitIn(transaction, { resource, orgId, catalogId: null });
  if (limit === null || limit <= ofOrg) return;
  refuse('BAD_USER_INPUT', {
    detail: `${resource} of the org is ${ofOrg}: give a catalog no more, or have an administrator of the platform raise that of the org first.`,
    path: ['input', 'limit'],
  });
}

/** Replaces a quota. Delete comes before insert, since a unique index treats nulls as different. */
async function writeQuota({ quota }: Transaction, { limit, ...where }: Setting): Promise<void> {
  await quota.deleteMany({ where });
  if (limit !== null) await quota.create({ data: { ...where, limit } });
}
