import type { z } from 'zod';
import { accessPolicies } from '../../../domain/access-policy/policies.ts';
import { apiSettings } from '../../../domain/api/api-settings.ts';
import { apiWordsFrom } from '../../../domain/api/api-words.ts';
import { meshServerName } from '../../../domain/api/graphql-server-source.ts';
import { checkPath } from '../../../domain/api/path.ts';
import type { Security } from '../../../domain/api/security.ts';
import { backendSettings } from '../../../domain/backend/backend.ts';
import { brandingFrom } from '../../../domain/branding/branding.ts';
import { portalPagesFrom } from '../../../domain/branding/portal-page.ts';
import { usageAlertPolicyFrom } from '../../../domain/call/usage-alert.ts';
import { changePolicyFrom } from '../../../domain/change-request/policy.ts';
import { credentialPolicyFrom } from '../../../domain/consumer/credential-policy.ts';
import { signInPolicyFrom } from '../../../domain/consumer/sign-in-policy.ts';
import { mailPolicyFrom } from '../../../domain/events/mail-policy.ts';
import type {
  BackendDefinition,
  GraphQLServerDefinition,
  ProductDefinition,
} from '../../../domain/manifest/definition.ts';
import { documentWriting } from '../../../domain/manifest/document-written.ts';
import type {
  ApiFromManifest,
  CatalogFromManifest,
  CatalogProductFromManifest,
  OAuthProviderFromManifest,
  UserRegistryFromManifest,
} from '../../../domain/manifest/manifest.ts';
import type { Faults, ManifestPath } from '../../../domain/manifest/manifest-fault.ts';
import { defaultUserRegistryType } from '../../../domain/oauth/oauth-provider.ts';
import { checkSecret, secretMemberOf } from '../../../domain/oauth/registry-secret.ts';
import { type PlanTerms, plansOf } from '../../../domain/plan/plan.ts';
import { lintPolicyFrom } from '../../../domain/product/lint-policy.ts';
import { productWordsFrom } from '../../../domain/product/product-words.ts';
import { refuse } from '../../../foundation/errors.ts';
import { inFreshTurns } from '../../../foundation/event-loop-turns.ts';
import { checkTitle } from '../../../foundation/text/name.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import { DateTimeScalar } from '../../../graphql/schema/scalars.ts';
import { checkOneAddress } from '../api/api-source.ts';
import { checkedSdl } from '../api/introspect-server.ts';
import type { ApiDocument } from '../api/openapi-document.ts';
import { checkOperationsIn } from '../api/operation-security.ts';
import { newSecurity, readSecurity } from '../api/security-input.ts';
import { readSources, type ServerSource } from '../graphql-server/source-input.ts';
import { settingsFrom } from '../oauth/provider-settings.ts';
import { addressFrom } from '../oauth/registry-address.ts';
import { secretIn, typeSettingsFrom } from '../oauth/registry-settings.ts';
import { askedFromManifest, groupsFromManifest } from './audience-from-manifest.ts';
import type { apiItem, backendItem, graphqlServerItem, plans as planList, productItem } from './items.ts';
import type { catalogItem, positionItem } from './manifest-schema.ts';
import type { oauthProviderItem } from './oauth-provider-item.ts';
import type { userRegistryItem } from './user-registry-item.ts';

// What each thing of a manifest says, complete: what is left out has its default, as in the mutations that create it.
// The paths of refusals begin with `input`, which stands for the thing.

export function userRegistryFromManifest(read: z.output<typeof userRegistryItem>): UserRegistryFromManifest {
  const { name, type = defaultUserRegistryType, title = name } = read;
  const url = addressFrom({ type, url: read.url }, ['input']);
  const settings = typeSettingsFrom({ ...read, type, url }, ['input']);
  const secret = secretIn(read);
  if (secret !== undefined) checkSecret(settings, secret, ['input', ...secretMemberOf(settings)]);
  return { name, title, displayName: read.displayName ?? title, type, url, ...settings, secret };
}

export function oauthProviderFromManifest(
  read: z.output<typeof oauthProviderItem>,
): OAuthProviderFromManifest {
  const { name, title = name, userRegistry, scopes } = read;
  const described = scopes?.map((scope) => ({ name: scope.name, description: scope.description ?? '' }));
  const settings = settingsFrom({ ...read, scopes: described });
  return {
    ...settings,
    grantTypes: settings.grantTypes.toSorted(),
    clientTypes: settings.clientTypes.toSorted(),
    name,
    title,
    userRegistry,
  };
}

