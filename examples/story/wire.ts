import { setTimeout as sleep } from 'node:timers/promises';
import { type Concealment, createConcealment } from './concealment.ts';
import { Unmet } from './expect.ts';
import { contentInShort } from './short.ts';

/** A busy machine takes its time for the first document. It begins a thread, which yields to others. */
const ANSWER_WITHIN_MS = 60_000;
/** A change holds on the gateway at the latest one second after its commit. (architecture.md, "The three flows") */
const SETTLED_AFTER_MS = 1_200;
/** A busy machine is given more. */
const PATIENCE_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 100;

export type Request = {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body in short, for the evidence. */
  readonly about?: string;
  /** The whole request in short. By default: method, path, the headers that authenticate, and the body. */
  readonly named?: string;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, where it is JSON. */
  readonly json: unknown;
};

/** A request and its answer, as they are printed. */
export type Exchange = { readonly request: string; readonly answer: string };

/** Sends requests and keeps the evidence: each request and answer in short, without secrets. */
export type Wire = Pick<Concealment, 'hide' | 'hideMembersOf' | 'conceal'> & {
  /** @throws Unmet when there is no answer */
  send(request: Request): Promise<Answer>;
  /** Asks again until a change holds, at most five seconds. Gives the last answer, which is also the evidence. */
  eventually(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer>;
  /** Asks again while a change goes through. Gives the first answer that is not as it was, or else the last. */
  throughout(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer>;
  /** Says what matters in the last answer, in place of its body. */
  show(found: string): void;
  /** The evidence since the last time. */
  evidence(): Exchange[];
};

export function createWire({ answerWithinMs = ANSWER_WITHIN_MS } = {}): Wire {
  const concealment = createConcealment();
  const { conceal, hideMembersOf } = concealment;
  let exchanges: { request: string; status: number | undefined; found: string }[] = [];

  async function send(request: Request): Promise<Answer> {
    const exchange = { request: requestInShort(request), status: undefined as number | undefined, found: '' };
    exchanges.push(exchange);
    const [, token] = /^\w+ (.+)$/.exec(request.headers?.['Authorization'] ?? '') ?? [];
    if (token) concealment.hide(token);
    const answer = await fetched(request, answerWithinMs);
    hideMembersOf(answer.json);
    exchange.status = answer.status;
    exchange.found = answerInShort(answer);
    return answer;
  }

  async function askAgain(
    ask: () => Promise<Answer>,
    { until, forMs }: { until: (answer: Answer) => boolean; forMs: number },
  ): Promise<Answer> {
    const end = Date.now() + forMs;
    for (;;) {
      const before = exchanges.length;
      const answer = await ask();
      if (until(answer) || Date.now() > end) return answer;
      exchanges.length = before;
      await sleep(ASK_AGAIN_AFTER_MS);
    }
  }

  return {
    ...concealment,
    send,
    eventually: (ask, holds) => askAgain(ask, { until: holds, forMs: PATIENCE_MS }),
    throughout: (ask, holds) => askAgain(ask, { until: (answer) => !holds(answer), forMs: SETTLED_AFTER_MS }),
    show(found) {
      const last = exchanges.at(-1);
      if (last) last.found = found;
    },
    evidence() {
      const since = exchanges.map(({ request, status, found }) => ({
        request: conceal(request),
        answer: conceal(status === undefined ? 'no answer' : `${status}  ${found}`.trimEnd()),
      }));
      exchanges = [];
      return since;
    },
  };
}

async function fetched(
  { method = 'GET', url, headers, body }: Request,
  answerWithinMs: number,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  } catch (error) {
    const { origin } = new URL(url);
    if ((error as Error).name === 'TimeoutError')
      throw new Unmet(
        `${origin} does not answer within ${answerWithinMs / 1000} seconds: it listens, but the machine is busy. Try again when it is not`,
      );
    throw new Unmet(`${origin} does not answer (${faultOf(error)})`);
  }
}

function faultOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message: string } };
  return cause?.code ?? cause?.message ?? message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requestInShort({ method = 'GET', url, headers = {}, about, named }: Request): string {
  if (named !== undefined) return named;
  const who = ['X-Client-Id', 'Authorization'].flatMap((name) =>
    headers[name] === undefined ? [] : `${name}: ${headers[name]}`,
  );
  const what = about === undefined ? [] : [about];
  return [`${method} ${new URL(url).pathname}`, ...who, ...what].join('   ');
}

/** A refusal by its code and sentence, data by what it holds. (architecture.md, "What a refused call gets") */
function answerInShort({ text, json }: Answer): string {
  const { errors, data, code, detail, error, error_description } = (json ?? {}) as {
    errors?: readonly { message: string; extensions?: { code?: string } }[];
    data?: unknown;
    code?: string;
    detail?: string;
    error?: string;
    error_description?: string;
  };
  const [first] = errors ?? [];
  if (first) return `${first.extensions?.code ?? 'no code'}: ${first.message}`;
  if (code !== undefined && detail !== undefined) return `${code}: ${detail}`;
  if (error !== undefined) return `${error}: ${error_description ?? ''}`;
  return contentInShort(data ?? json ?? text);
}
