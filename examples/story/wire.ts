import { setTimeout as sleep } from 'node:timers/promises';
import { type Concealment, createConcealment } from './concealment.ts';
import { Unmet } from './expect.ts';
import { inShort } from './short.ts';

const ANSWER_WITHIN_MS = 20_000;
/** A change holds on the gateway at the latest one second after its commit; a busy machine is given more. */
const PATIENCE_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 100;

export type Request = {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The request in short; without it, the method, the URL and the headers that tell who asks. */
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
  /** Asks again until the answer is as expected; the evidence is of the last time. Gives up after five seconds. */
  eventually<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T>;
  /** Says what matters in the last answer, in place of its body. */
  show(found: string): void;
  /** The evidence since the last time. */
  evidence(): Exchange[];
};

export function createWire(): Wire {
  const concealment = createConcealment();
  const { conceal, hideMembersOf } = concealment;
  let exchanges: { request: string; status: number | undefined; found: string }[] = [];

  async function send(request: Request): Promise<Answer> {
    const exchange = { request: requestInShort(request), status: undefined as number | undefined, found: '' };
    exchanges.push(exchange);
    const [, token] = /^\w+ (.+)$/.exec(request.headers?.['Authorization'] ?? '') ?? [];
    if (token) concealment.hide(token);
    const answer = await fetched(request);
    hideMembersOf(answer.json);
    exchange.status = answer.status;
    exchange.found = answerInShort(answer);
    return answer;
  }

  return {
    ...concealment,
    send,
    async eventually(ask, isThere) {
      const end = Date.now() + PATIENCE_MS;
      for (;;) {
        const before = exchanges.length;
        const answer = await ask();
        if (isThere(answer) || Date.now() > end) return answer;
        exchanges.length = before;
        await sleep(ASK_AGAIN_AFTER_MS);
      }
    },
    show(found) {
      const last = exchanges.at(-1);
      if (last) last.found = found;
    },
    evidence() {
      const since = exchanges.map(({ request, status, found }) => ({
        request: conceal(request),
        answer: conceal(status === undefined ? 'no answer' : `${status}  ${found}`),
      }));
      exchanges = [];
      return since;
    },
  };
}

async function fetched({ method = 'GET', url, headers, body }: Request): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  } catch (error) {
    throw new Unmet(`${new URL(url).origin} does not answer (${faultOf(error)})`);
  }
}

function faultOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requestInShort({ method = 'GET', url, headers = {}, named }: Request): string {
  if (named !== undefined) return named;
  const who = ['X-Client-Id', 'Authorization'].flatMap((name) =>
    headers[name] === undefined ? [] : `${name}: ${headers[name]}`,
  );
  return [`${method} ${url}`, ...who].join('   ');
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
  return inShort(data ?? json ?? text);
}
