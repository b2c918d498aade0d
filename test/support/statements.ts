import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

/** A statement that was answered. */
export type Statement = { readonly text: string; readonly rows: number };

/** The result of a text, or one of each of its statements. */
type Result = pg.QueryResult | pg.QueryResult[];
type Answered = (error: unknown, result?: Result) => void;

/** Records the statements to databases from now on, until the test is over. */
export function watchStatements(): readonly Statement[] {
  const seen: Statement[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<Result> | undefined;
  function watched(this: pg.Client, statement: string | pg.QueryConfig, ...more: unknown[]) {
    const note = (result: Result) =>
      seen.push({
        text: typeof statement === 'string' ? statement : statement.text,
        rows: [result].flat().flatMap(({ rows }) => rows).length,
      });
    const callback = more.at(-1);
    // The pool asks with a callback, and is answered with no promise.
    if (typeof callback === 'function')
      more[more.length - 1] = ((error, result) => {
        if (result) note(result);
        callback(error, result);
      }) satisfies Answered;
    return query.apply(this, [statement, ...more])?.then((result) => {
      note(result);
      return result;
    });
  }
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(watched as never);
  onTestFinished(() => spy.mockRestore());
  return seen;
}

/** Answers lists in one turn of the event loop until the test is over. A slow machine would part them, with what they read. */
export function inOneTurn(): void {
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => stopped.mockRestore());
}
