import type { AccessPolicies } from '../../../domain/access-policy/policies.ts';
import { refusal, refuse } from '../../../foundation/errors.ts';
import { FairCache } from '../../../foundation/fair-cache.ts';
import { BYTES_OF_REMEMBERED } from '../../../graphql/server/graphql-handler.ts';
import { BuildQueue } from '../build/build-queue.ts';
import type { EndpointAccess } from './endpoint-access.ts';
import type { GraphQLEndpoint } from './graphql-endpoint.ts';

/** A held endpoint with its revision and the length of its BuiltServer. */
export type HeldEndpoint = {
  readonly endpoint: Pick<GraphQLEndpoint, 'remembered' | 'setPolicies' | 'fetch' | 'run'>;
  readonly revision: number;
  readonly characters: number;
};

export type MadeEndpoint = HeldEndpoint & { readonly policies: AccessPolicies };

/** The org and id of a server. */
type ServerKey = Pick<EndpointAccess, 'orgId' | 'id'>;

/**
 * Bytes of a schema for each character of its BuiltServer, where it shares no texts.
 *
 * Measured are 6.5 for 300 operations (1.7 MB), and 13 for three of them.
 */
const BYTES_OF_BUILT = 10;
/** Bytes of a document's execution plans for each of its characters. They have at most as many fields. */
const BYTES_OF_PLANS = 200;
/** Bytes of the handler of its requests, which a small schema needs as well. */
const BYTES_OF_HANDLER = 50_000;
/** Room for fifty servers of 300 operations each in the share of an org. */
const BOUNDS = { bytesMax: 320_000_000, bytesMaxOfOrg: 160_000_000 };
/** Bytes that count at most. The largest possible server takes more than the share: it is held, alone. */
const BYTES_COUNTED_MAX = BOUNDS.bytesMaxOfOrg - 1_000;

const WAIT_MS = 10_000;
const WAITING_MAX = 1_000;
const WAITING_MAX_OF_ORG = 100;

/**
 * The endpoints that calls are answered by. Each is made when its server is first called, one after another, orgs in turn;
 * what they take of the memory of this process is shared fairly between orgs.
 */
export class Endpoints {
  readonly #make: (server: ServerKey) => Promise<MadeEndpoint | undefined>;
  readonly #held = new FairCache<HeldEndpoint>(BOUNDS, bytesOf);
  readonly #builds = new BuildQueue<HeldEndpoint | undefined>();
  /** Latest policies of servers under construction. They may be later than those read of their rows. */
  readonly #policies = new Map<string, AccessPolicies | undefined>();
  /** Number of waiting calls by org. */
  readonly #waiting = new Map<string, number>();
  #waitingInAll = 0;

  /** @param make gives undefined where there is nothing to serve */
  constructor(make: (server: ServerKey) => Promise<MadeEndpoint | undefined>) {
    this.#make = make;
  }

  /** Returns the endpoint that answers calls of a server at this moment. */
  known({ orgId, id }: ServerKey): HeldEndpoint | undefined {
    return this.#held.known(orgId, id);
  }

  /** Tells of which revision the endpoint is; undefined without one. */
  revisionOf({ orgId, id }: ServerKey): number | undefined {
    return this.#held.peek(orgId, id)?.revision;
  }

  /**
   * Makes the endpoint of a server for a call that waits for it.
   *
   * @throws TEMPORARILY_UNAVAILABLE when too many calls of the org wait, or it takes too long; it is made all the same
   */
  async forCall(server: ServerKey): Promise<HeldEndpoint | undefined> {
    const waiting = this.#waiting.get(server.orgId) ?? 0;
    if (waiting >= WAITING_MAX_OF_ORG || this.#waitingInAll >= WAITING_MAX)
      refuse('TEMPORARILY_UNAVAILABLE', {
        detail: 'Too many calls wait for GraphQL servers that are being built: try again.',
        headers: { 'Retry-After': '2' },
      });
    this.#count(server.orgId, 1);
    try {
      return await inTime(this.replace(server));
    } finally {
      this.#count(server.orgId, -1);
    }
  }

  /** Makes the endpoint of a server; the one before answers until then. */
  replace(server: ServerKey): Promise<HeldEndpoint | undefined> {
    const { orgId, id } = server;
    return this.#builds.add(id, server, async () => {
      this.#policies.set(id, undefined);
      try {
        const made = await this.#make(server);
        if (!made) {
          this.#held.forget(orgId, id);
          return undefined;
        }
        const { policies, ...held } = made;
        held.endpoint.setPolicies(this.#policies.get(id) ?? policies);
        this.#held.keep(orgId, id, held);
        return held;
      } finally {
        this.#policies.delete(id);
      }
    });
  }

  setPolicies({ orgId, id }: ServerKey, policies: AccessPolicies): void {
    this.#held.peek(orgId, id)?.endpoint.setPolicies(policies);
    if (this.#policies.has(id)) this.#policies.set(id, policies);
  }

  /** Notes that an endpoint remembers more documents. */
  grown({ orgId, id }: ServerKey, held: HeldEndpoint): void {
    if (this.#held.peek(orgId, id) === held) this.#held.keep(orgId, id, held);
  }

  forget({ orgId, id }: ServerKey): void {
    this.#held.forget(orgId, id);
  }

  /** Resolves when what waits now has been made. */
  ended(): Promise<void> {
    return this.#builds.ended();
  }

  #count(orgId: string, more: number): void {
    const waiting = (this.#waiting.get(orgId) ?? 0) + more;
    if (waiting === 0) this.#waiting.delete(orgId);
    else this.#waiting.set(orgId, waiting);
    this.#waitingInAll += more;
  }
}

function bytesOf({ endpoint, characters }: HeldEndpoint): number {
  const documents = endpoint.remembered * (BYTES_OF_REMEMBERED + BYTES_OF_PLANS);
  const bytes = BYTES_OF_HANDLER + characters * BYTES_OF_BUILT + documents;
  return Math.min(bytes, BYTES_COUNTED_MAX);
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(stillBuilding()), WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const stillBuilding = () =>
  refusal('TEMPORARILY_UNAVAILABLE', {
    detail: 'The GraphQL server is being built, which takes a while: try again.',
    headers: { 'Retry-After': '2' },
  });