export function backendFromManifest({ name, title = name }: z.output<typeof backendItem>): BackendDefinition {
  return { name, title };
}

/** An item whose document was read before. */
type ApiItem = z.output<typeof apiItem> & { readonly openapi?: ApiDocument | undefined };

export async function apiFromManifest(
  item: z.output<typeof apiItem>,
  queueKey: string,
): Promise<ApiFromManifest> {
  const read = item as ApiItem;
  if ((read.openapi === undefined) === (read.graphqlUrl === undefined))
    refuse('BAD_USER_INPUT', {
      detail: 'Give either openapi, for a REST API, or graphqlUrl, for a GraphQL proxy API.',
      path: ['input'],
    });
  const security = newSecurity(readSecurity(read));
  const source = read.openapi ? restSource(read, read.openapi) : await graphqlSource(read, queueKey);
  checkPath(source.basePath, ['input', 'basePath']);
  checkTitle(source.title, ['input', 'title']);
  const { name, version, forwardAuthorization = false } = read;
  const settings = apiSettings(read, source);
  await checkOperationsIn(settings, { openapi: source.openapi, orgId: queueKey });
  const words = apiWordsFrom(read, ['input']);
  return { name, version, forwardAuthorization, settings, words, ...source, ...security };
}

type ApiSource = Omit<
  ApiFromManifest,
  'name' | 'version' | 'forwardAuthorization' | 'settings' | 'words' | keyof Security
>;

function restSource({ name, sdl, ...read }: ApiItem, document: ApiDocument): ApiSource {
  const { backend = null } = read;
  checkOneAddress(read);
  if (sdl !== undefined)
    refuse('BAD_USER_INPUT', { detail: 'A REST API has no sdl: leave it out.', path: ['input', 'sdl'] });
  return {
    kind: 'REST',
    title: read.title ?? document.title,
    basePath: read.basePath ?? document.basePath ?? `/${name}`,
    targetUrl:
      read.targetUrl === undefined && backend === null
        ? (document.targetUrl ?? null)
        : (read.targetUrl ?? null),
    backend,
    graphqlUrl: null,
    sdl: null,
    openapi: document.text,
  };
}

async function graphqlSource({ name, sdl, ...read }: ApiItem, queueKey: string): Promise<ApiSource> {
  if (read.targetUrl != null)
    refuse('BAD_USER_INPUT', {
      detail: 'The calls of a GraphQL API are sent to its graphqlUrl: leave targetUrl out.',
      path: ['input', 'targetUrl'],
    });
  return {
    kind: 'GRAPHQL',
    title: read.title ?? name,
    basePath: read.basePath ?? `/${name}`,
    targetUrl: null,
    backend: read.backend ?? null,
    graphqlUrl: String(read.graphqlUrl),
    sdl: sdl === undefined ? undefined : await checkedSdl(sdl, { path: ['input', 'sdl'], orgId: queueKey }),
    openapi: null,
  };
}

export function productFromManifest(read: z.output<typeof productItem>): ProductDefinition {
  const { name, version, title = name, apis, visibility, subscribability } = read;
  return {
    name,
    version,
    title,
    apis,
    plans: plansFromManifest(read.plans, ['input', 'plans']),
    visibility: visibility ?? 'PUBLIC',
    subscribability: subscribability ?? 'AUTHENTICATED',
    words: productWordsFrom(read, ['input']),
  };
}

function plansFromManifest(read: z.output<typeof planList> | undefined, path: ManifestPath): PlanTerms[] {
  return plansOf(
    read?.map((plan) => ({ ...plan, title: plan.title ?? plan.name })),
    path,
  );
}

