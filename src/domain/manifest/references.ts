import { readVersionedName } from '../../foundation/text/version.ts';
import { BUILT_IN } from '../../openapi/lint/rule-set.ts';
import { checkServingApi } from '../api/compat.ts';
import { firstSegment } from '../api/path.ts';
import { checkSecurity } from '../api/security.ts';
import { secretsUsedBy } from '../backend/backend.ts';
import { signsInToPortals, typeFault } from '../consumer/sign-in-policy.ts';
import { secretFault } from '../events/webhook-format.ts';
import { noOAuthFault, servesOAuth } from '../oauth/open-id-settings.ts';
import { checkPlanMap } from '../product/supersede.ts';
import { type ApiDefinition, type OrgDefinition, positionName } from './definition.ts';
import type { CatalogFromManifest, CatalogProductFromManifest, FromManifest, Manifest } from './manifest.ts';
import type { Faults, ManifestPath } from './manifest-fault.ts';
import { checkRegistry } from './registry-references.ts';

type CheckReferencesInput = {
  readonly manifest: Manifest;
  readonly current: OrgDefinition;
  readonly desired: OrgDefinition;
  readonly faults: Faults;
};

type Target = 'UserRegistry' | 'OAuthProvider' | 'Backend' | 'RuleSet' | 'Api' | 'Catalog';

const nouns: Record<Target, string> = {
  UserRegistry: 'user registry',
  OAuthProvider: 'OAuth provider',
  Backend: 'back-end',
  RuleSet: 'rule set',
  Api: 'API',
  Catalog: 'catalog',
};

/** Checks that references lead to things in the manifest or the org. The things also have to go together. */
export function checkReferences(input: CheckReferencesInput): void {
  const { lists, positions } = input.manifest;
  for (const registry of lists.UserRegistry ?? []) checkRegistry(input, registry);
  for (const { path, thing } of lists.OAuthProvider ?? [])
    checkAsked(input, thing.userRegistry, [...path, 'userRegistry']);
  for (const api of lists.Api ?? []) checkApi(input, api);
  for (const { path, thing } of lists.Product ?? [])
    checkList(input, 'Api', { names: thing.apis, path: [...path, 'apis'] });
  for (const { path, thing } of lists.Catalog ?? []) {
    checkWebhooks(input, { catalogPath: path, thing });
    checkSecrets(input, { catalogPath: path, thing });
    checkBackends(input, { catalogPath: path, thing });
    checkLintPolicy(input, { catalogPath: path, thing });
    checkSignIn(input, { catalogPath: path, thing });
    checkList(input, 'UserRegistry', { names: thing.userRegistries, path: [...path, 'userRegistries'] });
    checkList(input, 'OAuthProvider', { names: thing.oauthProviders, path: [...path, 'oauthProviders'] });
  }
  // Positions without a copy count as named: their faults were reported.
  const named = new Set(positions.map(({ name }) => name));
  for (const position of positions) checkPosition({ ...input, named }, position);
}

type CheckPositionInput = CheckReferencesInput & { readonly named: ReadonlySet<string> };

function refersTo(
  { desired, manifest, faults }: CheckReferencesInput,
  kind: Target,
  { name, path }: { name: string; path: ManifestPath },
): void {
  if (desired[kind].has(name) || manifest.isBroken(kind, name)) return;
  faults.add(path, `There is no ${nouns[kind]} ${name}: describe it in the manifest.`, 'NOT_FOUND');
}

function checkList(
  input: CheckReferencesInput,
  kind: Target,
  { names, path }: { names: readonly string[]; path: ManifestPath },
): void {
  const seen = new Set<string>();
  names.forEach((name, index) => {
    refersTo(input, kind, { name, path: [...path, index] });
    if (seen.has(name)) input.faults.add([...path, index], `The ${nouns[kind]} ${name} is named twice.`);
    seen.add(name);
  });
}

