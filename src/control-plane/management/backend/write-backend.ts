import { type BackendSettings, takesCalls } from '../../../domain/backend/backend.ts';
import type { TargetHealth } from '../../../domain/backend/health-check.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { healthColumns } from './catalog-backend.ts';

type BackendKey = { readonly catalogId: string; readonly backendId: string };
type WrittenBackend = { readonly settings: BackendSettings; readonly at: Date };

/**
 * Writes the settings of a back-end in a catalog.
 *
 * @returns the health of its targets; without a health check, of those that get calls
 */
export async function writeBackend(
  transaction: Transaction,
  key: BackendKey,
  { settings, at }: WrittenBackend,
): Promise<TargetHealth[]> {
  const { id } = await transaction.catalogBackend.upsert({
    where: { catalogId_backendId: key },
    create: { ...key, settings: toStore(settings) },
    update: { settings: toStore(settings) },
  });
  return noteTargets(transaction, id, { settings, at });
}

/** Notes which targets of a back-end get calls, and since when. */
export async function noteTargets(
  { targetHealth }: Transaction,
  catalogBackendId: string,
  { settings, at }: WrittenBackend,
): Promise<TargetHealth[]> {
  const urls = settings.targets.filter(takesCalls).map(({ url }) => url);
  await targetHealth.deleteMany({ where: { catalogBackendId, url: { notIn: urls } } });
  const kept = await targetHealth.findMany({ where: { catalogBackendId }, select: healthColumns });
  const added = urls.filter((url) => !kept.some((each) => each.url === url));
  if (added.length === 0) return kept;
  await targetHealth.createMany({ data: added.map((url) => ({ catalogBackendId, url, since: at })) });
  return targetHealth.findMany({ where: { catalogBackendId }, select: healthColumns });
}
