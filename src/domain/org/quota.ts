/** The owner of counted things. Each owner may have as many as the quota allows. */
export type QuotaOwner = 'ORG' | 'ISSUER' | 'CATALOG' | 'CONSUMER_ORG' | 'APPLICATION' | 'MEMBER';

type Resource = {
  readonly owner: QuotaOwner;
  /** The default limit. It is enough for ordinary use of the platform. */
  readonly limit: number;
  /** The name of what is counted. */
  readonly noun: string;
  /** Advice that makes room. */
  readonly room: string;
  readonly description: string;
};

/** The quotas of all resources. */
export const quotas = {
  APIS: {
    owner: 'ORG',
    limit: 20_000,
    noun: 'APIs',
    room: 'delete drafts that nobody needs',
    description: 'Drafts of APIs of an org, each version for itself.',
  },
  PRODUCTS: {
    owner: 'ORG',
    limit: 20_000,
    noun: 'products',
    room: 'delete drafts that nobody needs',
    description: 'Drafts of products of an org, each version for itself.',
  },
  CATALOGS: {
    owner: 'ORG',
    limit: 50,
    noun: 'catalogs',
    room: 'delete one',
    description: 'Catalogs of an org.',
  },
  GRAPHQL_SERVERS: {
    owner: 'ORG',
    limit: 50,
    noun: 'GraphQL servers',
    room: 'delete one',
    description: 'GraphQL servers of an org.',
  },
  BACKENDS: {
    owner: 'ORG',
    limit: 500,
    noun: 'back-ends',
    room: 'delete one',
    description: 'Back-ends of an org.',
  },
  RULE_SETS: {
    owner: 'ORG',
    limit: 50,
    noun: 'rule sets',
    room: 'delete one',
    description: 'Rule sets of an org.',
  },
  USER_REGISTRIES: {
    owner: 'ORG',
    limit: 100,
    noun: 'user registries',
    room: 'delete one',
    description: 'User registries of an org.',
  },
  LOCAL_USERS: {
    owner: 'ORG',
    limit: 10_000,
    noun: 'local users',
    room: 'remove one',
    description: 'People in user registries of type LOCAL of an org.',
  },
  OAUTH_PROVIDERS: {
    owner: 'ORG',
    limit: 100,
    noun: 'OAuth providers',
    room: 'delete one',
    description: 'OAuth providers of an org.',
  },
  DOCUMENT_MEGABYTES: {
    owner: 'ORG',
    limit: 1_024,
    noun: 'megabytes of documents',
    room: 'delete APIs that nobody needs',
    description: 'Documents of APIs and GraphQL servers of an org and its catalogs, in stored megabytes.',
  },
  CHANGE_REQUESTS: {
    owner: 'ORG',
    limit: 1_000,
    noun: 'open change requests',
    room: 'commit or cancel one',
    description: 'Change requests of an org that are proposed, approved or scheduled.',
  },
  USERS: {
    owner: 'ORG',
    limit: 1_000,
    noun: 'people',
    room: 'remove one',
    description: 'People who manage an org, those who are invited too.',
  },
  ACCESS_TOKENS: {
    owner: 'ORG',
    limit: 200,
    noun: 'access tokens',
    room: 'revoke one',
    description: 'Access tokens to manage an org, but for temporary ones.',
  },
  TEMPORARY_TOKENS: {
    owner: 'ORG',
    limit: 500,
    noun: 'temporary tokens',
    room: 'wait until one ends, or revoke one',
    description: 'Temporary tokens to manage an org that have not ended.',
  },
  OWN_TEMPORARY_TOKENS: {
    owner: 'ISSUER',
    limit: 100,
    noun: 'temporary tokens',
    room: 'wait until one ends, or revoke one',
    description: 'Temporary tokens of one person or access token, or by way of others, that have not ended.',
  },
  DAILY_LETTERS: {
    owner: 'ORG',
    limit: 2_000,
    noun: 'letters to new addresses in a day',
    room: 'hand the links of invitations over yourself',
    description:
      'Mails of an org within 24 hours to addresses that nobody has verified: invitations to consumer orgs, and links that verify an address.',
  },
  DAILY_MESSAGE_MAILS: {
    owner: 'ORG',
    limit: 20_000,
    noun: 'mails of messages in a day',
    room: 'write to the subscribers of one plan at a time, on several days',
    description:
      'Mails of an org within 24 hours that messages of `notifySubscribers` are sent by. Inboxes are not counted.',
  },
  EVENT_STREAMS: {
    owner: 'ORG',
    limit: 100,
    noun: 'event streams',
    room: 'end one',
    description: 'Open `events` of an org of those who manage it; each process counts its own.',
  },
  CONSUMER_GROUPS: {
    owner: 'CATALOG',
    limit: 1_000,
    noun: 'consumer groups',
    room: 'delete one',
    description: 'Groups of consumer orgs of a catalog.',
  },
  CONSUMER_ORGS: {
    owner: 'CATALOG',
    limit: 10_000,
    noun: 'consumer orgs',
    room: 'delete one',
    description: 'Consumer orgs of a catalog, those that signed up themselves too.',
  },
  SECRETS: {
    owner: 'CATALOG',
    limit: 500,
    noun: 'secrets',
    room: 'delete one',
    description: 'Secrets of a catalog, for its back-ends.',
  },
  WEBHOOKS: {
    owner: 'CATALOG',
    limit: 20,
    noun: 'webhooks',
    room: 'delete one',
    description: 'Webhooks of a catalog.',
  },
  MEMBERS: {
    owner: 'CONSUMER_ORG',
    limit: 100,
    noun: 'members',
    room: 'remove one',
    description: 'People of a consumer org.',
  },
  APPLICATIONS: {
    owner: 'CONSUMER_ORG',
    limit: 50,
    noun: 'applications',
    room: 'delete one, which counts for another hour',
    description: 'Applications of a consumer org; one that was deleted counts for another hour.',
  },
  CONSUMER_WEBHOOKS: {
    owner: 'CONSUMER_ORG',
    limit: 5,
    noun: 'webhooks',
    room: 'delete one',
    description: 'Webhooks of a consumer org.',
  },
  CONSUMER_EVENT_STREAMS: {
    owner: 'CONSUMER_ORG',
    limit: 20,
    noun: 'event streams',
    room: 'end one',
    description: 'Open `events` of the portal of a consumer org; each process counts its own.',
  },
  CREDENTIALS: {
    owner: 'APPLICATION',
    limit: 10,
    noun: 'credentials',
    room: 'delete one',
    description: 'Client keys of an application.',
  },
  API_KEYS: {
    owner: 'APPLICATION',
    limit: 50,
    noun: 'API keys',
    room: 'revoke one',
    description: 'API keys of an application, those too that have ended and are still shown.',
  },
  CLIENT_CERTIFICATES: {
    owner: 'APPLICATION',
    limit: 20,
    noun: 'client certificates',
    room: 'remove one',
    description: 'Client certificates of an application, those too that have ended and are still shown.',
  },
  SUBSCRIPTIONS: {
    owner: 'APPLICATION',
    limit: 100,
    noun: 'subscriptions',
    room: 'end one',
    description: 'Subscriptions of an application, in whatever state.',
  },
  PORTAL_SESSIONS: {
    owner: 'MEMBER',
    limit: 20,
    noun: 'sessions',
    room: 'sign out',
    description: 'Where a person is signed in to the portal at once; with one more the oldest ends.',
  },
} as const satisfies Readonly<Record<string, Resource>>;

