import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { Drifting } from '../../../domain/product/lifecycle-warning.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';

/** Days in which drift was found that is warned of. */
const DAYS = 7;
const DAY_MS = 86_400_000;
/** Ways that a warning names. */
const NAMED_MAX = 3;
const READ_MAX = 2_000;

type HeldApi = VersionedName & { readonly settings: unknown };

/**
 * Finds the APIs whose back-ends lately broke their documents, in any catalog of the org.
 *
 * Nothing is asked where no API has a contract.
 */
export async function driftingApis(
  { contractDrift }: Pick<Transaction, 'contractDrift'>,
  apis: readonly HeldApi[],
  { orgId, now }: { readonly orgId: string; readonly now: Date },
): Promise<ReadonlyMap<string, Drifting>> {
  const held = apis.filter(({ settings }) => stored<ApiSettings>(settings as never).contract);
  if (held.length === 0) return new Map();
  const rows = await contractDrift.findMany({
    where: {
      catalog: { orgId },
      api: { in: held.map(versionedName) },
      side: 'ANSWER',
      lastAt: { gte: new Date(now.getTime() - DAYS * DAY_MS) },
    },
    orderBy: [{ calls: 'desc' }, { operation: 'asc' }, { pointer: 'asc' }],
    take: READ_MAX,
  });
  const drifting = new Map<string, Drifting>();
  for (const { api, operation, pointer, keyword, calls } of rows) {
    const known = drifting.get(api) ?? { days: DAYS, ways: 0, calls: 0, first: [] };
    const way = `${operation} ${pointer} (${keyword})`;
    const isNamed = known.first.length < NAMED_MAX && !known.first.includes(way);
    drifting.set(api, {
      days: DAYS,
      ways: known.ways + 1,
      calls: known.calls + Number(calls),
      first: isNamed ? [...known.first, way] : known.first,
    });
  }
  return drifting;
}
