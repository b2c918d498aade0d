import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { ContractChecks, type ContractFault } from './contract-checks.ts';
import type { ContractCode } from './contract-code.ts';
import type { PlannedAnswer } from './operation-plan.ts';
import { contentOf } from './request-faults.ts';

/** An answer of a back-end, as it came. */
export type SampledAnswer = {
  readonly status: number;
  /** The header Content-Type; undefined for none. */
  readonly type: string | undefined;
  /** The content coding: `identity`, or another. */
  readonly coding: string;
  readonly body: Uint8Array;
};

type AnswersInput = { readonly code: ContractCode; readonly answers: readonly SampledAnswer[] };

/** The finding on an answer. It has a fault, keeps to its document, or could not be checked. */
export type AnswerFinding = ContractFault | 'kept' | 'unchecked';

const BODY_MAX = 1_000_000;
const UTF8 = /;\s*charset="?(?!utf-?8\b)/i;
const decoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  identity: (body) => body,
  gzip: (body) => gunzipSync(body, { maxOutputLength: BODY_MAX }),
  deflate: (body) => inflateSync(body, { maxOutputLength: BODY_MAX }),
  br: (body) => brotliDecompressSync(body, { maxOutputLength: BODY_MAX }),
};

/** Checks answers of an operation against its document. It is work for a child process. */
export function answerFindings({ code, answers }: AnswersInput): AnswerFinding[] {
  const checks = new ContractChecks(code);
  return answers.map((answer) => {
    checks.begin();
    try {
      return findingOn(answer, checks);
    } catch {
      // It takes too much work, is nested too deep, or cannot be decoded.
      return 'unchecked';
    }
  });
}

/**
 * Finds what an answer breaks.
 *
 * Decision: an answer with 5xx that the document does not describe breaks nothing, for any back-end may fail.
 */
function findingOn({ status, type, coding, body }: SampledAnswer, checks: ContractChecks): AnswerFinding {
  const planned = plannedFor(checks.plan.answers, status);
  if (!planned) return status >= 500 ? 'kept' : { pointer: `/status/${status}`, keyword: 'status' };
  if (planned.content.length === 0 || body.length === 0) return 'kept';
  if (type === undefined) return { pointer: '/header/Content-Type', keyword: 'required' };
  const content = contentOf(planned.content, (type.split(';', 1)[0] ?? '').trim().toLowerCase());
  if (!content) return { pointer: '/header/Content-Type', keyword: 'mediaType' };
  const text = content.check === null ? undefined : textOf({ type, coding, body });
  if (content.check === null || text === undefined) return 'unchecked';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { pointer: '/body', keyword: 'json' };
  }
  const fault = checks.faultOf(content.check, value);
  return fault ? { pointer: `/body${withoutPositions(fault.pointer)}`, keyword: fault.keyword } : 'kept';
}

/**
 * Decodes the text of an answer.
 *
 * @returns undefined for an unknown coding, or another charset than UTF-8
 * @throws the fault of what cannot be decoded, or is larger than a megabyte when it is
 */
export function textOf({ type, coding, body }: Omit<SampledAnswer, 'status'>): string | undefined {
  const decode = decoders[coding];
  return !decode || UTF8.test(type ?? '') ? undefined : Buffer.from(decode(body)).toString();
}

/** All items of a list are one place. */
const withoutPositions = (pointer: string) => pointer.replace(/\/\d{1,9}(?=\/|$)/g, '/*');

/** Finds the description of a status. Its own precedes that of its class. (OpenAPI, Responses Object) */
export function plannedFor(answers: readonly PlannedAnswer[], status: number): PlannedAnswer | undefined {
  return (
    answers.find((each) => each.status === `${status}`) ??
    answers.find((each) => each.status === `${Math.floor(status / 100)}XX`) ??
    answers.find((each) => each.status === 'default')
  );
}
