import type { PlanMapping } from '../../../../domain/plan/plan.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { readVersionedName, versionedName } from '../../../../foundation/text/version.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import type {
  Catalog,
  CatalogApi,
  CatalogProduct,
  ChangeWave,
} from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../../../infrastructure/database/json-columns.ts';
import type { Proposal } from '../proposed-mutation.ts';
import type { WavePlan } from './wave-input.ts';
import type { WaveProduct } from './wave-moves.ts';

/** A mutation that moves subscriptions in waves, as its proposal names it. */
export type WaveMutation = {
  readonly action: 'SUPERSEDE' | 'REPLACE' | 'MIGRATE';
  readonly catalog: string;
  readonly old: string;
  /** Null where the old product has lost its migration target. */
  readonly new: string | null;
  readonly plans: readonly PlanMapping[];
  /** The subscriptions that it is about; null for all of the old product. */
  readonly subscriptions: readonly string[] | null;
  readonly sunsetAt: Date | null;
  readonly sunsetIfIdleDays: number | null;
};

/** Inputs of the mutations, which are valid: they were rehearsed. */
type SuccessionInput = Pick<WaveMutation, 'catalog' | 'old' | 'new' | 'plans'> & {
  readonly sunsetAt?: string;
  readonly sunsetIfIdleDays?: number;
};
type MigrationInput = {
  readonly catalog: string;
  readonly product: string;
  readonly subscriptions?: readonly string[] | null;
};

/** Reads what a proposal moves in waves. A migration follows the offer of the old product. */
export async function waveMutationOf(
  transaction: Pick<Transaction, 'catalogProduct'>,
  orgId: string,
  { mutation, input }: Proposal,
): Promise<WaveMutation> {
  if (mutation === 'migrateSubscriptions')
    return migrationOf(transaction, orgId, input as unknown as MigrationInput);
  const { catalog, old, new: successor, plans, ...end } = input as unknown as SuccessionInput;
  return {
    action: mutation === 'replaceProduct' ? 'REPLACE' : 'SUPERSEDE',
    catalog,
    old,
    new: successor,
    plans: plans.map(({ source, target }) => ({ source, target })),
    subscriptions: null,
    sunsetAt: end.sunsetAt == null ? null : new Date(end.sunsetAt),
    sunsetIfIdleDays: end.sunsetIfIdleDays ?? null,
  };
}

async function migrationOf(
  { catalogProduct }: Pick<Transaction, 'catalogProduct'>,
  orgId: string,
  { catalog, product, subscriptions }: MigrationInput,
): Promise<WaveMutation> {
  const source = await catalogProduct.findFirst({
    where: { catalog: { orgId, name: catalog }, ...readVersionedName(product) },
    select: { migrationPlans: true, migrationTarget: { select: { name: true, version: true } } },
  });
  return {
    action: 'MIGRATE',
    catalog,
    old: product,
    new: source?.migrationTarget ? versionedName(source.migrationTarget) : null,
    plans: stored<PlanMapping[] | null>(source?.migrationPlans ?? null) ?? [],
    subscriptions: subscriptions ?? null,
    sunsetAt: null,
    sunsetIfIdleDays: null,
  };
}

/** A product with its plans, and the names of its APIs. */
type ProductInWaves = CatalogProduct &
  WaveProduct & { readonly apis: readonly Pick<CatalogApi, 'name' | 'version'>[] };

/** Both products of a change in waves, in their catalog. */
export type WavePair = {
  readonly catalog: Catalog;
  readonly old: ProductInWaves;
  readonly successor: ProductInWaves;
};

/** Reads both products by their names; undefined where one is gone. */
export async function wavePairOf(
  { catalog: catalogs, catalogProduct }: Pick<Transaction, 'catalog' | 'catalogProduct'>,
  orgId: string,
  named: Pick<WaveMutation, 'catalog' | 'old' | 'new'>,
): Promise<WavePair | undefined> {
  const catalog = await catalogs.findUnique({ where: { orgId_name: { orgId, name: named.catalog } } });
  if (!catalog || named.new === null) return undefined;
  const [old, successor] = await Promise.all(
    [named.old, named.new].map((product) =>
      catalogProduct.findUnique({
        where: { catalogId_name_version: { catalogId: catalog.id, ...readVersionedName(product) } },
        include: { plans: true, apis: { select: { name: true, version: true } } },
      }),
    ),
  );
  return old && successor ? { catalog, old, successor } : undefined;
}

/** The names of the APIs of a product, as usage has them. */
export const apiNames = ({ apis }: Pick<ProductInWaves, 'apis'>): string[] => apis.map(versionedName);

/** The waves of a request, the first first. */
export const wavesOf = (
  { changeWave }: Pick<Transaction, 'changeWave'>,
  changeRequestId: string,
): Promise<ChangeWave[]> => changeWave.findMany({ where: { changeRequestId }, orderBy: { number: 'asc' } });

/** The wave that is watched. */
export const runningWave = (waves: readonly ChangeWave[]): ChangeWave =>
  waves.find(({ state }) => state === 'RUNNING') ?? refuse('CONFLICT', { path: ['input', 'number'] });

/** The columns of the waves of a new request. */
export const rolloutColumns = ({ waves, haltIf }: WavePlan) => ({
  haltIf: toStore(haltIf),
  waves: {
    create: waves.map(({ percent, subscriptions, applications, consumerOrgs, groups, minutes }, index) => ({
      number: index + 1,
      percent,
      subscriptions: [...subscriptions],
      applications: [...applications],
      consumerOrgs: [...consumerOrgs],
      groups: [...groups],
      minutes,
      state: 'WAITING',
    })),
  },
});
