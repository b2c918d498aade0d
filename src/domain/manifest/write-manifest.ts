import { isSameJson } from '../../foundation/json.ts';
import { JsonText, jsonText } from '../../foundation/json-text.ts';
import {
  compareVersions,
  readVersionedName,
  type VersionedName,
  versionedName,
} from '../../foundation/text/version.ts';
import {
  type CatalogProductDefinition,
  type Definitions,
  isOnlineByDefault,
  type OrgDefinition,
} from './definition.ts';
import { apiWriting } from './write-api.ts';
import { audiencesWritten } from './write-audience.ts';
import { catalogSettingsWritten } from './write-catalog.ts';
import { planWritten } from './write-plan.ts';
import { providerWritten } from './write-provider.ts';
import { registryWritten } from './write-registry.ts';
import { unlessDefault, type Written } from './write-settings.ts';
import { subscriptionFormWritten } from './write-subscription-form.ts';
import { productWordsWritten } from './write-words.ts';

/** The lists of a manifest that can be written before the rest is known. */
export type WrittenLists = {
  readonly apis?: readonly JsonText[];
  readonly products?: readonly JsonText[];
};

/**
 * Writes an org as a manifest, sorted by name and version. References are names, and defaults are left out. The name of
 * the org is left out too, so that the text can be applied anywhere. An org can be large: each step writes one thing as
 * text, and documents are not parsed.
 *
 * @param written its lists that are written already
 */
export function* manifestWriting(
  org: OrgDefinition,
  written: WrittenLists = {},
): Generator<undefined, Written> {
  const [first] = org.Org.values();
  return {
    gatehouse: '1',
    org: { title: first?.title },
    userRegistries: yield* each(byName(org.UserRegistry), registryWritten),
    oauthProviders: yield* each(byName(org.OAuthProvider), providerWritten),
    backends: yield* each(byName(org.Backend), ({ name, title }) => ({
      name,
      ...unlessDefault('title', title, name),
    })),
    ruleSets: yield* each(byName(org.RuleSet), ({ name, title, rules }) => ({
      name,
      ...unlessDefault('title', title, name),
      rules,
    })),
    apis: written.apis ?? (yield* apisWriting(org)),
    products: written.products ?? (yield* productsWriting(org)),
    catalogs: yield* catalogsWritten(org),
    graphqlServers: yield* each(byName(org.GraphQLServer), serverWritten),
  };
}

/** Writes the APIs of an org, as its manifest has them. */
export const apisWriting = ({ Api }: Pick<OrgDefinition, 'Api'>) =>
  eachInSteps(
    byVersion(Api.values(), (api) => api),
    apiWriting,
  );

/** Writes the products of an org, as its manifest has them. */
export const productsWriting = ({ Product }: Pick<OrgDefinition, 'Product'>) =>
  each(
    byVersion(Product.values(), (product) => product),
    productWritten,
  );

/** Yields after each thing. */
function* each<Thing>(
  things: readonly Thing[],
  write: (thing: Thing) => Written,
): Generator<undefined, JsonText[]> {
  const written: JsonText[] = [];
  for (const thing of things) {
    written.push(jsonText(write(thing)));
    yield;
  }
  return written;
}

/** Yields while a thing is written, too, since its documents may be large. */
function* eachInSteps<Thing>(
  things: readonly Thing[],
  write: (thing: Thing) => Generator<undefined, Written>,
): Generator<undefined, JsonText[]> {
  const written: JsonText[] = [];
  for (const thing of things) {
    written.push(jsonText(yield* write(thing)));
    yield;
  }
  return written;
}

