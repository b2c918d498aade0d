import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { refuse } from '../errors.ts';

const ATTEMPTS_MAX = 10;
const WINDOW_MS = 300_000;
/** More guessed things than this push the oldest out; a password takes too long to check for that to help. */
const KEYS_MAX = 50_000;

/** Bounds how often something can be tried, as guessing a secret: ten times in five minutes, counted in this process. */
export type Attempts = {
  /**
   * Counts an attempt before it is judged, so that many at once do not help.
   *
   * @throws TOO_MANY_ATTEMPTS with Retry-After, in seconds
   */
  count(key: string): void;
  /** The attempt was right: what came before it is forgotten. */
  forget(key: string): void;
};

export function createAttempts(clock: Clock): Attempts {
  const windows = new LRUCache<string, { readonly closesAt: number; attempts: number }>({ max: KEYS_MAX });
  return {
    count(key) {
      const now = clock().getTime();
      let window = windows.get(key);
      if (!window || window.closesAt <= now) {
        window = { closesAt: now + WINDOW_MS, attempts: 0 };
        windows.set(key, window);
      }
      if (window.attempts >= ATTEMPTS_MAX) tooMany(Math.ceil((window.closesAt - now) / 1000));
      window.attempts += 1;
    },
    forget(key) {
      windows.delete(key);
    },
  };
}

function tooMany(seconds: number): never {
  refuse('TOO_MANY_ATTEMPTS', {
    detail: `There were too many attempts: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
