import type {
  SharedWindows,
  TakeInput,
  TakeResult,
} from '../../src/infrastructure/limits/calls/shared-windows.ts';

const PATIENCE_MS = 250;

/** A model of a shared window as scripts in Redis keep it. It has its own clock and records each window. */
export function createModel(clock: () => number, windowMs: number) {
  let window = { id: '', before: '', taken: 0, carried: 0, most: 0, closes: 0, recalled: 0 };
  /** Expiry of each process's lease. */
  let leases = new Map<string, number>();
  const opened: { opens: number; closes: number }[] = [];
  const listeners = new Map<string, () => void>();
  const isOpen = () => clock() < window.closes;
  const idOf = () => (isOpen() ? window.id : '');

  /** Points that a window opened now takes over. */
  function carriedOver({ limit, burst = limit }: TakeInput): number {
    if (window.id === '') return burst - limit;
    const passed = Math.floor((clock() - window.closes) / windowMs);
    return Math.max(0, Math.min(burst - limit, limit + window.carried - window.taken + passed * limit));
  }
  function open(carried: number, most: number): void {
    const [id, closes] = [`${opened.length + 1}`, clock() + windowMs];
    window = { id, before: window.id, taken: 0, carried, most, closes, recalled: 0 };
    leases = new Map();
    opened.push({ opens: clock(), closes: window.closes });
  }
  /**
   * Recalls the leases of the other processes.
   *
   * @returns how long they still hold them
   */
  function recall(process: string): number {
    const others = [...leases].filter(([other, over]) => other !== process && clock() < over);
    for (const [other] of others) listeners.get(other)?.();
    return Math.max(0, ...others.map(([, over]) => Math.min(over, window.closes) - clock()));
  }
  function takeBack({ id, points }: TakeInput['returned']): void {
    if (id === '') return;
    if (window.id === id) window.taken -= points;
    else if (window.before === id) window.carried = Math.min(window.most, window.carried + points);
  }
  return {
    opened,
    listen: (process: string, recalled: () => void) => void listeners.set(process, recalled),
    take(process: string, wish: TakeInput): TakeResult {
      const { calls, leaseMs, returned, known, burst = wish.limit } = wish;
      takeBack(returned);
      const id = idOf();
      const carried = id ? window.carried : carriedOver(wish);
      const limit = wish.limit + carried;
      const owed = id !== '' && id === known.id ? known.untold : known.admitted;
      const taken = (id ? window.taken : 0) + owed;
      const fitting = calls.reduce((sum, points) => sum + (taken + sum + points <= limit ? points : 0), 0);
      const isShort = fitting < calls.reduce((sum, points) => sum + points, 0);
      const isRecalled = id !== '' && clock() < window.recalled;
      const left = Math.max(0, limit - taken - fitting);
      const ahead = isShort || isRecalled ? 0 : Math.min(wish.ahead, Math.floor(left / 16));
      const heldMs = isShort && id ? recall(process) : 0;
      if (fitting + ahead + owed > 0 && !id) open(carried, burst - wish.limit);
      if (isOpen()) window.taken = taken + fitting + ahead;
      if (ahead > 0) leases.set(process, clock() + leaseMs);
      else if (calls.length > 0) leases.delete(process);
      if (heldMs > 0) window.recalled = clock() + leaseMs;
      return {
        granted: fitting + ahead,
        ahead,
        heldMs,
        taken: taken + fitting + ahead,
        closesInMs: isOpen() ? window.closes - clock() : windowMs,
        id: idOf(),
        carried,
      };
    },
    giveBack(process: string, { endsLease, ...returned }: Parameters<SharedWindows['giveBack']>[1]) {
      if (endsLease) leases.delete(process);
      takeBack(returned);
    },
  };
}

/** Durations of a command and its answer. A lost command takes effect without an answer. */
export type Trip = { readonly there: number; readonly back: number; readonly lost: boolean };

type ModelConnection = {
  readonly nextTrip: () => Trip;
  /** Tells whether the process hears of recalls. */
  readonly hears?: boolean;
  /** Tells whether its commands take effect in their order, as over one connection. */
  readonly isOrdered?: boolean;
};

/**
 * Connects a process to the shared windows.
 *
 * Everything takes its time, and answers and recalls may be lost.
 */
export function connectModel(
  model: ReturnType<typeof createModel>,
  process: string,
  { nextTrip, hears = true, isOrdered = true }: ModelConnection,
): SharedWindows {
  /** The one window of the model, as it is called. */
  let called = '';
  let arrived = 0;
  function arrive(there: number, act: () => void): void {
    arrived = isOrdered ? Math.max(arrived, Date.now() + there) : Date.now() + there;
    setTimeout(act, arrived - Date.now());
  }
  const giveBack: SharedWindows['giveBack'] = async (_, returned) => {
    await new Promise<void>((resolve) => arrive(nextTrip().there, resolve));
    model.giveBack(process, returned);
  };
  return {
    isLost: () => false,
    origin: async () => 'the same',
    timesLost: () => 0,
    close: () => {},
    giveBack,
    hear(recall) {
      if (hears) model.listen(process, () => setTimeout(() => recall(called), nextTrip().back));
    },
    take: (name, wish) =>
      new Promise((resolve, reject) => {
        called = name;
        const { there, back, lost } = nextTrip();
        let isLate = false;
        const patience = setTimeout(() => {
          isLate = true;
          reject(new Error('late'));
        }, PATIENCE_MS);
        arrive(there, () => {
          const answer = model.take(process, wish);
          if (lost) return;
          setTimeout(() => {
            clearTimeout(patience);
            if (isLate) void giveBack(name, { id: answer.id, points: answer.granted, endsLease: false });
            else resolve(answer);
          }, back);
        });
      }),
  };
}
