import type { Timeouts } from '../../../domain/api/api-settings.ts';
import type { BackendHeader, BackendSettings, BackendTarget } from '../../../domain/backend/backend.ts';
import { type BackendTls, endOf } from '../../../domain/backend/client-tls.ts';
import type { BackendCredentials } from '../../../domain/backend/credentials.ts';
import type { TargetHealth } from '../../../domain/backend/health-check.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, partArgs } from '../builder.ts';
import { HealthCheckRef, StickyRef, TargetHealthRef } from './load-balancing.ts';

/** A back-end in a catalog. The row may not be stored, where a change is only rehearsed. */
export type CatalogBackendShape = {
  readonly catalogId: string;
  readonly backendId: string;
  readonly settings: BackendSettings;
  readonly health: readonly TargetHealth[];
};

type CatalogTarget = BackendTarget & { readonly health: TargetHealth | null };

const BackendTargetRef = builder.objectRef<CatalogTarget>('BackendTarget').implement({
  description: 'An address of a back-end.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'Where calls are sent, as `Api.targetUrl`.' }),
    weight: t.exposeInt('weight', { description: 'Its share of the calls, beside the other weights.' }),
    drained: t.exposeBoolean('drained', {
      description: 'Does it get no new calls? Those under way end as they would.',
    }),
    health: t.field({
      type: TargetHealthRef,
      nullable: true,
      description: 'Its health; null where it is not checked, or gets no calls.',
      resolve: ({ health }) => health,
    }),
  }),
});

export const BackendCredentialsType = builder.enumType('BackendCredentialsType', {
  description: 'How gateways prove themselves to a back-end.',
  values: {
    NONE: { description: 'They do not.' },
    BASIC: { description: 'By HTTP Basic, with a username and a secret. (RFC 7617)' },
    HEADER: { description: 'By a header, whose whole value is a secret.' },
    QUERY: { description: 'By a parameter of the query, whose value is a secret.' },
    HMAC_SIGNATURE: {
      description:
        'By the header `X-Gatehouse-Signature`, an HMAC of each request with a secret: `t=<epoch seconds>,v1=<hex HMAC-SHA-256 of "<t>.<method> <path and query>">`.',
    },
    OAUTH2_CLIENT_CREDENTIALS: {
      description:
        'By an access token, which an issuer gives them for a client id and a secret. (RFC 6749 §4.4)',
    },
    OAUTH2_TOKEN_EXCHANGE: {
      description:
        'By an access token in the name of each caller, which an issuer gives them for a client id and a secret in exchange for the access token of the caller. (RFC 8693)',
    },
  } as const,
});

const BackendCredentialsRef = builder.objectRef<BackendCredentials>('BackendCredentials').implement({
  description: 'What gateways prove themselves with to a back-end. A caller cannot send it in their place.',
  fields: (t) => ({
    type: t.field({
      type: BackendCredentialsType,
      description: 'How they prove themselves.',
      resolve: ({ type }) => type,
    }),
    username: t.string({
      nullable: true,
      description: 'Of HTTP Basic: the username.',
      resolve: (credentials) => ('username' in credentials ? credentials.username : null),
    }),
    name: t.string({
      nullable: true,
      description: 'The header, or the parameter of the query.',
      resolve: (credentials) => ('name' in credentials ? credentials.name : null),
    }),
    secret: t.string({
      nullable: true,
      description: 'The secret of the catalog, by name. Its value is never shown.',
      resolve: (credentials) => ('secret' in credentials ? credentials.secret : null),
    }),
    tokenUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Of OAuth 2.0: the token endpoint of the issuer.',
      resolve: (credentials) => ('tokenUrl' in credentials ? credentials.tokenUrl : null),
    }),
    clientId: t.string({
      nullable: true,
      description: 'Of OAuth 2.0: the client id at the issuer.',
      resolve: (credentials) => ('clientId' in credentials ? credentials.clientId : null),
    }),
    scopes: t.stringList({
      description: 'Of OAuth 2.0: the scopes that are asked for. Empty leaves them to the issuer.',
      resolve: (credentials) => ('scopes' in credentials ? [...credentials.scopes] : []),
    }),
    audience: t.string({
      nullable: true,
      description: 'Of OAuth 2.0: the parameter `audience` of the request.',
      resolve: (credentials) => ('audience' in credentials ? credentials.audience : null),
    }),
  }),
});

const BackendTlsRef = builder.objectRef<BackendTls>('BackendTls').implement({
  description: 'How gateways prove themselves by TLS, and whom they trust there.',
  fields: (t) => ({
    certificate: t.exposeString('certificate', {
      nullable: true,
      description: 'The client certificate, as PEM; null for none.',
    }),
    certificateEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the client certificate ends.',
      resolve: ({ certificate }) => (certificate === null ? null : endOf(certificate)),
    }),
    key: t.exposeString('key', {
      nullable: true,
      description: 'The secret with its private key, by name. The key is never shown.',
    }),
    authorities: t.exposeString('authorities', {
      nullable: true,
      description: "The authorities of the back-end's certificate, as PEM; null trusts those of the system.",
    }),
  }),
});