export type QuotaResource = keyof typeof quotas;
export const quotaResources = Object.keys(quotas) as readonly QuotaResource[];

/** Resources that no table holds. The opener counts those that are open. */
const streams = ['EVENT_STREAMS', 'CONSUMER_EVENT_STREAMS'] as const;
type StreamResource = (typeof streams)[number];
export type StoredResource = Exclude<QuotaResource, StreamResource>;
export const isStream = (resource: QuotaResource): resource is StreamResource =>
  streams.some((each) => each === resource);

/** The quotas set for an org and for one of its catalogs. Null where none is set. */
type QuotaSettings = { readonly org: number | null; readonly catalog: number | null };

/** Returns the limit of a catalog or org. A catalog's quota never exceeds its org's, even if that was lowered later. */
export function quotaLimit(resource: QuotaResource, { org, catalog }: QuotaSettings): number {
  const limit = org ?? quotas[resource].limit;
  return Math.min(catalog ?? limit, limit);
}

/** Is true when the quota can be set for a catalog. Resources of the org alone cannot. */
export const isOfCatalog = (resource: QuotaResource): boolean =>
  !['ORG', 'ISSUER'].includes(quotas[resource].owner);

export type QuotaUse = {
  readonly resource: QuotaResource;
  readonly limit: number;
  readonly used: number;
  /** The number of further ones. 0 when `used` includes them. */
  readonly adding: number;
  /** The owner in words. */
  readonly ownerName: string;
};

export const isExceeded = ({ limit, used, adding }: QuotaUse): boolean => used + adding > limit;

/** Says which quota is exceeded, its owner, how much is used, and what to do. */
export function quotaExceeded({ resource, limit, used, adding, ownerName }: QuotaUse): string {
  const { noun, room } = quotas[resource];
  const more = adding > 1 ? ` and is to have ${adding} more` : '';
  const raise = isOfCatalog(resource) ? 'an administrator of the org' : 'an administrator of the platform';
  return `The quota ${resource} allows ${limit} ${noun}, and ${ownerName} has ${used}${more}: ${room}, or have ${raise} raise it.`;
}
