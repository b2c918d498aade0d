import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** The share of connections that the work of one org may hold. */
const SHARE = 0.5;

/** The id of the org whose work runs. */
const currentOrg = new AsyncLocalStorage<string>();

/** Runs work as that of an org. All orgs share the connections to the database. */
export const asWorkOf = <Result>(orgId: string, work: () => PromiseLike<Result> | Result): Promise<Result> =>
  // Prisma begins a query only when somebody awaits it.
  currentOrg.run(orgId, async () => await work());

type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  done?: (release?: unknown) => void,
) => void;

/** The connections that an org holds, and who waits before the pool. */
type Share = { held: number; readonly waiting: Set<() => void> };

/**
 * A pool in which the work of one org holds half of the connections. The rest of it waits before the pool, whose own
 * queue is in the order of arrival. So slow queries of an org delay those of the same org. Work of no org waits in the
 * pool alone.
 */
export class FairPool extends pg.Pool {
  readonly #ofOrgMax: number;
  readonly #waitMs: number;
  readonly #orgs = new Map<string, Share>();
  readonly #holders = new WeakMap<pg.PoolClient, string>();

  constructor(settings: pg.PoolConfig & { readonly max: number; readonly connectionTimeoutMillis: number }) {
    super(settings);
    this.#ofOrgMax = Math.max(1, Math.floor(settings.max * SHARE));
    this.#waitMs = settings.connectionTimeoutMillis;
    this.on('release', (_error, client: pg.PoolClient) => {
      const orgId = this.#holders.get(client);
      this.#holders.delete(client);
      if (orgId !== undefined) this.#leave(orgId);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): unknown {
    const orgId = currentOrg.getStore();
    if (orgId === undefined) return callback ? super.connect(callback) : super.connect();
    if (callback) return this.#connectAs(orgId, callback);
    return new Promise<pg.PoolClient>((resolve, reject) =>
      this.#connectAs(orgId, (error, client) => (client ? resolve(client) : reject(error))),
    );
  }

  #connectAs(orgId: string, callback: Connected): void {
    const share = this.#orgs.get(orgId) ?? { held: 0, waiting: new Set() };
    this.#orgs.set(orgId, share);
    if (share.held < this.#ofOrgMax) this.#take(orgId, share, callback);
    else this.#wait(orgId, share, callback);
  }

  #wait(orgId: string, share: Share, callback: Connected): void {
    const begin = () => {
      clearTimeout(timer);
      share.waiting.delete(begin);
      this.#take(orgId, share, callback);
    };
    const timer = setTimeout(() => {
      share.waiting.delete(begin);
      // The words of the pool for the same wait.
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => {});
    }, this.#waitMs).unref();
    share.waiting.add(begin);
  }

  #take(orgId: string, share: Share, callback: Connected): void {
    share.held += 1;
    super.connect((error, client, done) => {
      if (client) this.#holders.set(client, orgId);
      else this.#leave(orgId);
      callback(error, client, done);
    });
  }

  #leave(orgId: string): void {
    const share = this.#orgs.get(orgId);
    if (!share) return;
    share.held -= 1;
    const [next] = share.waiting;
    if (next) next();
    else if (share.held === 0) this.#orgs.delete(orgId);
  }
}