const BackendHeaderRef = builder.objectRef<BackendHeader>('BackendHeader').implement({
  description: 'A header of each call to a back-end. It is no secret.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    value: t.exposeString('value', { description: 'Its value.' }),
  }),
});

const BackendTimeoutsRef = builder.objectRef<Partial<Timeouts>>('BackendTimeouts').implement({
  description: 'How long the gateway waits, in milliseconds. Null leaves it to the API.',
  fields: (t) => ({
    connectMs: t.exposeInt('connectMs', { nullable: true, description: 'For a connection to the back-end.' }),
    answerMs: t.exposeInt('answerMs', {
      nullable: true,
      description: 'From the request to the status and headers of the answer.',
    }),
    idleMs: t.exposeInt('idleMs', {
      nullable: true,
      description: 'For the next byte of a body, either way.',
    }),
    callMs: t.exposeInt('callMs', {
      nullable: true,
      description: 'For all of a call, to the last byte of its answer.',
    }),
  }),
});

export const CatalogBackendRef = builder.objectRef<CatalogBackendShape>('CatalogBackend').implement({
  description: 'A back-end in a catalog: where it is, and how it is called there.',
  fields: (t) => ({
    backend: t.prismaField({
      type: 'Backend',
      description: 'The back-end that APIs name.',
      resolve: (query, { backendId: id }, _args, { database: { prisma } }) =>
        prisma.backend.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    catalog: t.prismaField({
      type: 'Catalog',
      description: 'The catalog.',
      resolve: (query, { catalogId: id }, _args, { database: { prisma } }) =>
        prisma.catalog.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    targets: t.field({
      type: [BackendTargetRef],
      description: 'Where calls are sent. Several share the calls by their weights.',
      resolve: ({ settings, health }) =>
        settings.targets.map((target) => withHealth(target, { settings, health })),
    }),
    credentials: t.field({
      type: BackendCredentialsRef,
      description: 'What gateways prove themselves with.',
      resolve: ({ settings }) => settings.credentials,
    }),
    headers: t.field({
      type: [BackendHeaderRef],
      description: "Headers of each call, in place of the caller's of these names.",
      resolve: ({ settings }) => settings.headers,
    }),
    timeouts: t.field({
      type: BackendTimeoutsRef,
      description: 'How long the gateway waits, in place of what the API says.',
      resolve: ({ settings }) => settings.timeouts,
    }),
    tls: t.field({
      type: BackendTlsRef,
      nullable: true,
      description: 'Client certificate and authorities; null for none.',
      resolve: ({ settings }) => settings.tls ?? null,
    }),
    healthCheck: t.field({
      type: HealthCheckRef,
      nullable: true,
      description: 'How its targets are checked; null where they are not.',
      resolve: ({ settings }) => settings.healthCheck ?? null,
    }),
    sticky: t.field({
      type: StickyRef,
      nullable: true,
      description: 'What keeps a caller at one target; null spreads calls by weight.',
      resolve: ({ settings }) => settings.sticky ?? null,
    }),
    slowStartSeconds: t.int({
      description: 'Time in which a target that is new, or back, comes to its full share. 0 is at once.',
      resolve: ({ settings }) => settings.slowStartSeconds ?? 0,
    }),
  }),
});

function withHealth(
  target: BackendTarget,
  { settings, health }: Pick<CatalogBackendShape, 'settings' | 'health'>,
): CatalogTarget {
  const isChecked = settings.healthCheck !== undefined;
  return { ...target, health: (isChecked && health.find(({ url }) => url === target.url)) || null };
}

/** The columns of a target's health that are shown. */
export const healthColumns = { url: true, state: true, since: true, fault: true } as const;
const row = { catalogId: true, backendId: true, settings: true, health: { select: healthColumns } } as const;

builder.prismaObjectField('Backend', 'catalogs', (t) =>
  t.field({
    type: [CatalogBackendRef],
    description: 'Where it is, in each catalog that has it, by the name of the catalog.',
    args: partArgs,
    select: (part) => ({
      catalogs: { select: row, orderBy: { catalog: { name: 'asc' } }, ...takeSkipOf(part) },
    }),
    resolve: ({ catalogs }) => catalogs.map(shapeOf),
  }),
);

builder.prismaObjectField('Catalog', 'backends', (t) =>
  t.field({
    type: [CatalogBackendRef],
    description: 'The back-ends that its APIs can call, by name.',
    args: partArgs,
    select: (part) => ({
      backends: { select: row, orderBy: { backend: { name: 'asc' } }, ...takeSkipOf(part) },
    }),
    resolve: ({ backends }) => backends.map(shapeOf),
  }),
);

type CatalogBackendRow = Omit<CatalogBackendShape, 'settings'> & {
  readonly settings: Parameters<typeof stored>[0];
};

export const shapeOf = ({
  catalogId,
  backendId,
  settings,
  health,
}: CatalogBackendRow): CatalogBackendShape => ({
  catalogId,
  backendId,
  health,
  settings: stored<BackendSettings>(settings),
});
