import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QuietTimer } from '../../../src/data-plane/snapshot/quiet-timer.ts';

describe('silence', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lasts until nothing was said for so long: who reads a million rows says something with each page', async () => {
    const silence = new QuietTimer();
    let isOver = false;
    silence.lasts(10_000).then(() => {
      isOver = true;
    });
    for (let page = 0; page < 5; page += 1) {
      await vi.advanceTimersByTimeAsync(9_000);
      silence.broken();
    }
    await vi.advanceTimersByTimeAsync(9_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
  });
});