/** Refuses webhooks whose secret nobody has seen, or that cannot sign in their format. */
function checkWebhooks(
  { current, faults }: CheckReferencesInput,
  { catalogPath, thing: { name: catalog, webhooks = [] } }: CatalogAtPath,
): void {
  const there = new Set(current.Catalog.get(catalog)?.webhooks.map(({ name }) => name));
  const seen = new Set<string>();
  webhooks.forEach(({ name, secret, format }, index) => {
    const path = [...catalogPath, 'webhooks', index];
    if (seen.has(name)) faults.add([...path, 'name'], `${name} is described twice: leave one out.`);
    else if (secret === undefined && !there.has(name))
      faults.add(
        path,
        `The webhook ${name} is new, and secrets are never exported: give its secret, which deliveries are signed with.`,
      );
    else if (secret !== undefined && !there.has(name)) {
      const fault = secretFault(secret, format);
      if (fault !== undefined) faults.add([...path, 'secret'], fault);
    }
    seen.add(name);
  });
}

/** Refuses secrets without a value. */
function checkSecrets(
  { current, faults }: CheckReferencesInput,
  { catalogPath, thing: { name: catalog, secrets = [] } }: CatalogAtPath,
): void {
  const there = new Set(current.Catalog.get(catalog)?.secrets);
  const seen = new Set<string>();
  secrets.forEach(({ name, value }, index) => {
    const path = [...catalogPath, 'secrets', index];
    if (seen.has(name)) faults.add([...path, 'name'], `${name} is described twice: leave one out.`);
    else if (value === undefined && !there.has(name))
      faults.add(path, `The secret ${name} is new, and secrets are never exported: give its value.`);
    seen.add(name);
  });
}

function checkBackends(
  input: CheckReferencesInput,
  { catalogPath, thing: { name: catalog, backends = [] } }: CatalogAtPath,
): void {
  const path = [...catalogPath, 'backends'];
  const secrets = input.desired.Catalog.get(catalog)?.secrets ?? [];
  checkList(input, 'Backend', { names: backends.map(({ name }) => name), path });
  backends.forEach((backend, index) => {
    for (const used of secretsUsedBy(backend))
      if (!secrets.includes(used.name))
        input.faults.add(
          [...path, index, ...used.path],
          `There is no secret ${used.name} in the catalog ${catalog}: describe it in secrets.`,
          'NOT_FOUND',
        );
  });
}

function checkLintPolicy(
  input: CheckReferencesInput,
  { catalogPath, thing: { lintPolicy } }: CatalogAtPath,
): void {
  if (lintPolicy && lintPolicy.ruleSet !== BUILT_IN)
    refersTo(input, 'RuleSet', { name: lintPolicy.ruleSet, path: [...catalogPath, 'lintPolicy', 'ruleSet'] });
}

/** Checks the user registry of an OAuth provider. */
function checkAsked(input: CheckReferencesInput, name: string | null | undefined, path: ManifestPath): void {
  if (name == null) return;
  const type = input.desired.UserRegistry.get(name)?.type;
  if (type !== undefined && !servesOAuth(type)) input.faults.add(path, noOAuthFault(name));
  else refersTo(input, 'UserRegistry', { name, path });
}

function checkSignIn(input: CheckReferencesInput, { catalogPath, thing: { signIn } }: CatalogAtPath): void {
  signIn?.providers.forEach(({ userRegistry: name }, index) => {
    const path = [...catalogPath, 'signIn', 'providers', index, 'userRegistry'];
    const type = input.desired.UserRegistry.get(name)?.type;
    if (type !== undefined && !signsInToPortals(type)) input.faults.add(path, typeFault({ name, type }));
    else refersTo(input, 'UserRegistry', { name, path });
  });
}

type CatalogAtPath = { readonly catalogPath: ManifestPath; readonly thing: CatalogFromManifest };

function checkApi(
  input: CheckReferencesInput,
  { name, path, thing }: { name: string; path: ManifestPath; thing: Omit<ApiDefinition, 'sdl'> },
): void {
  const { current, desired, manifest, faults } = input;
  const before = current.Api.get(name);
  if (before && before.kind !== thing.kind)
    faults.add(path, `${name} is a ${before.kind === 'REST' ? 'REST' : 'GraphQL'} API: its kind stays.`);
  checkApiSecurity(input, { path, thing });
  if (thing.backend !== null) refersTo(input, 'Backend', { name: thing.backend, path: [...path, 'backend'] });
  const { compat } = thing.settings;
  if (compat && !manifest.isBroken('Api', compat.of))
    faults.collect(path, () => checkServingApi(name, compat, desired.Api.get(compat.of)));
  const provider = firstSegment(thing.basePath);
  if (desired.OAuthProvider.has(provider))
    faults.add(
      [...path, 'basePath'],
      `The OAuth provider ${provider} is at the base path ${thing.basePath}: choose another base path.`,
      'NAME_TAKEN',
    );
}

