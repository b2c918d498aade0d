import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { QUERY } from './gateway/upstream.ts';
import type { World } from './gateway/world.ts';
import { createTokens } from './soak-tokens.ts';
import type { SoakUpstream } from './soak-upstream.ts';
import { type SoakWorld, switchApi } from './soak-world.ts';

/** Observations of the callers. */
export type Seen = {
  /**
   * Number of calls by `API result`, a status, `cut` or `left`.
   *
   * A cut is within or before an answer; `left` is by the caller.
   */
  readonly results: Map<string, number>;
  /** Number of each fault that must not happen, in words. */
  readonly wrong: Map<string, number>;
  /** Milliseconds that calls of the healthy API took. */
  readonly healthyMs: number[];
  /** Calls that were due while too many waited already. */
  skipped: number;
};

export type Callers = { readonly seen: Seen; stop(): Promise<void> };

export type CallersDeps = {
  readonly gatehouse: World;
  readonly world: SoakWorld;
  readonly upstream: SoakUpstream;
  readonly perSecond: number;
  /** Random number from 0 to 1. */
  readonly random: () => number;
};

export function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const TICK_MS = 5;
/** Waiting calls of one kind. A back-end that hangs must not use up the callers of the others. */
const WAITING_MAX = 64;
const UPLOAD = Buffer.alloc(1_000_000, 'x');
/** A change is in force within a second of its commit; another for the machine. */
const IN_FORCE_MS = 2_000;

/** A request for a path below the catalog. */
type Request = { readonly path: string } & Partial<Dispatcher.RequestOptions>;
export type Send = (request: Request) => Promise<Dispatcher.ResponseData>;

