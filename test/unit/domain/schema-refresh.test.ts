import { expect, it } from 'vitest';
import { refreshDueAt } from '../../../src/control-plane/jobs/schema-refresh-due.ts';

it.each([
  ['01a1fe64-9ec5-72cb-aaca-000000000000', 60],
  ['01a1fe64-9ec5-72cb-aaca-0000ffffffff', 66],
])('a schema is refreshed after its minutes, and at most a tenth later: %s', (id, minutes) => {
  const last = new Date('2027-01-01T00:00:00Z');
  expect(refreshDueAt({ id, minutes: 60, last })).toEqual(new Date(last.getTime() + minutes * 60_000));
});
