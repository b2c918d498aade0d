import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { membersOf } from '../../domain/json-members.ts';
import type { Cost } from '../../graphql/static-cost.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { uncharge } from '../admission/cost-limit.ts';
import type { Call } from '../call.ts';

/** How an answer passes: not read, read on its way, or held until it is whole. */
export type Passage = 'UNREAD' | 'READ' | 'HELD';

/** Reads an answer for what it cost. Only calls that somebody wants that of have one. */
export type AnswerReader = {
  passageOf(status: number, headers: readonly string[]): Passage;
  /** A whole answer that was read. */
  read(body: Buffer): void;
  /** A whole answer that was held, as the caller gets it. */
  told(body: Buffer): Buffer;
};

/** A larger answer is not read: it passes as it comes, and what it was charged for stays charged. */
export const ANSWER_BYTES_MAX = 1_000_000;

const options = { maxOutputLength: ANSWER_BYTES_MAX };
const decoders: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gunzip)(body, options),
  deflate: (body) => promisify(inflate)(body, options),
  br: (body) => promisify(brotliDecompress)(body, options),
};
const JSON_TYPE = /^application\/(?:graphql-response\+)?json(?:\s*;|$)/i;

export type AnswerDeps = {
  readonly limits: Pick<RateLimits, 'refund'>;
  readonly onFault: (error: unknown) => void;
};

/**
 * The reader of a call's answer, where its plan has a window of costs or its caller asked what it cost.
 *
 * Decision: an answer without data gives nothing back, for the work may be done all the same; nor does one whose cost
 * cannot be told because of a fault of the platform, which the operator is told.
 */
export function answerReader(call: Call, { limits, onFault }: AnswerDeps): AnswerReader | null {
  const { document, charge } = call;
  if (!document || (!charge && !document.tellsCost)) return null;
  const { fieldCost, typeCost } = document.measure;
  let coding = 'identity';

  /** What it cost, as JSON tells it; what was charged beyond that is given back. */
  function settle(body: Buffer): Cost | undefined {
    try {
      const actual = document?.costOf(readJson(body));
      if (actual) uncharge(call, limits, Math.max(actual.fieldCost, actual.typeCost));
      return actual;
    } catch (error) {
      onFault(error);
      return undefined;
    }
  }
  return {
    passageOf(status, headers) {
      coding = headerOf(headers, 'content-encoding') ?? 'identity';
      const isJson = JSON_TYPE.test(headerOf(headers, 'content-type') ?? '');
      if (status < 200 || !isJson) return 'UNREAD';
      if (document.tellsCost && coding === 'identity') return 'HELD';
      return charge && (coding === 'identity' || coding in decoders) ? 'READ' : 'UNREAD';
    },
    read(body) {
      const decode = decoders[coding];
      if (!decode) settle(body);
      // What cannot be decoded, or is too large when it is, stays charged.
      else
        void decode(body)
          .then(settle)
          .catch(() => {});
    },
    told(body) {
      const actual = settle(body);
      const cost = { requestCosts: { fieldCost, typeCost }, responseCosts: actual ?? null };
      return actual ? withCost(body, JSON.stringify(cost)) : body;
    },
  };
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The last one counts, and in lower case: of names and values in turn. */
function headerOf(headers: readonly string[], name: string): string | undefined {
  for (let at = headers.length - 2; at >= 0; at -= 2)
    if (headers[at]?.toLowerCase() === name) return headers[at + 1]?.toLowerCase();
  return undefined;
}

/** Written into the text, which may have numbers that no reader of JSON here could hold. */
function withCost(body: Buffer, cost: string): Buffer {
  const text = body.toString('utf8');
  const members = membersOf(text);
  const extensions = members.find(({ name }) => name === 'extensions');
  const own =
    extensions && text.slice(extensions.valueStart, extensions.end).trimStart().startsWith('{')
      ? membersOf(text, text.indexOf('{', extensions.valueStart))
      : [];
  const written = (all: readonly { start: number; end: number }[]) =>
    all.map(({ start, end }) => text.slice(start, end).trimEnd());
  const kept = written(own.filter(({ name }) => name !== 'cost'));
  const said = `"extensions":{${[...kept, `"cost":${cost}`].join(',')}}`;
  return Buffer.from(`{${[...written(members.filter((each) => each !== extensions)), said].join(',')}}`);
}