function byName<Thing extends { readonly name: string }>(things: ReadonlyMap<string, Thing>): Thing[] {
  return [...things.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function byVersion<Thing>(things: Iterable<Thing>, nameOf: (thing: Thing) => VersionedName): Thing[] {
  return Array.from(things, (thing) => ({ thing, named: nameOf(thing) }))
    .sort(({ named: left }, { named: right }) => {
      if (left.name === right.name) return compareVersions(left.version, right.version);
      return left.name < right.name ? -1 : 1;
    })
    .map(({ thing }) => thing);
}

function productWritten(product: Definitions['Product']): Written {
  const { name, version, title, words, apis, plans, visibility, subscribability } = product;
  return {
    name,
    version,
    ...unlessDefault('title', title, name),
    ...productWordsWritten(words),
    apis,
    plans: plans.map(planWritten),
    ...unlessDefault('visibility', visibility, 'PUBLIC'),
    ...unlessDefault('subscribability', subscribability, 'AUTHENTICATED'),
  };
}

function* catalogsWritten(org: OrgDefinition): Generator<undefined, JsonText[]> {
  const written: JsonText[] = [];
  for (const catalog of byName(org.Catalog)) written.push(jsonText(yield* catalogWritten(catalog, org)));
  return written;
}

function* catalogWritten(catalog: Definitions['Catalog'], org: OrgDefinition): Generator<undefined, Written> {
  const positions = [...org.CatalogProduct.values()].filter((position) => position.catalog === catalog.name);
  return {
    ...catalogSettingsWritten(catalog),
    products: yield* eachInSteps(
      byVersion(positions, ({ product }) => readVersionedName(product)),
      (position) => positionWriting(position, org),
    ),
  };
}

function* positionWriting(
  position: CatalogProductDefinition,
  org: OrgDefinition,
): Generator<undefined, Written> {
  const { product, state, visibility, subscribability, copy, migrationTarget, sunsetAt, sunsetIfIdleDays } =
    position;
  const draft = org.Product.get(product);
  const asDrafted = draft && {
    title: draft.title,
    words: draft.words,
    plans: draft.plans,
    apis: draft.apis.map((api) => org.Api.get(api)),
  };
  const online = copy.apis.flatMap((api) => {
    const isOnline = position.online.includes(versionedName(api));
    return isOnline === isOnlineByDefault(api, state) ? [] : [[versionedName(api), isOnline] as const];
  });
  return {
    product,
    state,
    ...unlessDefault('visibility', visibility, draft?.visibility ?? 'PUBLIC'),
    ...unlessDefault('subscribability', subscribability, draft?.subscribability ?? 'AUTHENTICATED'),
    ...audiencesWritten(position),
    ...unlessDefault('subscriptionForm', subscriptionFormWritten(position.subscriptionForm), null),
    ...unlessDefault('online', Object.fromEntries(online), {}),
    ...(migrationTarget && { migrationTarget: targetWritten(migrationTarget) }),
    ...unlessDefault('sunsetAt', sunsetAt, null),
    ...unlessDefault('sunsetIfIdleDays', sunsetIfIdleDays, null),
    ...(isSameJson(asDrafted, copy) ? {} : { copy: yield* copyWriting(position, org) }),
  };
}

function targetWritten({
  product,
  plans,
}: NonNullable<CatalogProductDefinition['migrationTarget']>): Written {
  return { product, plans: plans.map(({ source, target }) => ({ source, target })) };
}

function* copyWriting(
  { product, copy }: CatalogProductDefinition,
  { Api }: OrgDefinition,
): Generator<undefined, Written> {
  const apis: (string | Written)[] = [];
  for (const api of copy.apis) {
    const name = versionedName(api);
    apis.push(isSameJson(Api.get(name), api) ? name : yield* apiWriting(api));
  }
  return {
    ...unlessDefault('title', copy.title, readVersionedName(product).name),
    ...productWordsWritten(copy.words),
    apis,
    plans: copy.plans.map(planWritten),
  };
}

function serverWritten({ name, title, exposed, sources, policies }: Definitions['GraphQLServer']): Written {
  return {
    name,
    ...unlessDefault('title', title, name),
    ...unlessDefault('exposed', exposed, false),
    sources: sources.map(({ openapi, ...source }) => ({
      ...source,
      ...(openapi !== undefined && { openapi: new JsonText([openapi]) }),
    })),
    policies,
  };
}
