import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeartbeatWatch, heartbeatMs } from '../../src/process/worker-heartbeat.ts';

const silenceMs = 30_000;
const onSilent = vi.fn();
let watch: HeartbeatWatch;

beforeEach(() => {
  vi.useFakeTimers();
  watch = new HeartbeatWatch({ silenceMs, onSilent });
});
afterEach(() => {
  watch.close();
  onSilent.mockReset();
  vi.useRealTimers();
});

/** It says that it lives for so long. */
function live(milliseconds: number): void {
  for (let at = 0; at < milliseconds; at += heartbeatMs(silenceMs)) {
    watch.beat();
    vi.advanceTimersByTime(heartbeatMs(silenceMs));
  }
}

describe('a gateway worker', () => {
  it('that says that it lives is left alone', () => {
    live(3_600_000);
    expect(onSilent).not.toHaveBeenCalled();
  });

  it('that falls silent is told of after the time it may be, and a look', () => {
    live(60_000);
    vi.advanceTimersByTime(silenceMs - heartbeatMs(silenceMs));
    expect(onSilent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(silenceMs / 3);
    expect(onSilent.mock.calls).toEqual([[30_000]]);
  });

  it('that is never heard has a minute more, in which it may load its modules, and is told of then', () => {
    vi.advanceTimersByTime(60_000 + silenceMs);
    expect(onSilent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(silenceMs / 3);
    expect(onSilent.mock.calls).toEqual([[90_000]]);
  });

  it('that has ended is told of no more', () => {
    watch.close();
    vi.advanceTimersByTime(3_600_000);
    expect(onSilent).not.toHaveBeenCalled();
  });
});
