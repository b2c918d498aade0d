import { TurnQueue } from '../../../foundation/turn-queue.ts';

/**
 * Builds GraphQL servers one after the other. Orgs take turns: one that changes or calls many of its servers delays
 * another org by one build at most. As many wait as there are servers, of which the quota of an org bounds the number.
 */
export class BuildQueue<Result = void> {
  readonly #turns = new TurnQueue({
    atOnceMax: 1,
    waitingMax: [],
    tooMany: () => {
      throw new Error('Any number may wait.');
    },
  });
  /** Builds under way by key. */
  readonly #builds = new Map<string, Promise<Result>>();

  /** Builds something, once for all who ask until it is built. Whoever does not wait need not handle that it fails. */
  add(key: string, { orgId }: { readonly orgId: string }, build: () => Promise<Result>): Promise<Result> {
    const known = this.#builds.get(key);
    if (known) return known;
    const done = this.#turns.run([orgId], build).finally(() => this.#builds.delete(key));
    done.catch(() => {});
    this.#builds.set(key, done);
    return done;
  }

  /** Resolves when what waits now has been built, or has failed. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#builds.values());
  }
}
