// What one org makes gateways note leaves room for what is noted of another.
import { describe, expect, it } from 'vitest';
import { ContractDrifts } from '../../../src/data-plane/recorded/contract-drifts.ts';
import { type RefusedCall, RefusedCalls } from '../../../src/data-plane/recorded/refused-calls.ts';

/** A database that keeps the rows of the first statement. */
function world() {
  let rows: Record<string, unknown>[] | undefined;
  const query = async (_text: string, values: readonly unknown[] = []) => {
    rows ??= JSON.parse(`${values[0]}`);
    return [];
  };
  return { deps: { database: { query } as never, clock: () => new Date(0) }, rows: () => rows ?? [] };
}

describe('a flood of one org', () => {
  it('of refused calls, from many applications and catalogs, displaces none of another org', async () => {
    const { deps, rows } = world();
    const calls = new RefusedCalls(deps);
    const note = (catalogId: string, applicationId: string | null) =>
      calls.note({ requestId: catalogId, catalogId, applicationId } as RefusedCall);
    note('vic', 'application');
    note('vic', null);
    for (let at = 0; at < 6_000; at += 1) note(`eve ${at % 20}`, at % 2 ? `application ${at % 400}` : null);
    await calls.write();
    expect(rows()).toHaveLength(2_000);
    expect(rows().filter(({ catalogId }) => catalogId === 'vic')).toHaveLength(2);
  });

  it('of calls that break documents, each in another way, leaves room for those of another org', async () => {
    const { deps, rows } = world();
    const drifts = new ContractDrifts(deps);
    const note = (orgId: string, at: number) =>
      drifts.note({
        orgId,
        catalogId: `${orgId} ${at % 20}`,
        api: 'customer:1.0.0',
        side: 'REQUEST',
        operation: 'POST /customers',
        pointer: `/body/${at}`,
        keyword: 'type',
      });
    for (let at = 0; at < 6_000; at += 1) note('eve', at);
    note('vic', 0);
    await drifts.write();
    expect(rows().at(-1)).toMatchObject({ catalogId: 'vic 0', pointer: '/body/0', calls: 1 });
    expect(rows()).toHaveLength(2_001);
  });
});
