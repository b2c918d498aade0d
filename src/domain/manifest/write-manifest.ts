import { isDeepStrictEqual } from 'node:util';
import { JsonText, jsonText } from '../../foundation/json-text.ts';
import {
  compareVersions,
  readVersionedName,
  type VersionedName,
  versionedName,
} from '../../foundation/text/version.ts';
import type { Branding } from '../branding/branding.ts';
import { logoUrl } from '../branding/logo.ts';
import type { PortalPage } from '../branding/portal-page.ts';
import type { MailPolicy } from '../events/mail-policy.ts';
import type { LintPolicy } from '../product/lint-policy.ts';
import {
  type CatalogProductDefinition,
  type Definitions,
  isOnlineByDefault,
  type OrgDefinition,
  type WebhookDefinition,
} from './definition.ts';
import { apiWriting } from './write-api.ts';
import { audiencesWritten, groupWritten } from './write-audience.ts';
import { changePolicyWritten } from './write-change-policy.ts';
import { planWritten } from './write-plan.ts';
import { providerWritten } from './write-provider.ts';
import { registryWritten } from './write-registry.ts';
import { backendWritten, unlessDefault, type Written } from './write-settings.ts';
import { signInWritten } from './write-sign-in.ts';
import { subscriptionFormWritten } from './write-subscription-form.ts';
import { productWordsWritten } from './write-words.ts';

/**
 * Writes an org as a manifest, sorted by name and version. References are names, and defaults are left out. The name of
 * the org is left out too, so that the text can be applied anywhere. An org can be large: each step writes one thing as
 * text, and documents are not parsed.
 */
export function* manifestWriting(org: OrgDefinition): Generator<undefined, Written> {
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
    apis: yield* eachInSteps(
      byVersion(org.Api.values(), (api) => api),
      apiWriting,
    ),
    products: yield* each(
      byVersion(org.Product.values(), (product) => product),
      productWritten,
    ),
    catalogs: yield* catalogsWritten(org),
    graphqlServers: yield* each(byName(org.GraphQLServer), serverWritten),
  };
}

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

/** Writes a catalog without its products. */
export function catalogSettingsWritten(catalog: Definitions['Catalog']): Written {
  const { name, title, selfServiceSignUp, branding, userRegistries, oauthProviders, webhooks } = catalog;
  const { pages, credentialPolicy, usageAlerts, mail, changePolicy, lintPolicy, signIn } = catalog;
  const { secrets, backends } = catalog;
  return {
    name,
    ...unlessDefault('title', title, name),
    ...unlessDefault('selfServiceSignUp', selfServiceSignUp, false),
    ...unlessDefault('branding', brandingWritten(branding), {}),
    ...unlessDefault('pages', pages.map(pageWritten), []),
    ...unlessDefault('credentialPolicy', credentialPolicy, null),
    ...unlessDefault('usageAlerts', usageAlerts, null),
    ...unlessDefault('mail', mailWritten(mail), null),
    ...unlessDefault('changePolicy', changePolicyWritten(changePolicy), null),
    ...unlessDefault('lintPolicy', lintPolicyWritten(lintPolicy), null),
    ...unlessDefault('signIn', signIn && signInWritten(signIn), null),
    ...unlessDefault('userRegistries', userRegistries, []),
    ...unlessDefault('oauthProviders', oauthProviders, []),
    ...unlessDefault('webhooks', webhooks.map(webhookWritten), []),
    ...unlessDefault(
      'secrets',
      secrets.map((secret) => ({ name: secret })),
      [],
    ),
    ...unlessDefault('consumerGroups', catalog.consumerGroups.map(groupWritten), []),
    ...unlessDefault('backends', backends.map(backendWritten), []),
  };
}

const webhookWritten = ({ active, format, ...webhook }: WebhookDefinition): Written => ({
  ...webhook,
  ...unlessDefault('active', active, true),
  ...unlessDefault('format', format, 'GATEHOUSE'),
});

const pageWritten = ({ path, title, product, audience, order, markdown }: PortalPage): Written => ({
  path,
  title,
  ...unlessDefault('product', product, undefined),
  ...unlessDefault('audience', audience, 'EVERYBODY'),
  ...unlessDefault('order', order, 0),
  markdown,
});

const lintPolicyWritten = (policy: LintPolicy | null): Written | null =>
  policy && {
    ruleSet: policy.ruleSet,
    ...unlessDefault('refuseStage', policy.refuseStage, null),
    ...unlessDefault('refusePublish', policy.refusePublish, null),
  };

const mailWritten = (mail: MailPolicy | null): Written | null =>
  mail && {
    language: mail.language,
    ...unlessDefault('senderName', mail.senderName, null),
    ...unlessDefault('replyTo', mail.replyTo, null),
    ...unlessDefault('templates', mail.templates ?? [], []),
  };

function brandingWritten({ name, accent, logo, featured, links }: Branding): Written {
  return {
    ...unlessDefault('name', name, undefined),
    ...(accent && { accent: { light: accent.light, dark: accent.dark } }),
    ...(logo && { logo: logoUrl(logo) }),
    ...(featured && { featured }),
    ...(links && { links }),
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
    ...(isDeepStrictEqual(asDrafted, copy) ? {} : { copy: yield* copyWriting(position, org) }),
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
    apis.push(isDeepStrictEqual(Api.get(name), api) ? name : yield* apiWriting(api));
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
