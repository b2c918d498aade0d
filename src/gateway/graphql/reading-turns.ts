import { refuse } from '../../errors.ts';

/** So long documents may be read in one turn of the event loop; the one that reaches it is the last. */
const TURN_MS = 5;
/** Documents of an org that wait. */
const WAITING_MAX = 1_000;

/**
 * The event loop's time for reading GraphQL documents. What comes while documents took their time of a turn waits for a
 * later one, orgs in turn: between any two turns calls are served, and who sends many dear documents at once holds up nobody
 * for longer than one of them takes.
 */
export type ReadingTurns = {
  /**
   * Does it at once where there is time, else later.
   *
   * @throws VALIDATION_BUDGET_EXCEEDED when too many documents of the org wait
   */
  inTurn(orgId: string, read: () => void): void | Promise<void>;
};

type Waiting = { read(): void; resolve(): void; reject(error: unknown): void };

/** Time and turns, which tests have their own of. */
type Loop = { now(): number; later(next: () => void): void };
const eventLoop: Loop = { now: () => performance.now(), later: (next) => void setImmediate(next) };

export function createReadingTurns({ now, later }: Loop = eventLoop): ReadingTurns {
  /** By org, the one whose turn it is first. */
  const lines = new Map<string, Waiting[]>();
  let spentMs = 0;
  let isCounting = false;

  function timed(read: () => void): void {
    if (!isCounting) {
      isCounting = true;
      later(nextTurn);
    }
    const began = now();
    try {
      read();
    } finally {
      spentMs += now() - began;
    }
  }
  function nextTurn(): void {
    isCounting = false;
    spentMs = 0;
    for (const [orgId, line] of lines) {
      if (spentMs >= TURN_MS) break;
      lines.delete(orgId);
      const next = line.shift();
      if (line.length > 0) lines.set(orgId, line);
      if (next) readNow(next);
    }
  }
  function readNow({ read, resolve, reject }: Waiting): void {
    try {
      timed(read);
      resolve();
    } catch (error) {
      reject(error);
    }
  }

  return {
    inTurn(orgId, read) {
      if (lines.size === 0 && spentMs < TURN_MS) return timed(read);
      const line = lines.get(orgId) ?? [];
      if (line.length >= WAITING_MAX) tooMany();
      lines.set(orgId, line);
      return new Promise((resolve, reject) => line.push({ read, resolve, reject }));
    },
  };
}

function tooMany(): never {
  refuse('VALIDATION_BUDGET_EXCEEDED', {
    detail: 'Too many GraphQL documents of this organization wait to be checked: try again in a second.',
    facts: { waiting: WAITING_MAX, resetsInSeconds: 1 },
    headers: { 'Retry-After': '1' },
  });
}
