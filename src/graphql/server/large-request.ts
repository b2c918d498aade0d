import { type Refusal, refusal, refuse } from '../../foundation/errors.ts';
import { freshTurn } from '../../foundation/event-loop-turns.ts';
import { TurnQueue } from '../../foundation/turn-queue.ts';
import { inFewChildren } from '../../infrastructure/child-processes/concurrency-limit.ts';
import { withDocumentsAsTexts } from '../../openapi/document-texts.ts';
import { exceededBound, type JsonBounds } from '../validation/nesting.ts';
import { orgTurns } from './org-turns.ts';
import type { RequestBody } from './request-body.ts';

/**
 * Bounds of a request's JSON. Documents of APIs are among its variables; their reader reports those nested too deep.
 */
export const JSON_BOUNDS: JsonBounds = { depthMax: 500, valuesMax: 500_000 };
/**
 * Bounds of a large request without its documents: a manifest of thousands of things. Reading it takes a twentieth of a
 * second.
 */
export const REST_BOUNDS: JsonBounds = { ...JSON_BOUNDS, valuesMax: 200_000 };

/** Bytes of a request that this process reads: a few hundredths of a second. */
export const READ_HERE_MAX = 500_000;
/**
 * Bytes that are scanned before the rest is read. A child process takes time and memory; the scan is long enough to
 * detect a hostile text.
 */
const LOOKED_AT = 2_000_000;

/**
 * Large requests that are read at a time: in all, and of one org. Each may take twenty megabytes. The senders of the
 * others wait.
 */
const largeRequests = new TurnQueue({
  atOnceMax: 64,
  atOnceEach: 4,
  waitingMax: [400, 20],
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many of your large requests wait: try again when some are answered.',
      headers: { 'Retry-After': '5' },
    }),
});
/** The time after which a sender is slow. The next one begins: one that sends little holds up nobody. */
const SLOW_MS = 10_000;

/**
 * Reads the body of a large request in a child process. The child process returns JSON in which documents are texts.
 * This process then reads megabytes in hundredths of a second, because it parses no documents.
 *
 * @param queueKey the org whose turn a child process takes
 * @throws BAD_USER_INPUT for text that is no JSON, or nested too deep; REQUEST_TOO_LARGE for too many values;
 * TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function readLargeRequest(
  body: RequestBody,
  queueKey: string,
  slowMs = SLOW_MS,
): Promise<object> {
  let reading = Promise.resolve();
  const request = await largeRequests.run([queueKey], async () => {
    reading = readWhole(body);
    return (await isDoneWithin(reading, slowMs)) ? parsedInChild(body, queueKey) : undefined;
  });
  if (request) return request;
  await reading;
  return parsedInChild(body, queueKey);
}

/** Reads the rest of a body, unless its beginning is hostile. */
async function readWhole(body: RequestBody): Promise<void> {
  await body.read(LOOKED_AT);
  await freshTurn();
  checkJson(body.text(), JSON_BOUNDS);
  await body.read();
}

async function isDoneWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([work.then(() => true), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function parsedInChild(body: RequestBody, queueKey: string): Promise<object> {
  const leave = orgTurns.enter(queueKey);
  try {
    await (orgTurns.turn(queueKey) ?? freshTurn());
    const input = body.copy();
    const json = await inFewChildren(queueKey, {
      module: 'graphql/server/large-request',
      work: requestOfBytes,
      input,
      tooMuch: tooLong,
    });
    await (orgTurns.turn(queueKey) ?? freshTurn());
    const request = JSON.parse(json) as object;
    // Whoever uses it begins in another turn.
    await freshTurn();
    return request;
  } finally {
    leave();
  }
}

export const requestOfBytes = (bytes: Uint8Array) => requestWithTexts(new TextDecoder().decode(bytes));

export function requestWithTexts(text: string): string {
  checkJson(text, JSON_BOUNDS);
  const request = parsed(text);
  if (typeof request !== 'object' || request === null)
    refuse('BAD_USER_INPUT', { detail: 'The body of a POST is a JSON object.' });
  const json = JSON.stringify(withDocumentsAsTexts(request));
  checkJson(json, REST_BOUNDS);
  return json;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return refuse('BAD_USER_INPUT', { detail: 'POST body sent invalid JSON.', cause });
  }
}

const tooLong = (amount: string): Refusal =>
  refusal('REQUEST_TOO_LARGE', { detail: `The request takes ${amount} to read: send less in one.` });

/** @throws BAD_USER_INPUT for JSON that is nested too deep; REQUEST_TOO_LARGE for too many values */
export function checkJson(text: string, bounds: JsonBounds): void {
  const exceeded = exceededBound(text, bounds);
  if (exceeded === 'depthMax')
    refuse('BAD_USER_INPUT', {
      detail: `The JSON of a request may be nested ${bounds.depthMax} deep: send a document that is deeper as a text.`,
    });
  if (exceeded === 'valuesMax')
    refuse('REQUEST_TOO_LARGE', {
      detail: `The JSON of a request may hold ${bounds.valuesMax} values: send a document that holds more as a text.`,
    });
}
