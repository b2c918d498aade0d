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
import { toStore } from '../../../../infrastructure/database/json-columns.ts';
import type { WavePlan } from './wave-input.ts';
import type { WaveProduct } from './wave-moves.ts';

/** The input of a mutation that moves subscriptions in waves, as its proposal keeps it. */
export type WaveMutation = {
  readonly action: 'SUPERSEDE' | 'REPLACE';
  readonly catalog: string;
  readonly old: string;
  readonly new: string;
  readonly plans: readonly PlanMapping[];
  readonly sunsetAt: Date | null;
  readonly sunsetIfIdleDays: number | null;
};

/** Reads the input, which is valid: it was rehearsed. */
export function waveMutationOf(mutation: string, input: Readonly<Record<string, unknown>>): WaveMutation {
  const { sunsetAt, ...rest } = input as Omit<WaveMutation, 'action' | 'sunsetAt'> & { sunsetAt?: string };
  return {
    ...rest,
    plans: rest.plans.map(({ source, target }) => ({ source, target })),
    action: mutation === 'replaceProduct' ? 'REPLACE' : 'SUPERSEDE',
    sunsetAt: sunsetAt == null ? null : new Date(sunsetAt),
    sunsetIfIdleDays: rest.sunsetIfIdleDays ?? null,
  };
}

/** A product with its plans, and the names of its APIs. */
export type ProductInWaves = CatalogProduct &
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
  if (!catalog) return undefined;
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
    create: waves.map(({ percent, subscriptions, applications, consumerOrgs, minutes }, index) => ({
      number: index + 1,
      percent,
      subscriptions: [...subscriptions],
      applications: [...applications],
      consumerOrgs: [...consumerOrgs],
      minutes,
      state: 'WAITING',
    })),
  },
});
