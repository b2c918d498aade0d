import { isDeepStrictEqual } from 'node:util';
import { logoUrl } from '../../../domain/branding/logo.ts';
import type { ApiDefinition, Definitions, Kind } from '../../../domain/manifest/definition.ts';
import { faultOf } from '../../../domain/manifest/manifest-fault.ts';
import type { ManifestStep, StepOf } from '../../../domain/manifest/plan-manifest.ts';
import { keepsSecret } from '../../../domain/oauth/registry-secret.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { withinDocuments } from '../../../infrastructure/database/check-quota.ts';
import { userRegistryTypeNamed } from '../../../infrastructure/user-registries/types.ts';
import { refuseTakenByApi } from '../address.ts';
import { draftNamed } from '../api/api.ts';
import { createApi } from '../api/create.ts';
import { deleteApi } from '../api/delete.ts';
import { updateApi } from '../api/update.ts';
import { refuseBreaks } from '../api/version-breaks.ts';
import { deleteBackend } from '../backend/backend.ts';
import {
  createGraphQLServer,
  deleteGraphQLServer,
  updateGraphQLServer,
} from '../graphql-server/server-changes.ts';
import { NeededDocuments } from '../lint/linting-first.ts';
import { deleteRuleSet } from '../lint/rule-set.ts';
import { issuerOf } from '../oauth/external-issuer.ts';
import { deleteOAuthProvider, oauthProviderNamed } from '../oauth/provider.ts';
import {
  checkRegistryGrants,
  columnsOf,
  firstSigningKeys,
  refuseOtherType,
  refuseScopeLoss,
  registryId,
} from '../oauth/provider-settings.ts';
import { keepSecret, settingsColumns } from '../oauth/registry-settings.ts';
import { followSettings } from '../oauth/signing-key.ts';
import { deleteUserRegistry } from '../oauth/user-registry.ts';
import { createDraft, findApis, findDraft } from '../product/draft.ts';
import { updateProduct } from '../product/edit.ts';
import { refuseLostMeters } from '../product/metered-limits.ts';
import { checkQuotas } from './quotas.ts';
import { StepRefused } from './step-refused.ts';
import { checkAssignments, pruneCatalog, writeCatalog } from './write-catalog.ts';
import type { WriteContext } from './write-context.ts';
import { beginPosition, finishPosition, removePosition } from './write-position.ts';

type Writer<K extends Kind> = (context: WriteContext, step: StepOf<K>) => Promise<unknown>;

/** One round of writing, with its writer for each kind. Positions depend on each other, so they take several rounds. */
type Round = { readonly [K in Kind]?: Writer<K> };

const rounds: readonly Round[] = [
  {
    Org: ({ transaction, orgId }, { after }) =>
      transaction.org.update({ where: { id: orgId }, data: { ...after } }),
    UserRegistry: upsertWriter(writeRegistry),
    OAuthProvider: upsertWriter(writeProvider),
    Backend: upsertWriter(writeBackendItself),
    RuleSet: upsertWriter(writeRuleSet),
    Api: upsertWriter(writeApi),
    Product: upsertWriter(writeProduct),
    Catalog: upsertWriter(writeCatalog),
    CatalogProduct: beginPosition,
    GraphQLServer: upsertWriter(writeServer),
  },
  { CatalogProduct: finishPosition },
  {
    UserRegistry: deleteWriter((transaction, where) => deleteUserRegistry(transaction, where)),
    OAuthProvider: deleteWriter((transaction, where) => deleteOAuthProvider(transaction, where)),
    Backend: deleteWriter(deleteBackend),
    RuleSet: deleteWriter(deleteRuleSet),
    Api: deleteWriter((transaction, { name, ...where }) => deleteApi(transaction, { ...where, api: name })),
    Product: deleteWriter(async (transaction, { orgId, name: product }) => {
      const { id } = await findDraft(transaction, { orgId, product });
      await transaction.product.delete({ where: { id } });
    }),
    Catalog: deleteWriter(pruneCatalog),
    GraphQLServer: deleteWriter(deleteGraphQLServer),
    CatalogProduct: async (context, step) => step.action === 'DELETE' && removePosition(context, step),
  },
  {
    // Asked last: an API may have given up the scope that its provider has lost.
    OAuthProvider: async ({ transaction, orgId }, { name, after }) =>
      after && refuseScopeLoss(transaction, { orgId, provider: name, scopes: after.scopes }),
    Api: async (context, step) => {
      await checkMeters(context, step);
      await checkBreaks(context, step);
    },
    // An API may have come to other security definitions, or its provider to another registry.
    Catalog: checkAssignments,
  },
];