export function catalogFromManifest(read: z.output<typeof catalogItem>): CatalogFromManifest {
  const { name, title = name, selfServiceSignUp = false, userRegistries = [], oauthProviders = [] } = read;
  const credentialPolicy = read.credentialPolicy
    ? credentialPolicyFrom(read.credentialPolicy, ['input', 'credentialPolicy'])
    : null;
  const usageAlerts = read.usageAlerts
    ? usageAlertPolicyFrom(read.usageAlerts, ['input', 'usageAlerts'])
    : null;
  const webhooks = read.webhooks?.map(({ active = true, format = 'GATEHOUSE', types, ...webhook }) => {
    return { ...webhook, active, format, types: [...new Set(types)].sort() };
  });
  const backends = read.backends?.map((backend) => ({ name: backend.name, ...backendSettings(backend) }));
  return {
    name,
    title,
    selfServiceSignUp,
    branding: brandingFrom(read.branding ?? {}, ['input', 'branding']),
    pages: portalPagesFrom(read.pages ?? [], ['input', 'pages']),
    credentialPolicy,
    usageAlerts,
    mail: read.mail ? mailPolicyFrom(read.mail, ['input', 'mail']) : null,
    changePolicy: read.changePolicy && changePolicyFrom(read.changePolicy, ['input', 'changePolicy']),
    lintPolicy: read.lintPolicy ? lintPolicyFrom(read.lintPolicy) : null,
    signIn: read.signIn ? signInPolicyFrom(read.signIn, ['input', 'signIn']) : null,
    userRegistries,
    oauthProviders,
    consumerGroups: groupsFromManifest(read),
    webhooks,
    secrets: read.secrets,
    backends,
  };
}

type Position = z.output<typeof positionItem>;
type Entry = { readonly catalog: string; readonly read: Position; readonly path: ManifestPath };

/** Converts a position; undefined where its copy has faults. */
export async function positionFromManifest(
  { catalog, read, path }: Entry,
  { faults, queueKey }: { readonly faults: Faults; readonly queueKey: string },
): Promise<CatalogProductFromManifest | undefined> {
  const { name } = readVersionedName(read.product);
  const copy = read.copy && (await copyFromManifest(read.copy, { name, path, faults, queueKey }));
  if (read.copy && !copy) return undefined;
  const { product, state, visibility, subscribability, online = {}, migrationTarget = null, sunsetAt } = read;
  const asked = faults.collect(path, () => askedFromManifest(read));
  if (!asked) return undefined;
  return {
    catalog,
    product,
    state,
    visibility,
    subscribability,
    ...asked,
    copy,
    online,
    migrationTarget,
    sunsetAt: sunsetAt === undefined ? null : DateTimeScalar.parseValue(sunsetAt).toISOString(),
    sunsetIfIdleDays: read.sunsetIfIdleDays ?? null,
  };
}

async function copyFromManifest(
  { title, plans, apis, ...words }: NonNullable<Position['copy']>,
  { name, path, faults, queueKey }: { name: string; path: ManifestPath; faults: Faults; queueKey: string },
): Promise<CatalogProductFromManifest['copy']> {
  const copyPath = [...path, 'copy'];
  const read: (ApiFromManifest | string | undefined)[] = [];
  for (const [index, api] of apis.entries())
    read.push(
      typeof api === 'string'
        ? api
        : await faults.gather([...copyPath, 'apis', index], () => apiFromManifest(api, queueKey)),
    );
  const terms = faults.collect(copyPath, () => plansFromManifest(plans, ['input', 'plans']));
  const told = faults.collect(copyPath, () => productWordsFrom(words, ['input']));
  if (!terms || !told || !read.every((api) => api !== undefined)) return undefined;
  return { title: title ?? name, words: told, plans: terms, apis: read };
}

/** Converts a GraphQL server. That of .meshrc.yaml has no documents; it is listed so that it can be named. */
export async function graphqlServerFromManifest(
  { name, title = name, exposed = false, sources, policies }: z.output<typeof graphqlServerItem>,
  queueKey: string,
): Promise<GraphQLServerDefinition> {
  return {
    name,
    title,
    exposed,
    policies: accessPolicies(policies, ['input', 'policies']),
    sources:
      name === meshServerName && !sources.some(({ openapi }) => openapi !== undefined)
        ? sources.map(({ name: source, url, operations = [] }) => ({ name: source, url, operations }))
        : await writtenSources(await readSources(sources, ['input', 'sources'], queueKey)),
  };
}

/** Puts the documents of sources in the order in which manifests have them. */
async function writtenSources(sources: readonly ServerSource[]): Promise<ServerSource[]> {
  const written: ServerSource[] = [];
  for (const { openapi, ...source } of sources) {
    const pieces = openapi === undefined ? undefined : await inFreshTurns(documentWriting(openapi));
    written.push({ ...source, ...(pieces && { openapi: pieces.join('') }) });
  }
  return written;
}