export function startCallers({ gatehouse, world, upstream, perSecond, random }: CallersDeps): Callers {
  const { origin, pathname } = new URL(world.base);
  const pool = new Pool(origin);
  const seen: Seen = { results: new Map(), wrong: new Map(), healthyMs: [], skipped: 0 };
  const running = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  const key = { 'x-client-id': world.steady.clientKey };
  let ids = 0;

  const follow = (work: Promise<void>) => {
    const noted = work
      .catch((error: unknown) => count(seen.wrong, `a caller failed: ${String(error)}`))
      .finally(() => running.delete(noted));
    running.add(noted);
  };
  const every = (ms: number, act: () => Promise<void>) => timers.push(setInterval(() => follow(act()), ms));
  const send: Send = ({ path, headers = key, method = 'GET', ...more }) =>
    pool.request({ path: pathname + path, method, headers, ...more });

  async function call(api: string, request: Request, isExpected = (_: string) => true): Promise<string> {
    let result = 'cut';
    let text = '';
    try {
      const { statusCode, body } = await send(request);
      text = await body.text();
      result = `${statusCode}`;
    } catch {
      // Cut off, with or without a beginning.
    }
    count(seen.results, `${api} ${result}`);
    if (!isExpected(result)) count(seen.wrong, `${api} answered ${result}`);
    return text;
  }

  const tokens = createTokens({
    application: world.steady,
    send,
    random,
    check: (headers) => call('guarded', { path: 'guarded/item', headers }, is('401')).then(),
  });
  /** The answer of the changing API: another object after each change, undefined during one. */
  let changing: { readonly result: string } | undefined;
  const json = { ...key, 'content-type': 'application/json', accept: 'application/json' };
  const document = JSON.stringify({ query: QUERY });

  // The share of each in the load.
  const mix: readonly [share: number, act: () => Promise<unknown>][] = [
    [0.6, healthy],
    [0.15, guarded],
    [0.07, () => call('faulty', { path: 'faulty/page' })],
    [0.03, () => call('faulty', { path: 'faulty/chunked' })],
    [0.02, () => call('faulty', { path: 'faulty/upload', method: 'POST', body: UPLOAD.subarray(0, 20_000) })],
    [0.1, () => call('graphql', { path: 'graphql/graphql', method: 'POST', headers: json, body: document })],
    [0.03, askChanging],
  ];
  async function healthy(): Promise<void> {
    const started = performance.now();
    await call('healthy', { path: 'healthy/item' }, is('200'));
    seen.healthyMs.push(performance.now() - started);
  }
  async function guarded(): Promise<void> {
    const headers = tokens.valid();
    if (!headers) return;
    // One whose token went meanwhile may be answered either way.
    const isExpected = (result: string) => result === '200' || !tokens.isGood(headers);
    await call('guarded', { path: 'guarded/item', headers }, isExpected);
  }
  const waiting = mix.map(() => 0);
  async function one(): Promise<void> {
    let rest = random();
    const at = mix.findIndex(([share]) => {
      rest -= share;
      return rest < 0;
    });
    if ((waiting[at] ?? 0) >= WAITING_MAX) {
      seen.skipped += 1;
      return;
    }
    waiting[at] = (waiting[at] ?? 0) + 1;
    await mix[at]?.[1]();
    waiting[at] = (waiting[at] ?? 0) - 1;
  }

  /** Leaves an unanswered call, or an upload in its middle, once the back-end has it. */
  async function leave(path: string, more: Partial<Dispatcher.RequestOptions> = {}): Promise<void> {
    ids += 1;
    const leaving = new AbortController();
    const came = upstream.came(`${ids}`);
    const answered = send({ path: `${path}?id=${ids}`, signal: leaving.signal, ...more }).then(
      ({ statusCode, body }) => body.dump().then(() => `${statusCode}`),
      (error: Error) => (error.name === 'AbortError' ? 'left' : 'cut'),
    );
    await Promise.race([came, answered]);
    leaving.abort();
    const result = await answered;
    count(seen.results, `streams ${result}`);
    if (result !== 'left') count(seen.wrong, `streams: ${result} instead of none yet`);
  }
  async function leaveAnswer(): Promise<void> {
    const { body } = await send({ path: 'streams/large' });
    for await (const _ of body) break;
    count(seen.results, 'streams left');
  }
  async function readSlowly(): Promise<void> {
    const { statusCode, body } = await send({ path: 'streams/large' });
    for await (const _ of body) await sleep(10);
    count(seen.results, `streams ${statusCode}`);
  }
  async function upload(body: Buffer | Readable): Promise<void> {
    const text = await call('streams', { path: 'streams/upload', method: 'POST', body }, is('200'));
    if (text !== `${UPLOAD.length}`) count(seen.wrong, `an upload came as ${text} bytes`);
  }
  async function askChanging(): Promise<void> {
    const began = changing;
    // One that was on its way meanwhile may be answered either way.
    const isExpected = (result: string) => !began || changing !== began || result === began.result;
    await call('changing', { path: 'changing/item' }, isExpected);
  }
  async function switchOver(): Promise<void> {
    if (isSwitching) return;
    isSwitching = true;
    isOnline = !isOnline;
    changing = undefined;
    const result = isOnline ? '200' : '503';
    await switchApi(gatehouse, 'changing', isOnline);
    await sleep(IN_FORCE_MS);
    changing = { result };
    isSwitching = false;
  }
  let isSwitching = false;
  let isOnline = true;

  let last = performance.now();
  let due = 0;
  timers.push(
    setInterval(() => {
      const now = performance.now();
      due += ((now - last) / 1000) * perSecond;
      last = now;
      for (; due >= 1; due -= 1) follow(one());
    }, TICK_MS),
  );
  every(500, () => leave('streams/hold'));
  every(500, () => leave('streams/upload', { method: 'POST', body: unfinished() }));
  every(1_000, leaveAnswer);
  every(2_000, readSlowly);
  every(1_000, () => upload(UPLOAD));
  every(1_000, () => upload(Readable.from(chunks())));
  every(250, async () => {
    await call('limited', { path: 'limited/item', headers: { 'x-client-id': world.limited.clientKey } });
  });
  every(5_000, switchOver);
  every(3_000, tokens.renew);

  return {
    seen,
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      tokens.stop();
      while (running.size > 0) await Promise.all(running);
      await pool.close();
    },
  };
}

const is = (expected: string) => (result: string) => result === expected;

/** Some of a body, whose rest never comes. */
function unfinished(): Readable {
  const body = new Readable({ read() {} });
  body.push(UPLOAD.subarray(0, 100_000));
  return body;
}

function* chunks(): Generator<Buffer> {
  for (let at = 0; at < UPLOAD.length; at += 50_000) yield UPLOAD.subarray(at, at + 50_000);
}
