import { compareVersions, readVersionedName, versionedName } from '../../foundation/text/version.ts';
import { NO_AUDIENCE } from '../consumer/audience.ts';
import { servesOAuth } from '../oauth/open-id-settings.ts';
import {
  type ApiDefinition,
  bySource,
  type CatalogDefinition,
  type CatalogProductDefinition,
  type Definitions,
  isOnlineByDefault,
  type Kind,
  type OrgDefinition,
  type ProductCopy,
} from './definition.ts';
import {
  type ApiFromManifest,
  type CatalogFromManifest,
  type CatalogProductFromManifest,
  type FromManifest,
  listNames,
  type Manifest,
  type ManifestLists,
  type OAuthProviderFromManifest,
  type UserRegistryFromManifest,
} from './manifest.ts';
import type { Faults, ManifestPath } from './manifest-fault.ts';

type DesiredOrgInput = {
  readonly manifest: Manifest;
  readonly current: OrgDefinition;
  /** Deletes what the manifest's lists do not name. */
  readonly prune: boolean;
  /** Returns the schema of a GraphQL API that states none. */
  readonly sdlOf: (api: ApiFromManifest) => string;
  readonly faults: Faults;
};

/**
 * Combines the manifest with the present org. Things that it does not name stay as they are. With `prune`, things that
 * its lists do not name are deleted; a list that is left out deletes nothing.
 */
export function desiredOrg(input: DesiredOrgInput): OrgDefinition {
  const { manifest, current } = input;
  const UserRegistry = merged(input, 'UserRegistry', withoutSecret);
  const firstRegistry = [...UserRegistry.values()].find(({ type }) => servesOAuth(type))?.name ?? null;
  const partial = {
    Org: orgOf(manifest, current),
    UserRegistry,
    OAuthProvider: merged(input, 'OAuthProvider', (provider) => withRegistry(provider, firstRegistry)),
    Backend: merged(input, 'Backend', (backend) => backend),
    RuleSet: merged(input, 'RuleSet', (ruleSet) => ruleSet),
    Api: merged(input, 'Api', (api) => withSdl(api, input.sdlOf)),
    Product: merged(input, 'Product', (product) => product),
    Catalog: merged(input, 'Catalog', (catalog) => ({
      ...catalog,
      userRegistries: catalog.userRegistries.toSorted(),
      oauthProviders: catalog.oauthProviders.toSorted(),
      ...listsOf(catalog, input),
    })),
    GraphQLServer: merged(input, 'GraphQLServer', (server) => server),
  };
  return { ...partial, CatalogProduct: positionsOf(input, partial) };
}

function orgOf({ org }: Manifest, { Org }: OrgDefinition): OrgDefinition['Org'] {
  return new Map([...Org].map(([name, { title }]) => [name, { title: org.title ?? title }]));
}

type DefinitionFromManifest<K extends keyof ManifestLists> = NonNullable<ManifestLists[K]>[number]['thing'];

/** Merges present and new things. Present ones keep their order, the oldest first. */
function merged<K extends keyof ManifestLists>(
  { manifest, current, prune }: DesiredOrgInput,
  kind: K,
  complete: (thing: DefinitionFromManifest<K>) => Definitions[K],
): Map<string, Definitions[K]> {
  const list = manifest.lists[kind] as readonly FromManifest<DefinitionFromManifest<K>>[] | undefined;
  const named = new Map((list ?? []).map(({ name, thing }) => [name, complete(thing)]));
  const kept = [...current[kind]].filter(
    ([name]) => !prune || list === undefined || named.has(name) || manifest.isBroken(kind, name),
  );
  return new Map([...kept, ...named]);
}

const withoutSecret = ({ secret: _, ...registry }: UserRegistryFromManifest) => registry;

function withRegistry(
  provider: OAuthProviderFromManifest,
  first: string | null,
): Definitions['OAuthProvider'] {
  const byDefault = provider.issuer ? null : first;
  return {
    ...provider,
    userRegistry: provider.userRegistry === undefined ? byDefault : provider.userRegistry,
  };
}

