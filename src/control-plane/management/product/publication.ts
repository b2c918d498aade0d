import { defaultPlan } from '../../../domain/plan/plan.ts';
import {
  nextState,
  type Position,
  type ProductState,
  type StateTransition,
  servingStates,
} from '../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import { NO_WORDS } from '../../../domain/product/product-words.ts';
import { refuse } from '../../../foundation/errors.ts';
import { readVersionedName, type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { withinDocuments } from '../../../infrastructure/database/check-quota.ts';
import type {
  Api,
  Catalog,
  CatalogProduct,
  Subscribability,
  Visibility,
} from '../../../infrastructure/database/generated/prisma/client.ts';
import { storedPlan } from '../../../infrastructure/database/stored-plan.ts';
import { heldToRules, type RuledCatalog } from '../lint/held-to-rules.ts';
import { type CopySettings, type CopySource, copyToCatalog } from './catalog-copy.ts';
import { createDraft, draftOf } from './draft.ts';

export type Publication = {
  readonly catalog: RuledCatalog & Pick<Catalog, 'id'>;
  readonly product: VersionedName;
  readonly action: 'STAGE' | 'PUBLISH';
  /** The source of the copy; the draft unless given. */
  readonly copy?: CopySource;
  /** The draft's unless given. */
  readonly visibility?: Visibility | null | undefined;
  readonly subscribability?: Subscribability | null | undefined;
};

/** A product as it was staged or published. */
type Published = {
  readonly product: CatalogProduct;
  /** Its APIs, in their order. */
  readonly apis: readonly Pick<Api, 'name' | 'version' | 'basePath'>[];
  readonly transition: StateTransition;
  readonly warnings: readonly LifecycleWarning[];
};

/**
 * Stages or publishes a product in a catalog as a fixed copy of its draft. A copy that is there is replaced.
 * (spec.md: "re-staging after edits updates the staged version")
 *
 * Decision: publishing copies the draft as staging does, from any state. Where the draft was deleted since, the
 * existing copy is published, or staged when it was retired, as it is.
 *
 * @throws NOT_FOUND, TRANSITION_REFUSED, IN_USE (the draft lacks a plan that is needed), RULES_BROKEN
 */
export async function copyIntoCatalog(
  transaction: Transaction,
  publication: Publication,
): Promise<Published> {
  const { catalog, product: named, action } = publication;
  const { id: catalogId, orgId } = catalog;
  const draft = publication.copy ?? (await sourceOf(transaction, { orgId, product: named }));
  const copy = await transaction.catalogProduct.findUnique({
    where: { catalogId_name_version: { catalogId, name: named.name, version: named.version } },
    include: {
      apis: { orderBy: { position: 'asc' }, select: { name: true, version: true, basePath: true } },
    },
    relationLoadStrategy: 'join',
  });
  const from = copy?.state ?? null;
  const to = nextState(named, from, action);
  const apis = draft ? draft.apis.map(({ api }) => api) : (copy?.apis ?? []);
  const served = await servedIn(transaction, catalogId, apis);
  const product = draft
    ? await copyToCatalog(transaction, {
        catalogId,
        draft,
        settings: settingsOf(publication, { from, to }),
        isNew: copy === null,
      })
    : await copyCurrentDraft(transaction, copy, publication);
  if (to === 'PUBLISHED') await takeOnline(transaction, product, served);
  const warnings = await heldToRules(transaction, catalog, {
    id: product.id,
    to: action === 'PUBLISH' ? 'PUBLISHED' : 'STAGED',
  });
  return { product, apis, transition: { product: versionedName(named), from, to }, warnings };
}

/** Reads the draft of a product as the source of a copy. */
async function sourceOf(
  transaction: Transaction,
  named: { readonly orgId: string; readonly product: VersionedName },
): Promise<CopySource | undefined> {
  const draft = await draftOf(transaction, named);
  return draft && { ...draft, plans: draft.plans.map(storedPlan) };
}

/** Copies a product within the quota of documents, where nothing else is written. @throws QUOTA_EXCEEDED as well */
export const copyWithinQuota = (transaction: Transaction, publication: Publication) =>
  withinDocuments(transaction, publication.catalog.orgId, () => copyIntoCatalog(transaction, publication));

/**
 * Settings of a copy that is staged or published. Its dates and migration target go, since it is no longer on its way
 * out.
 */
function settingsOf(
  { visibility, subscribability }: Publication,
  { from, to }: { from: Position; to: ProductState },
): CopySettings {
  return {
    state: to,
    ...(visibility != null && { visibility }),
    ...(subscribability != null && { subscribability }),
    ...((from === 'DEPRECATED' || from === 'RETIRED') && {
      deprecatedAt: null,
      sunsetAt: null,
      sunsetIfIdleDays: null,
      retiredAt: null,
      successorId: null,
      migrationTargetId: null,
      migrationPlans: [],
    }),
  };
}

function copyCurrentDraft(
  transaction: Transaction,
  copy: CatalogProduct | null,
  publication: Publication,
): Promise<CatalogProduct> {
  if (!copy || (publication.action === 'STAGE' && copy.state === 'STAGED'))
    refuse('NOT_FOUND', {
      detail: `There is no product ${versionedName(publication.product)}: create it first.`,
      path: ['input', 'product'],
    });
  return transaction.catalogProduct.update({
    where: { id: copy.id },
    data: settingsOf(publication, {
      from: copy.state,
      to: publication.action === 'STAGE' ? 'STAGED' : 'PUBLISHED',
    }),
  });
}

/** APIs that a catalog serves, `name:version` each, and whether they are Online. */
export type ServedApis = ReadonlyMap<string, boolean>;

export async function servedIn(
  transaction: Transaction,
  catalogId: string,
  apis: readonly VersionedName[],
): Promise<ServedApis> {
  const copies = await transaction.catalogApi.findMany({
    where: {
      OR: apis.map(({ name, version }) => ({ name, version })),
      catalogProduct: { catalogId, state: { in: [...servingStates] } },
    },
    orderBy: { online: 'asc' },
    select: { name: true, version: true, online: true },
  });
  return new Map(copies.map(({ online, ...api }) => [versionedName(api), online]));
}

/**
 * Takes the APIs of a product that is published Online. (architecture.md, "publishing a product takes its APIs Online")
 * One that the catalog served before is as it was there. ("`setApiOnline(false)` answers 503 until it is switched back")
 *
 * Decision: a GraphQL proxy API is at first Offline. spec.md leaves Activate API unselected for it, and needs it switched
 * on to be tested.
 */
export async function takeOnline(
  transaction: Transaction,
  { id: catalogProductId }: Pick<CatalogProduct, 'id'>,
  served: ServedApis,
): Promise<void> {
  const known = [...served].map(([api, online]) => ({ ...readVersionedName(api), online }));
  await transaction.catalogApi.updateMany({
    where: {
      catalogProductId,
      online: false,
      OR: [
        ...known.filter(({ online }) => online).map(({ name, version }) => ({ name, version })),
        { kind: 'REST', NOT: { OR: known.map(({ name, version }) => ({ name, version })) } },
      ],
    },
    data: { online: true },
  });
}

type OwnProduct = Pick<Publication, 'catalog'> & { readonly apiId: string };

/**
 * Publishes an API in a product of its own, and takes it Online. The product has the name, title and version of the
 * API, and Default Plan. (spec.md, API online state: "publishes the API automatically")
 *
 * Decision: where the name is taken by another product, `-api` is appended to it.
 *
 * @throws NAME_TAKEN when that is taken too
 */
export async function publishApiOnItsOwn(
  transaction: Transaction,
  { catalog, apiId }: OwnProduct,
): Promise<void> {
  const { orgId } = catalog;
  const api = await transaction.api.findUniqueOrThrow({ where: { id: apiId } });
  const name = await nameFor(transaction, api, catalog.id);
  const named = { name, version: api.version };
  if (!(await draftOf(transaction, { orgId, product: named })))
    await createDraft(transaction, {
      ...named,
      orgId,
      title: api.title,
      apis: [api],
      plans: [defaultPlan],
      visibility: 'PUBLIC',
      subscribability: 'AUTHENTICATED',
      words: NO_WORDS,
    });
  const { product } = await copyWithinQuota(transaction, { catalog, product: named, action: 'PUBLISH' });
  await transaction.catalogApi.updateMany({
    where: { catalogProductId: product.id },
    data: { online: true },
  });
}

/** Finds a name that no other product has. An API's own product in another catalog may share its name. */
async function nameFor(transaction: Transaction, api: Api, catalogId: string): Promise<string> {
  const { version, orgId } = api;
  for (const name of [api.name, `${api.name.slice(0, 59).replace(/-+$/, '')}-api`]) {
    const draft = await draftOf(transaction, { orgId, product: { name, version } });
    const isOwn = draft?.apis.length === 1 && draft.apis[0]?.apiId === api.id;
    const copy = await transaction.catalogProduct.findFirst({ where: { catalogId, name, version } });
    if (!copy && (!draft || isOwn)) return name;
  }
  return refuse('NAME_TAKEN', {
    detail: `Products with the name of ${versionedName(api)} exist already: put the API into one and publish that.`,
    path: ['input', 'api'],
  });
}
