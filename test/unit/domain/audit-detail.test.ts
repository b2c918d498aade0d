import { describe, expect, it } from 'vitest';
import { detailWithRows } from '../../../src/domain/events/audit-detail.ts';

const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const api = (columns: object) => ({ key: 'API shop:1.0.0', ...columns });

describe('the detail of an audit event', () => {
  it('has of a changed row what differs, of a new and a deleted one all, and of an equal one nothing', () => {
    const notes = lines(
      { before: api({ title: 'Shop', kind: 'REST' }), after: api({ title: 'The shop', kind: 'REST' }) },
      { before: null, after: { key: 'plan gold', rateLimit: null } },
      { before: { key: 'plan free', rateLimit: 5 }, after: null },
      { before: { key: 'org acme', title: 'Acme' }, after: { key: 'org acme', title: 'Acme' } },
    );
    expect(detailWithRows(undefined, notes, 'a')).toEqual({
      before: { 'API shop:1.0.0': { title: 'Shop' }, 'plan gold': null, 'plan free': { rateLimit: 5 } },
      after: { 'API shop:1.0.0': { title: 'The shop' }, 'plan gold': { rateLimit: null }, 'plan free': null },
    });
  });

  it('tells of a row that was changed several times the first and the last', () => {
    const notes = lines(
      { before: null, after: api({ title: 'A' }) },
      { before: api({ title: 'A' }), after: api({ title: 'B' }) },
      { before: null, after: { key: 'plan gold' } },
      { before: { key: 'plan gold' }, after: null },
    );
    expect(detailWithRows({ from: 'x' }, notes, 'a')).toEqual({
      from: 'x',
      before: { 'API shop:1.0.0': null },
      after: { 'API shop:1.0.0': { title: 'B' } },
    });
  });

  it('keeps a row of another org out of an event', () => {
    const notes = lines({ before: null, after: { key: 'person ada', $org: 'b', role: 'VIEWER' } });
    expect(detailWithRows({ role: 'VIEWER' }, notes, 'a')).toEqual({ role: 'VIEWER' });
    expect(detailWithRows(undefined, notes, 'b')).toEqual({
      before: { 'person ada': null },
      after: { 'person ada': { role: 'VIEWER' } },
    });
  });

  it('puts the facts of the action on top of the columns of the same row', () => {
    const notes = lines({ before: api({ state: 'A', title: 'x' }), after: api({ state: 'B', title: 'y' }) });
    const own = { before: { 'API shop:1.0.0': { subscriptions: 1 } }, after: { 'API shop:1.0.0': null } };
    expect(detailWithRows(own, notes, 'a')).toEqual({
      before: { 'API shop:1.0.0': { state: 'A', title: 'x', subscriptions: 1 } },
      after: { 'API shop:1.0.0': null },
    });
  });

  it('stays short, and counts what is left out', () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({
      before: null,
      after: { key: `plan ${at}`, title: 'x'.repeat(1_000) },
    }));
    const detail = detailWithRows(undefined, lines(...rows), 'a') as { after: object; omitted: number };
    expect(JSON.stringify(detail).length).toBeLessThan(34_000);
    expect(Object.keys(detail.after).length + detail.omitted).toBe(100);
  });

  it('is as it was where nothing has changed', () => {
    expect(detailWithRows(undefined, '', 'a')).toBeNull();
    expect(detailWithRows({ role: 'VIEWER' }, '', 'a')).toEqual({ role: 'VIEWER' });
  });
});