function withSdl(api: ApiFromManifest, sdlOf: (api: ApiFromManifest) => string): ApiDefinition {
  return { ...api, sdl: api.sdl === undefined ? sdlOf(api) : api.sdl };
}

/** The lists of a catalog, and who approves its changes. What is there and not named stays, unless the manifest prunes. */
function listsOf(
  { name, consumerGroups, webhooks, secrets, backends, changePolicy }: CatalogFromManifest,
  { current, prune }: DesiredOrgInput,
): Pick<CatalogDefinition, 'consumerGroups' | 'webhooks' | 'secrets' | 'backends' | 'changePolicy'> {
  const there = current.Catalog.get(name);
  const named = secrets?.map((secret) => ({ name: secret.name }));
  const kept = there?.secrets.map((secret) => ({ name: secret }));
  return {
    webhooks: withKept(
      webhooks?.map(({ secret: _, ...webhook }) => webhook),
      { there: there?.webhooks, prune },
    ),
    consumerGroups: withKept(consumerGroups, { there: there?.consumerGroups, prune }),
    secrets: withKept(named, { there: kept, prune }).map((secret) => secret.name),
    backends: withKept(backends, { there: there?.backends, prune }),
    // A manifest from before the policy takes no approvals away.
    changePolicy: changePolicy === undefined ? (there?.changePolicy ?? null) : changePolicy,
  };
}