/**
 * Carries out the steps of a manifest in their order.
 *
 * @throws StepRefused for the thing whose step is refused; LintNeeded with all documents that are new to their rules
 */
export async function writeSteps(context: WriteContext, steps: readonly ManifestStep[]): Promise<void> {
  if (steps.length === 0) return;
  await checkQuotas(context, steps);
  await withinDocuments(context.transaction, context.orgId, async () => {
    for (const round of rounds) {
      const needed = new NeededDocuments();
      for (const step of steps) await needed.gather(() => write(context, round, step));
      needed.throwAny();
    }
  });
}

async function write<K extends Kind>(context: WriteContext, round: Round, step: StepOf<K>): Promise<void> {
  const writer = round[step.kind as K] as Writer<K> | undefined;
  try {
    await writer?.(context, step);
  } catch (error) {
    throw error instanceof Refusal ? new StepRefused(faultOf(error, step.path)) : error;
  }
}

function upsertWriter<K extends Kind>(
  writer: (
    context: WriteContext,
    after: Definitions[K],
    before: Definitions[K] | undefined,
  ) => Promise<unknown>,
): Writer<K> {
  return async (context, { after, before }) =>
    after && writer(context, after as Definitions[K], before as Definitions[K]);
}

type NamedItem = { readonly orgId: string; readonly name: string; readonly path: readonly string[] };

function deleteWriter<K extends Kind>(
  remove: (transaction: Transaction, where: NamedItem) => Promise<void>,
): Writer<K> {
  return async ({ transaction, orgId }, { action, name }) =>
    action === 'DELETE' && remove(transaction, { orgId, name, path: ['input'] });
}

async function writeRegistry(
  { transaction, orgId, secrets, registrySecrets }: WriteContext,
  registry: Definitions['UserRegistry'],
  before: Definitions['UserRegistry'] | undefined,
) {
  const where = { orgId_name: { orgId, name: registry.name } };
  const type = userRegistryTypeNamed(registry.type);
  const data = { ...registry, type, ...settingsColumns(registry) };
  const { id } = before
    ? await transaction.userRegistry.update({ where, data })
    : await transaction.userRegistry.create({ data: { ...data, orgId } });
  const isKept = before && keepsSecret(before, registry);
  const secret = isKept ? undefined : registrySecrets.get(registry.name);
  await keepSecret(transaction, { id, holder: registry, secret }, secrets);
}

async function writeProvider(
  context: WriteContext,
  { userRegistry, name, title, ...settings }: Definitions['OAuthProvider'],
  before: unknown,
) {
  const { transaction, orgId } = context;
  const userRegistryId = (await registryId(transaction, { orgId, userRegistry })) ?? null;
  await checkRegistryGrants(transaction, { userRegistryId, grantTypes: settings.grantTypes });
  const data = { title, ...columnsOf(settings), userRegistryId };
  if (before) {
    const stored = await oauthProviderNamed(transaction, { orgId, name, path: ['input', 'name'] });
    refuseOtherType(issuerOf(stored), settings.issuer);
    if (!settings.issuer) await followSettings(transaction, { before: stored, after: settings }, context);
    return transaction.oAuthProvider.update({ where: { id: stored.id }, data });
  }
  await refuseTakenByApi(transaction, { orgId, address: name, path: ['input', 'name'] });
  const signingKeys = await firstSigningKeys(settings, context);
  return transaction.oAuthProvider.create({ data: { ...data, orgId, name, signingKeys } });
}

