import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { familyOf } from '../domain/addresses/target-allowlist.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { outOfReach } from '../infrastructure/database/unreachable.ts';
import type { EndpointSet } from '../infrastructure/outbound/own-addresses.ts';
import type { Config } from './settings/config.ts';

type Announcement = {
  /** Addresses that lead to nowhere else, such as 127.0.0.1, count on this machine alone. */
  readonly machine: string;
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
};

type ProcessAddressesDeps = {
  readonly database: Pick<Database, 'prisma'>;
  /** Undefined where it only listens to what others say. */
  readonly own: Announcement | undefined;
  readonly machine: string;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 30_000;
/** Silence after which a process has ended. Another one may have its address. */
const SILENT = '90 seconds';
const PROCESSES_MAX = 1_000;
const ADDRESSES_MAX = 100;

const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const isLoopback = (address: string) => /^(?:127\.|::1$)/.test(address);

/**
 * The announcement of a process: its gateway, control and operations listeners.
 *
 * GraphQL servers are not in it, as they know their callers.
 */
export async function announcementOf({ host, roles, ports }: Config): Promise<Announcement> {
  const all = WILDCARDS.has(host)
    ? Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    : await lookup(host, { all: true }).catch(() => []);
  return {
    machine: hostname(),
    addresses: all.slice(0, ADDRESSES_MAX).map(({ address }) => address),
    ports: [
      ...(roles.has('gateway') ? [ports.gateway] : []),
      ...(roles.has('control') ? [ports.control] : []),
      ports.operations,
    ],
  };
}

/**
 * Announces the listeners of this process and reads those of others, twice a minute.
 *
 * No call waits for it. Without its database a process keeps what it has heard last. Addresses of a service or proxy
 * before a process are not known here; `Via` identifies their calls.
 */
export class ProcessAddresses implements EndpointSet {
  readonly #deps: ProcessAddressesDeps;
  readonly #id = randomUUID();
  /** Announced addresses by port. */
  #known: ReadonlyMap<number, BlockList> = new Map();
  #hasFailed = false;
  /** The last refresh. They follow one another. */
  #refreshed: Promise<void>;
  readonly #timer: NodeJS.Timeout;

  constructor(deps: ProcessAddressesDeps) {
    this.#deps = deps;
    this.#refreshed = this.#sayAndHear();
    this.#timer = setInterval(() => this.refresh(), EVERY_MS).unref();
  }

  hasPort(port: number): boolean {
    return this.#known.has(port);
  }

  includes(address: string, port: number): boolean {
    return this.#known.get(port)?.check(address, familyOf(address)) ?? false;
  }

  /** Says and hears it now. */
  refresh(): Promise<void> {
    this.#refreshed = this.#refreshed.then(() => this.#sayAndHear());
    return this.#refreshed;
  }

  /** Takes back what this process has said. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#refreshed;
    const { prisma } = this.#deps.database;
    await prisma.platformProcess.deleteMany({ where: { id: this.#id } }).catch(() => {});
  }

  async #sayAndHear(): Promise<void> {
    try {
      await this.#say();
      await this.#hear();
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed && !outOfReach(error)) this.#deps.onFault(error);
      this.#hasFailed = true;
    }
  }

  async #say(): Promise<void> {
    const { database, own } = this.#deps;
    if (!own) return;
    const [addresses, ports] = [[...own.addresses], [...own.ports]];
    // By the clock of the database: those of processes differ.
    await database.prisma.$executeRaw`
      INSERT INTO "PlatformProcess" ("id", "machine", "addresses", "ports", "seenAt")
      VALUES (${this.#id}::uuid, ${own.machine}, ${addresses}, ${ports}, now())
      ON CONFLICT ("id") DO UPDATE SET "seenAt" = now()`;
  }

  async #hear(): Promise<void> {
    const { database, machine } = this.#deps;
    const heard = await database.prisma.$queryRaw<Announcement[]>`
      SELECT "machine", "addresses", "ports" FROM "PlatformProcess"
      WHERE "seenAt" > now() - ${SILENT}::interval ORDER BY "seenAt" DESC LIMIT ${PROCESSES_MAX}`;
    this.#known = byPort(heard, machine);
  }
}

/** Groups addresses by port. A BlockList judges an IPv4 address that is written as IPv6 (`::ffff:a00:1`) as IPv4. */
function byPort(heard: readonly Announcement[], here: string): ReadonlyMap<number, BlockList> {
  const lists = new Map<number, BlockList>();
  for (const { machine, addresses, ports } of heard) {
    const reachable = addresses.filter((address) => machine === here || !isLoopback(address));
    for (const port of ports) {
      const list = lists.get(port) ?? new BlockList();
      for (const address of reachable) list.addAddress(address, familyOf(address));
      lists.set(port, list);
    }
  }
  return lists;
}
