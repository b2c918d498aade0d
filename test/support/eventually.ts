import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

const PATIENCE = { timeout: PATIENCE_MS, interval: 10 };

/** Waits until the assertions hold, and fails as they did last. */
export function eventually(assertions: () => unknown): Promise<unknown> {
  return vi.waitFor(assertions, PATIENCE);
}

/** Waits until something holds. */
export async function until(holds: () => unknown): Promise<void> {
  try {
    await vi.waitUntil(holds, PATIENCE);
  } catch (error) {
    throw new Error(`It did not come to hold: ${holds}`, { cause: error });
  }
}