async function writeRuleSet(
  { transaction, orgId }: WriteContext,
  ruleSet: Definitions['RuleSet'],
  before: Definitions['RuleSet'] | undefined,
) {
  const { name } = ruleSet;
  return before
    ? transaction.ruleSet.update({ where: { orgId_name: { orgId, name } }, data: ruleSet })
    : transaction.ruleSet.create({ data: { ...ruleSet, orgId } });
}

async function writeBackendItself(
  { transaction, orgId }: WriteContext,
  backend: Definitions['Backend'],
  before: unknown,
) {
  const { name } = backend;
  return before
    ? transaction.backend.update({ where: { orgId_name: { orgId, name } }, data: backend })
    : transaction.backend.create({ data: { ...backend, orgId } });
}

async function writeApi({ transaction, orgId }: WriteContext, api: ApiDefinition, before: unknown) {
  if (!before) return createApi(transaction, { ...api, orgId });
  const row = await draftNamed(transaction, { orgId, api: versionedName(api), path: ['input', 'name'] });
  return updateApi(transaction, row, api);
}

/** @throws IN_USE */
async function checkMeters(
  { transaction, orgId }: WriteContext,
  { before, after }: StepOf<'Api'>,
): Promise<void> {
  if (!after || !before?.settings.meters) return;
  const api = versionedName(after);
  const { id: apiId } = await draftNamed(transaction, { orgId, api, path: ['input', 'name'] });
  await refuseLostMeters(transaction, { apiId, path: ['input', 'meters'] });
}

/**
 * Decision: versions of an API that is new to the org are not checked. All of them come together, as they were
 * accepted elsewhere.
 *
 * @throws VERSION_BREAKS
 */
async function checkBreaks(
  { transaction, orgId, knownApis, accepted }: WriteContext,
  { before, after }: StepOf<'Api'>,
): Promise<void> {
  if (!after || !knownApis.has(after.name)) return;
  const isSameDocument = before?.sdl === after.sdl && before?.openapi === after.openapi;
  const { operationSecurity } = after.settings;
  if (isSameDocument && isDeepStrictEqual(before?.settings.operationSecurity, operationSecurity)) return;
  const ofDocument = after.kind === 'REST' ? 'openapi' : 'graphqlUrl';
  const path = ['input', isSameDocument ? 'operationSecurity' : ofDocument];
  const draft = await draftNamed(transaction, { orgId, api: versionedName(after), path: ['input', 'name'] });
  await refuseBreaks(transaction, draft, { accepted, path });
}

async function writeProduct(
  { transaction, orgId }: WriteContext,
  product: Definitions['Product'],
  before: unknown,
) {
  const { name, version, apis, plans, words } = product;
  if (before)
    return updateProduct(transaction, orgId, {
      ...product,
      ...words,
      tags: [...words.tags],
      links: [...words.links],
      releaseNotes: words.releaseNotes ?? null,
      icon: words.icon ? logoUrl(words.icon) : null,
      product: `${name}:${version}`,
      apis: [...apis],
      plans: [...plans],
    });
  return createDraft(transaction, {
    ...product,
    orgId,
    apis: await findApis(transaction, { orgId, apis }),
  });
}

/** Writes a GraphQL server. A change of its title or policies alone does not build it again. */
async function writeServer(
  { transaction, orgId }: WriteContext,
  { name, title, exposed, sources, policies }: Definitions['GraphQLServer'],
  before: Definitions['GraphQLServer'] | undefined,
) {
  if (!before) return createGraphQLServer(transaction, { orgId, name, title, exposed, sources, policies });
  const changes = {
    title,
    exposed: before.exposed === exposed ? undefined : exposed,
    sources: isDeepStrictEqual(before.sources, sources) ? undefined : sources,
    policies: isDeepStrictEqual(before.policies, policies) ? undefined : policies,
  };
  return updateGraphQLServer(transaction, { orgId, name, path: ['input', 'name'] }, changes);
}