function checkApiSecurity(
  { desired, manifest, faults }: CheckReferencesInput,
  {
    path,
    thing,
  }: {
    path: ManifestPath;
    thing: Pick<ApiDefinition, 'security' | 'securityDefinitions' | 'settings'>;
  },
): void {
  const providers = thing.securityDefinitions.flatMap((each) =>
    each.type === 'OAUTH2' ? [each.oauthProvider] : [],
  );
  const registries = thing.securityDefinitions.flatMap((each) =>
    each.type === 'HTTP_BASIC' ? [each.userRegistry] : [],
  );
  if (providers.some((provider) => manifest.isBroken('OAuthProvider', provider))) return;
  if (registries.some((registry) => manifest.isBroken('UserRegistry', registry))) return;
  faults.collect(path, () =>
    checkSecurity(
      { ...thing, ...thing.settings },
      {
        scopesOf: (provider) => desired.OAuthProvider.get(provider)?.scopes.map(({ name }) => name),
        registryType: (registry) => desired.UserRegistry.get(registry)?.type,
      },
    ),
  );
}

function checkPosition(
  input: CheckPositionInput,
  { path: positionPath, name, thing }: FromManifest<CatalogProductFromManifest>,
): void {
  const { faults } = input;
  thing.copy?.apis.forEach((api, index) => {
    if (typeof api === 'string') return;
    const path = [...positionPath, 'copy', 'apis', index];
    checkApiSecurity(input, { path, thing: api });
    // What is retired may name one that is gone.
    if (api.backend !== null && !['RETIRED', 'ARCHIVED'].includes(thing.state))
      refersTo(input, 'Backend', { name: api.backend, path: [...path, 'backend'] });
  });
  const { sunsetAt, sunsetIfIdleDays, state } = thing;
  if (sunsetIfIdleDays !== null && sunsetAt === null)
    faults.add([...positionPath, 'sunsetIfIdleDays'], 'It needs sunsetAt: say when the sunset is.');
  if (sunsetAt !== null && state !== 'DEPRECATED')
    faults.add(
      [...positionPath, 'sunsetAt'],
      `A product that is ${state} has no sunset: leave sunsetAt out.`,
    );
  checkMigrationTarget(input, { path: positionPath, name, thing });
}

function checkMigrationTarget(
  input: CheckPositionInput,
  { path: positionPath, name, thing }: FromManifest<CatalogProductFromManifest>,
): void {
  const { desired, manifest, named, faults } = input;
  const { migrationTarget, catalog, product } = thing;
  if (!migrationTarget) return;
  const targetName = positionName({ catalog, product: migrationTarget.product });
  const [old, target] = [desired.CatalogProduct.get(name), desired.CatalogProduct.get(targetName)];
  const path: ManifestPath = [...positionPath, 'migrationTarget'];
  const isBroken =
    [name, targetName].some((each) => manifest.isBroken('CatalogProduct', each)) ||
    [product, migrationTarget.product].some((each) => manifest.isBroken('Product', each));
  if (migrationTarget.product === product)
    faults.add([...path, 'product'], `${product} cannot be its own migration target: name another product.`);
  else if (target && old && !isBroken)
    faults.collect(path, () =>
      checkPlanMap({
        old: { ...readVersionedName(product), plans: old.copy.plans },
        new: { ...readVersionedName(migrationTarget.product), plans: target.copy.plans },
        plans: migrationTarget.plans,
      }),
    );
  else if (!target && !isBroken && !named.has(targetName))
    faults.add(
      [...path, 'product'],
      `${migrationTarget.product} is not in the catalog ${catalog}: list it there.`,
      'NOT_FOUND',
    );
}
