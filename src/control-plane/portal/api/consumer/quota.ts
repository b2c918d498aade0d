import {
  isStream,
  type QuotaOwner,
  type QuotaResource,
  quotaResources,
  quotas,
} from '../../../../domain/org/quota.ts';
import { quotaLimitIn, quotaUsed } from '../../../../infrastructure/database/check-quota.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { ownApplication } from './own.ts';

const owners = ['CONSUMER_ORG', 'APPLICATION', 'MEMBER'] as const;
type Owner = (typeof owners)[number];
const ownerOf = (resource: QuotaResource): Owner | undefined =>
  owners.find((each) => each === (quotas[resource].owner as QuotaOwner));
/** Resources that have a quota for a consumer org, its applications or its people. */
const resources = quotaResources.filter((resource) => ownerOf(resource) !== undefined);

const PortalQuotaResource = builder.enumType('PortalQuotaResource', {
  description: 'What there may be only so many of.',
  values: Object.fromEntries(
    resources.map((resource) => [resource, { description: quotas[resource].description }]),
  ) as Record<QuotaResource, { description: string }>,
});

const PortalQuotaOwner = builder.enumType('PortalQuotaOwner', {
  description: 'Who may have so many of something: each of them.',
  values: {
    CONSUMER_ORG: { description: 'Your consumer organization.' },
    APPLICATION: { description: 'Each of its applications.' },
    MEMBER: { description: 'Each of its people.' },
  } satisfies Record<Owner, { description: string }>,
});

type Quota = {
  readonly resource: QuotaResource;
  readonly per: Owner;
  readonly limit: number;
  /** Owner whose use is returned; null when nobody is named. */
  readonly ownerId: string | null;
};

const PortalQuota = builder.objectRef<Quota>('PortalQuota').implement({
  description: 'How many there may be of something, and how many there are.',
  fields: (t) => ({
    resource: t.expose('resource', { type: PortalQuotaResource, description: 'Of what.' }),
    per: t.expose('per', { type: PortalQuotaOwner, description: 'Who may have so many, each of them.' }),
    limit: t.exposeInt('limit', {
      description: 'How many there may be; one more is refused with QUOTA_EXCEEDED.',
    }),
    used: t.int({
      nullable: true,
      description:
        'How many there are, of people yours, event streams in the process that answers; null where the argument does not name the application.',
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
    type: [PortalQuota],
    description: 'How many of what your consumer organization may have, and how many it has.',
    args: {
      application: t.arg.string({ description: 'An application, whose use is told as well: its name.' }),
    },
    resolve: async (_root, { application }, context): Promise<Quota[]> => {
      const ids = await idsOf(context, application);
      const quotas: Quota[] = [];
      for (const resource of resources) {
        const per = ownerOf(resource);
        if (per) quotas.push({ resource, per, limit: await limitOf(context, resource), ownerId: ids[per] });
      }
      return quotas;
    },
  }),
);

async function idsOf(
  context: PortalContext,
  name: string | null | undefined,
): Promise<Record<Owner, string | null>> {
  const viewer = demandViewer(context);
  const application =
    name == null
      ? null
      : await ownApplication(context.database.prisma, viewer, { name, argument: 'application' });
  return {
    CONSUMER_ORG: viewer.consumerOrg.id,
    APPLICATION: application?.id ?? null,
    MEMBER: viewer.memberId,
  };
}

/**
 * Reads the limit of a resource. It is set for the catalog, alike for all its consumer orgs, applications and people.
 */
function limitOf({ database, catalog }: PortalContext, resource: QuotaResource): Promise<number> {
  return quotaLimitIn(database.prisma, { resource, orgId: catalog.orgId, catalogId: catalog.id });
}
