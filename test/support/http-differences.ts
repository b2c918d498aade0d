// The readers of the platform beside Node's parser and llhttp, over messages of chance: whatever ours take, the others
// read the same.
import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { brokenRuleOf } from '../../src/http/ingress/request-rules.ts';
import { readPlainHead } from '../../src/http/plain/plain-head.ts';
import { ResponseReader } from '../../src/infrastructure/outbound/upstream/response-reader.ts';
import { MutatedMessages } from './http-mutations.ts';
import { type ReadMessage, readByClient, readByServer, StrictLlhttp } from './http-parsers.ts';

export type Differences = {
  /** Messages that the platform's reader took. */
  readonly accepted: number;
  /** The first of those that another reader reads in another way. */
  readonly differing: readonly { readonly text: string; readonly ours: unknown; readonly theirs: unknown }[];
};

const SHOWN_MAX = 5;
const HEAD_END = '\r\n\r\n';

/** Compares requests that are plain. */
export async function differingRequests(cases: number, seed: number): Promise<Differences> {
  const messages = new MutatedMessages('REQUEST', seed);
  const llhttp = new StrictLlhttp();
  const differing: Differences['differing'][number][] = [];
  let accepted = 0;
  for (let count = 0; count < cases && differing.length < SHOWN_MAX; count += 1) {
    const text = messages.next();
    const end = text.indexOf(HEAD_END);
    const head = end < 0 ? undefined : readPlainHead(text.slice(0, end + 2));
    if (!head || text.length !== end + HEAD_END.length + head.bodyBytes) continue;
    accepted += 1;
    const { method, target, rawHeaders: headers, isKept } = head;
    const request = {
      httpVersion: '1.1',
      headers: head.headers,
      rawHeaders: headers,
      method,
    } as IncomingMessage;
    // It has to meet the rules for any request, too.
    const refused = brokenRuleOf(request);
    if (refused) differing.push({ text, ours: head, theirs: refused });
    const ours = { line: `${method} ${target}`, headers, body: text.slice(end + HEAD_END.length) };
    const bytes = Buffer.from(text, 'latin1');
    const [byNode, byLlhttp] = [await readByServer(bytes, isKept), llhttp.read(bytes)];
    if (!isDeepStrictEqual(byNode, ours) || !isDeepStrictEqual(byLlhttp, { ...ours, line: target }))
      differing.push({ text, ours, theirs: [byNode, byLlhttp] });
  }
  return { accepted, differing };
}

/** Compares answers of back-ends. */
export async function differingResponses(cases: number, seed: number): Promise<Differences> {
  const messages = new MutatedMessages('RESPONSE', seed);
  const differing: Differences['differing'][number][] = [];
  let accepted = 0;
  for (let count = 0; count < cases && differing.length < SHOWN_MAX; count += 1) {
    const text = messages.next();
    const method = count % 8 === 0 ? 'HEAD' : 'GET';
    const bytes = Buffer.from(text, 'latin1');
    const ours = readByUs(bytes, method);
    if (!ours) continue;
    accepted += 1;
    const theirs = await readByClient(bytes, method);
    if (!isDeepStrictEqual(theirs, ours) && !isStricter(theirs)) differing.push({ text, ours, theirs });
  }
  return { accepted, differing };
}

/**
 * Faults that Node finds in answers and the gateway, as RFC 9112, does not.
 *
 * The gateway skips any extension of a chunk up to its line's end and passes none on, takes a tab for a blank around a length or a size, does not look at the names of trailers, and
 * awaits an answer behind an interim one that says `close`.
 */
const STRICTER = /chunk (?:extension|size)|Content-Length|Data after `Connection: close`/;

const isStricter = (theirs: ReadMessage | string) => typeof theirs === 'string' && STRICTER.test(theirs);

/** Reads an answer as the gateway does. Undefined: it is refused, incomplete, or more follows, which ends the connection. */
function readByUs(bytes: Buffer, method: string): ReadMessage | undefined {
  let [line, headers, body] = ['', [] as readonly string[], ''];
  const reader = new ResponseReader({
    onHead(head) {
      line = `${head.status}`;
      headers = head.headers;
    },
    onData(part) {
      body += part.toString('latin1');
    },
  });
  reader.begin(method);
  try {
    reader.read(bytes);
  } catch {
    return undefined;
  }
  return (reader.isOver && !reader.hasMore) || reader.endsByClose ? { line, headers, body } : undefined;
}
