import pg from 'pg';

/**
 * A connection that is asked one thing at a time. Prisma asks for the parts of a nested selection all at once, also
 * within a transaction, and so of one connection; pg queues that still, and version 9 will refuse it
 * (https://github.com/prisma/orm/pull/29979).
 */
export class Client extends pg.Client {
  #last: Promise<unknown> = Promise.resolve();

  override query(...asked: unknown[]): never {
    const ask = () => Reflect.apply(super.query, this, asked);
    // What the pool asks by itself is told to a function, and never overlaps.
    if (asked.some((each) => typeof each === 'function') || isSubmittable(asked[0])) return ask() as never;
    const answer = this.#last.then(ask);
    this.#last = answer.catch(() => {});
    return answer as never;
  }
}

function isSubmittable(asked: unknown): boolean {
  return typeof asked === 'object' && asked !== null && 'submit' in asked;
}
