import { setTimeout as sleep } from 'node:timers/promises';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import { type DatabaseAddress, serverAddresses } from './server-address.ts';
import { choosePrimary, type ServerState, stateOf } from './server-state.ts';

/** The interval of looks while nothing fails. A part of it differs by process. */
const LOOK_EVERY_MS = 20_000;
const JITTER_MS = 10_000;
/** The wait for the other servers after one has answered that it takes writes. */
const OTHERS_MS = 300;
/** The rest after no server took writes, half of it to one and a half. */
const REST_MS = 1_000;

/** The servers of a database as they were at the last look. */
export type DatabaseServers = {
  readonly states: readonly ServerState[];
  /** The server that is used. */
  readonly chosen: DatabaseAddress | undefined;
  /** The number of changes of it. */
  readonly switches: number;
};

/**
 * Follows which server of a database takes writes. One address is used as it is: what stands behind it may have failovers
 * of its own.
 *
 * A look asks all of several at once. It takes place before the first connection, after each fault of one, and at an
 * interval: an old primary that came back, and takes writes too, breaks no connection.
 */
export class PrimaryServer {
  readonly #name: string;
  readonly #addresses: readonly DatabaseAddress[];
  readonly #newest = new Map<string, number>();
  /** Functions that end the connections to each server. */
  readonly #held = new Map<() => void, DatabaseAddress>();
  readonly #looks: BackgroundJob | undefined;
  #states: readonly ServerState[] = [];
  #chosen: DatabaseAddress | undefined;
  #isDoubted = true;
  #looking: Promise<DatabaseAddress> | undefined;
  #restsUntil = 0;
  #switches = 0;

  /** @param name the name of its connections in pg_stat_activity */
  constructor(url: string, name: string) {
    this.#name = name;
    this.#addresses = serverAddresses(url);
    const everyMs = LOOK_EVERY_MS + Math.random() * JITTER_MS;
    if (this.#addresses.length > 1)
      this.#looks = startBackgroundJob(async () => void (await this.#look()), { everyMs, onFault: () => {} });
  }

  /**
   * Returns the server to connect to. All who ask at the same time wait for one look.
   *
   * @throws NoPrimary when no server takes writes
   */
  async choose(): Promise<DatabaseAddress> {
    const [only] = this.#addresses;
    if (only && this.#addresses.length === 1) return only;
    if (this.#chosen && !this.#isDoubted) return this.#chosen;
    if (!this.#looking && performance.now() < this.#restsUntil) throw noPrimary(this.#states);
    return this.#look();
  }

  /** Has the servers asked again before the next connection, because one to this server failed. */
  doubt(address: DatabaseAddress): void {
    if (address.name === this.#chosen?.name) this.#isDoubted = true;
  }

  /** Keeps how to end a connection, which is done when another server is chosen. @returns a function that forgets it */
  hold(end: () => void, address: DatabaseAddress): () => void {
    this.#held.set(end, address);
    return () => void this.#held.delete(end);
  }

  report(): DatabaseServers {
    return { states: this.#states, chosen: this.#chosen, switches: this.#switches };
  }

  close(): void {
    void this.#looks?.close();
  }

  #look(): Promise<DatabaseAddress> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #ask(): Promise<DatabaseAddress> {
    this.#isDoubted = false;
    this.#states = await this.#statesOfAll();
    const best = choosePrimary(this.#states, { chosen: this.#chosen, newest: this.#newest });
    if (!best) {
      this.#isDoubted = true;
      this.#restsUntil = performance.now() + REST_MS * (0.5 + Math.random());
      throw noPrimary(this.#states);
    }
    if (best.system !== undefined && best.timeline !== undefined)
      this.#newest.set(best.system, best.timeline);
    this.#use(best.address);
    return best.address;
  }

  /** Waits for all, or for a short time once one takes writes. */
  async #statesOfAll(): Promise<readonly ServerState[]> {
    const known = new Map<DatabaseAddress, ServerState>();
    const asked = this.#addresses.map(async (address) => {
      known.set(address, await stateOf(address, this.#name));
    });
    const found = asked.map(async (state, at) => {
      await state;
      const address = this.#addresses[at];
      if (address && known.get(address)?.kind === 'PRIMARY')
        return sleep(OTHERS_MS, undefined, { ref: false });
      // The others decide.
      return Promise.all(asked);
    });
    await Promise.race(found);
    return this.#addresses.map((address) => known.get(address) ?? { address, kind: 'OUT_OF_REACH' });
  }

  #use(address: DatabaseAddress): void {
    if (this.#chosen && this.#chosen.name !== address.name) this.#switches += 1;
    this.#chosen = address;
    // Including those that nobody uses now: the next who took one would wait for a server that is gone.
    for (const [end, { name }] of this.#held) if (name !== address.name) end();
  }
}

/** Returns a sentence on several servers that take writes. Undefined where one does. */
export function severalPrimaries({ states, chosen }: DatabaseServers): string | undefined {
  const names = states.filter(({ kind }) => kind === 'PRIMARY').map(({ address }) => address.name);
  if (names.length < 2 || !chosen) return undefined;
  return `Several servers take writes: ${names.join(', ')}. ${chosen.name} is used. Stop the others.`;
}

/** No server takes writes, for example while a standby is promoted. Recognized as a database out of reach. */
class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  /** Members of a refused connection, which Prisma's adapter knows by them. */
  readonly code = 'ECONNREFUSED';
  readonly syscall = 'connect';
  readonly errno = -1;
}

/** Returns the refusal of a server, such as a wrong password. Otherwise all are told. */
function noPrimary(states: readonly ServerState[]): Error {
  const told = states.map((state) => `${state.address.name} ${stateText(state)}`).join('; ');
  const fault = states.map((state) => state.fault).find(isRefusal);
  return fault ?? new NoPrimary(`No server of the database takes writes: ${told}`);
}

/** SQLSTATEs of wrong credentials and of a database that does not exist. */
const isRefusal = (fault: Error | undefined): fault is Error =>
  /^(?:28|3D)/.test((fault as { readonly code?: string } | undefined)?.code ?? '');

/** Tells an operator what a server is. */
export function stateText({ kind, fault }: ServerState): string {
  if (kind === 'PRIMARY') return 'takes writes';
  if (kind === 'STANDBY') return 'is read-only';
  const code = (fault as { readonly code?: string } | undefined)?.code ?? fault?.message;
  return `does not answer${code ? ` (${code})` : ''}`;
}
