import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SnapshotDisk } from '../../../src/data-plane/snapshot/disk.ts';
import { RevocationMemory } from '../../../src/data-plane/snapshot/revocations.ts';
import { SnapshotKeeper, type State } from '../../../src/data-plane/snapshot/snapshot-keeper.ts';

const LOOKS_EVERY_MS = 5_000;
const clock = () => new Date(Date.now());
const revocations = new RevocationMemory(clock);
const now = () => clock().toISOString();

let told: string[];
let state: State;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-03-01T12:00:00Z') });
  told = [];
  state = { catalogs: new Map(), revocations, staleSince: undefined };
});
afterEach(() => {
  vi.useRealTimers();
});

const disk: SnapshotDisk = {
  write: async (_records, since) => void told.push(`written as of ${since.toISOString()}`),
  confirm: async (since) => void told.push(`confirmed as of ${since.toISOString()}`),
  read: async () => undefined,
};

/** What happens to the disk until it is looked for changes again. */
async function nextLook(): Promise<string[]> {
  told = [];
  await vi.advanceTimersByTimeAsync(LOOKS_EVERY_MS);
  return told;
}

it('keeps what changed just before an outage, as of its beginning, and confirms nothing while it lasts', async () => {
  const keeping = new SnapshotKeeper({
    disk,
    state: () => state,
    clock,
    onFault: undefined,
    everyMs: LOOKS_EVERY_MS,
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([`written as of ${now()}`]);
  expect(await nextLook()).toEqual([`confirmed as of ${now()}`]);

  const staleSince = clock();
  state = { ...state, catalogs: new Map(), staleSince };
  expect(await nextLook()).toEqual([`written as of ${staleSince.toISOString()}`]);
  expect(await nextLook()).toEqual([]);

  state = { ...state, staleSince: undefined };
  expect(await nextLook(), 'the outage is over').toEqual([`confirmed as of ${now()}`]);
  await keeping.close();
});

it('stops a write that is under way when it is closed, and closes once that has ended', async () => {
  const stopped = 'the write was stopped';
  const slow: SnapshotDisk = {
    ...disk,
    write: (_records, _since, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          told.push(stopped);
          reject(signal.reason);
        });
      }),
  };
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  const keeping = new SnapshotKeeper({ disk: slow, state: () => state, clock, onFault });
  expect(told).toEqual([]);

  await keeping.close();
  expect(told).toEqual([stopped]);
  expect(faults, 'a stop is no fault of the disk').toEqual([]);
  expect(await nextLook(), 'nothing is looked for any more').toEqual([]);
});
