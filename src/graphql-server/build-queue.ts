import { createTurns } from '../turns.ts';

/**
 * Builds GraphQL servers one after the other. Orgs take turns: one that changes many of its servers delays another org by
 * one build at most. As many wait as there are servers, of which the quota of an org bounds the number.
 */
export class BuildQueue {
  readonly #inTurn = createTurns({
    atOnceMax: 1,
    waitingMax: [],
    tooMany: () => {
      throw new Error('Any number may wait.');
    },
  });
  /** By what is built. */
  readonly #builds = new Map<string, Promise<void>>();

  /** Builds something, unless it waits already. @param build rejects with nothing */
  add(key: string, { orgId }: { readonly orgId: string }, build: () => Promise<void>): void {
    if (this.#builds.has(key)) return;
    const done = this.#inTurn([orgId], build).finally(() => this.#builds.delete(key));
    this.#builds.set(key, done);
  }

  /** Resolves when what waits now has been built. */
  async ended(): Promise<void> {
    await Promise.all(this.#builds.values());
  }
}