function withKept<Thing extends { readonly name: string }>(
  named: readonly Thing[] | undefined,
  { there = [], prune }: { readonly there: readonly Thing[] | undefined; readonly prune: boolean },
): Thing[] {
  const kept = there.filter(
    (each) => named === undefined || !(prune || named.some((thing) => thing.name === each.name)),
  );
  return [...kept, ...(named ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Drafts = Pick<OrgDefinition, 'Api' | 'Product' | 'Catalog'>;

function positionsOf(input: DesiredOrgInput, drafts: Drafts): Map<string, CatalogProductDefinition> {
  const { manifest, current, prune } = input;
  const named = new Map(manifest.positions.map((position) => [position.name, position]));
  const kept = [...current.CatalogProduct].filter(
    ([name, { catalog }]) =>
      drafts.Catalog.has(catalog) &&
      (!prune ||
        !manifest.listed.has(catalog) ||
        named.has(name) ||
        manifest.isBroken('CatalogProduct', name)),
  );
  const positions = new Map(kept);
  const newest = new Map<string, CatalogProductDefinition>();
  for (const [, position] of kept) noteNewest(newest, position);
  for (const [name, wish] of named) {
    const position = positionOf(wish, drafts, { ...input, newest });
    if (!position) continue;
    positions.set(name, position);
    noteNewest(newest, position);
  }
  return positions;
}

function positionOf(
  { name, thing, path }: FromManifest<CatalogProductFromManifest>,
  drafts: Drafts,
  input: DesiredOrgInput & { readonly newest: Newest },
): CatalogProductDefinition | undefined {
  const draft = drafts.Product.get(thing.product);
  const target = thing.migrationTarget;
  const copy = copyOf({ name, thing, path }, drafts, input);
  if (!copy) return undefined;
  const plans = new Set(copy.plans.map((plan) => plan.name));
  for (const [index, { plan }] of (thing.planAudiences ?? []).entries())
    if (!plans.has(plan))
      input.faults.add(
        [...path, 'planAudiences', index, 'plan'],
        `The product has no plan ${plan}.`,
        'NOT_FOUND',
      );
  const before = input.current.CatalogProduct.get(name) ?? input.newest.get(keyOfVersions(thing));
  return {
    catalog: thing.catalog,
    product: thing.product,
    state: thing.state,
    visibility: thing.visibility ?? draft?.visibility ?? 'PUBLIC',
    subscribability: thing.subscribability ?? draft?.subscribability ?? 'AUTHENTICATED',
    visibleTo: thing.visibleTo ?? before?.visibleTo ?? NO_AUDIENCE,
    subscribableBy: thing.subscribableBy ?? before?.subscribableBy ?? NO_AUDIENCE,
    planAudiences: (thing.planAudiences ?? before?.planAudiences ?? []).filter(({ plan }) => plans.has(plan)),
    subscriptionForm:
      thing.subscriptionForm === undefined ? (before?.subscriptionForm ?? null) : thing.subscriptionForm,
    copy,
    online: onlineOf({ thing, path }, copy, input.faults),
    migrationTarget: target && { ...target, plans: bySource(target.plans) },
    sunsetAt: thing.sunsetAt,
    sunsetIfIdleDays: thing.sunsetIfIdleDays,
  };
}

/** The newest version of each product in each catalog. What it asks, and of whom, a new version takes over. */
type Newest = ReadonlyMap<string, CatalogProductDefinition>;
type VersionInCatalog = Pick<CatalogProductDefinition, 'catalog' | 'product'>;

const keyOfVersions = ({ catalog, product }: VersionInCatalog) =>
  `${catalog}/${readVersionedName(product).name}`;

function noteNewest(newest: Map<string, CatalogProductDefinition>, position: CatalogProductDefinition): void {
  const key = keyOfVersions(position);
  const known = newest.get(key);
  const versionOf = ({ product }: VersionInCatalog) => readVersionedName(product).version;
  if (!known || compareVersions(versionOf(known), versionOf(position)) < 0) newest.set(key, position);
}

/** Returns the stated copy, else a copy of the product as the manifest describes it. */
function copyOf(
  { name, thing, path }: FromManifest<CatalogProductFromManifest>,
  { Api, Product }: Drafts,
  { manifest, sdlOf, faults }: DesiredOrgInput,
): ProductCopy | undefined {
  const definition = thing.copy ?? Product.get(thing.product);
  if (!definition) {
    if (!manifest.isBroken('Product', thing.product) && !manifest.isBroken('CatalogProduct', name))
      faults.add(
        [...path, 'product'],
        `There is no product ${thing.product}: describe it in products, or its copy here.`,
        'NOT_FOUND',
      );
    return undefined;
  }
  const apis = definition.apis.map((api, index) => {
    if (typeof api !== 'string') return withSdl(api, sdlOf);
    const known = Api.get(api);
    if (!known && thing.copy && !manifest.isBroken('Api', api))
      faults.add([...path, 'copy', 'apis', index], `There is no API ${api}: describe it here.`, 'NOT_FOUND');
    return known;
  });
  return apis.every((api) => api !== undefined)
    ? { title: definition.title, words: definition.words, plans: definition.plans, apis }
    : undefined;
}

function onlineOf(
  { thing: { online, state }, path }: { thing: CatalogProductFromManifest; path: ManifestPath },
  { apis }: ProductCopy,
  faults: Faults,
): string[] {
  const names = apis.map(versionedName);
  for (const name of Object.keys(online))
    if (!names.includes(name))
      faults.add([...path, 'online', name], `The product has no API ${name}; it has ${names.join(', ')}.`);
  return apis
    .filter((api) => online[versionedName(api)] ?? isOnlineByDefault(api, state))
    .map((api) => versionedName(api));
}

/** Returns the manifest path of each thing. A thing that is not named has the path of the list that lacks it. */
export function manifestPathsOf({ lists, positions }: Manifest): (kind: Kind, name: string) => ManifestPath {
  const paths = new Map(positions.map(({ name, path }) => [`CatalogProduct ${name}`, path]));
  for (const [kind, list] of Object.entries(lists))
    for (const { name, path } of list) paths.set(`${kind} ${name}`, path);
  return (kind, name) => {
    if (kind === 'Org') return ['org'];
    const path = paths.get(`${kind} ${name}`);
    if (path) return path;
    if (kind !== 'CatalogProduct') return [listNames[kind]];
    const [catalog = ''] = name.split('/');
    return [...(paths.get(`Catalog ${catalog}`) ?? [listNames.Catalog]), 'products'];
  };
}
