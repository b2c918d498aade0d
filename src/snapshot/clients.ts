import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ClientType } from '../domain/oauth-provider.ts';
import { type ActiveSubscription, type Client, type Clients, limitKeyOf } from './snapshot.ts';

/** What is in a packed client, in this order: `readClients` writes it so. */
type Fields = readonly [
  clientKey: string,
  credentialId: string,
  secretHash: string,
  previousSecretHash: string | null,
  previousSecretExpiresAt: number | null,
  clientType: ClientType,
  redirectUris: readonly string[],
  applicationId: string,
  name: string,
  title: string,
  suspended: boolean,
  consumerOrg: string,
  subscriptions: readonly (readonly [id: string, planId: string, state: SubscriptionState])[],
];
type SubscriptionState = 'ACTIVE' | 'PENDING_APPROVAL' | 'REJECTED';

/** A client as JSON text: a fifth of the memory that it takes unpacked, and one thing for the garbage collector. */
export type PackedClient = string;

/** The plans of the products that serve calls, by id. */
export type Plans = ReadonlyMap<
  string,
  { readonly productId: string; readonly plan: ActiveSubscription['plan'] }
>;

/** Clients that called lately, unpacked. It is one for all catalogs of a process. */
export type Unpacked = LRUCache<string, UnpackedClient>;
type UnpackedClient = {
  readonly client: Client;
  readonly packed: PackedClient;
  readonly plans: Plans;
  /** Which state of the clients it was last compared with. */
  readonly seenIn: number;
};

const UNPACKED_MAX = 10_000;
export const createUnpacked = (): Unpacked => new LRUCache({ max: UNPACKED_MAX });

/** Clients per bucket; outside of the range they are spread again. */
const FILL = { min: 2, wanted: 8, max: 16 };
/** So many are worked on before calls have their turn: less than a millisecond. */
const TURN = 1_000;
/** Buckets of a page. */
const PAGE = 64;

type Buckets = readonly (readonly PackedClient[])[];
type Parts = {
  /** Two to the power of something. */
  readonly buckets: Buckets;
  readonly size: number;
  readonly plans: Plans;
  readonly unpacked: Unpacked;
};

let states = 0;

/**
 * The clients of a catalog, of which there may be a million. It is never changed: a change makes another that shares
 * what stayed, in short steps between which calls go on.
 */
export class PackedClients implements Clients {
  readonly #parts: Parts;
  readonly #state = states++;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async of(
    packed: readonly PackedClient[],
    { plans, unpacked }: Pick<Parts, 'plans' | 'unpacked'>,
  ): Promise<PackedClients> {
    return new PackedClients({ buckets: await spread(packed), size: packed.length, plans, unpacked });
  }

  get size(): number {
    return this.#parts.size;
  }

  get(clientKey: string): Client | undefined {
    const { plans, unpacked } = this.#parts;
    const known = unpacked.get(clientKey);
    if (known?.seenIn === this.#state) return known.client;
    const packed = this.#find(clientKey);
    if (packed === undefined) return undefined;
    const isSame = known?.packed === packed && known.plans === plans;
    const client = isSame ? known.client : unpack(packed, plans);
    unpacked.set(clientKey, { client, packed, plans, seenIn: this.#state });
    return client;
  }

  has(clientKey: string): boolean {
    const known = this.#parts.unpacked.get(clientKey);
    return known?.seenIn === this.#state || this.#find(clientKey) !== undefined;
  }

  /** All of them, some at a time. */
  *pages(): Generator<readonly PackedClient[]> {
    const { buckets } = this.#parts;
    for (let at = 0; at < buckets.length; at += PAGE) yield buckets.slice(at, at + PAGE).flat();
  }

  /** The same clients under other plans. */
  under(plans: Plans): PackedClients {
    return plans === this.#parts.plans ? this : new PackedClients({ ...this.#parts, plans });
  }

  /** @param changed by client key; undefined is one that is gone */
  async with(changed: ReadonlyMap<string, PackedClient | undefined>): Promise<PackedClients> {
    const buckets = [...this.#parts.buckets];
    let { size } = this;
    let done = 0;
    for (const [clientKey, packed] of changed) {
      const prefix = prefixOf(clientKey);
      const at = indexOf(prefix, buckets.length);
      const bucket = buckets[at] ?? [];
      const others = bucket.filter((each) => !each.startsWith(prefix));
      const next = packed === undefined ? others : [...others, packed];
      buckets[at] = next;
      size += next.length - bucket.length;
      done += 1;
      if (done % TURN === 0) await turn();
    }
    const fill = size / buckets.length;
    const isEven = fill <= FILL.max && (fill >= FILL.min || buckets.length === 1);
    return new PackedClients({
      ...this.#parts,
      buckets: isEven ? buckets : await spread(buckets.flat()),
      size,
    });
  }

  #find(clientKey: string): PackedClient | undefined {
    const { buckets } = this.#parts;
    const prefix = prefixOf(clientKey);
    return buckets[indexOf(prefix, buckets.length)]?.find((each) => each.startsWith(prefix));
  }
}

async function spread(packed: readonly PackedClient[]): Promise<Buckets> {
  const count = 2 ** Math.max(0, Math.ceil(Math.log2(packed.length / FILL.wanted)));
  const buckets = Array.from({ length: count }, (): PackedClient[] => []);
  for (const [at, each] of packed.entries()) {
    buckets[indexOf(each, count)]?.push(each);
    if (at % TURN === TURN - 1) await turn();
  }
  return buckets;
}

/** How the packed client of a key begins. */
const prefixOf = (clientKey: string): string => `[${JSON.stringify(clientKey)},`;

/** The bucket of a packed client, or of its prefix: a hash (FNV-1a) of the key up to its first quotation mark. */
function indexOf(packed: PackedClient, count: number): number {
  let hash = 0x811c9dc5;
  for (let at = 2; at < packed.length; at += 1) {
    const code = packed.charCodeAt(at);
    if (code === 34) break;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return (hash ^ (hash >>> 15)) & (count - 1);
}

/** Shared, because nearly every application has none. */
const NONE: Client['unapproved'] = new Map();

function unpack(packed: PackedClient, plans: Plans): Client {
  const [
    clientKey,
    credentialId,
    secretHash,
    previousSecretHash,
    previousSecretExpiresAt,
    clientType,
    redirectUris,
    id,
    name,
    title,
    suspended,
    consumerOrg,
    stored,
  ] = JSON.parse(packed) as Fields;
  const subscriptions = new Map<string, ActiveSubscription>();
  const unapproved = new Map<string, Exclude<SubscriptionState, 'ACTIVE'>>();
  for (const [subscriptionId, planId, state] of stored) {
    const found = plans.get(planId);
    // One of a product that serves no calls admits none either.
    if (!found) continue;
    const { productId, plan } = found;
    if (state !== 'ACTIVE') unapproved.set(productId, state);
    else
      subscriptions.set(productId, {
        id: subscriptionId,
        limitKey: limitKeyOf(subscriptionId, planId),
        plan,
      });
  }
  return {
    clientKey,
    credentialId,
    application: { id, name, title, consumerOrg, suspended },
    secretHash,
    previousSecret:
      previousSecretHash !== null && previousSecretExpiresAt !== null
        ? { hash: previousSecretHash, expiresAt: previousSecretExpiresAt }
        : null,
    clientType,
    redirectUris,
    subscriptions,
    unapproved: unapproved.size > 0 ? unapproved : NONE,
  };
}
