import { parse } from 'graphql';
import {
  describedNames,
  likelyNames,
  type MemberNames,
  shapeDifferences,
  shapeOf,
} from '../../../domain/rehearsal/answer-shape.ts';
import type { AnswerDifference } from '../../../domain/rehearsal/rehearsal.ts';
import { isObject } from '../../../foundation/json.ts';
import { responseNames } from '../../../graphql/schema/response-names.ts';
import { answerFindings, type SampledAnswer, textOf } from '../../../openapi/contract/answer-faults.ts';
import type { ContractCode } from '../../../openapi/contract/contract-code.ts';

/** The answers of both versions to one request. */
export type AnswerPair = {
  readonly before: SampledAnswer;
  readonly after: SampledAnswer;
  /** The body of a GraphQL request; null of a REST call. */
  readonly request: Uint8Array | null;
};

type CompareAnswersInput = {
  readonly pairs: readonly AnswerPair[];
  /** The names of members that the documents have; null where neither version has a document. */
  readonly names: readonly string[] | null;
  /** The checks of the successor's answers; null for none. */
  readonly code: ContractCode | null;
};

/** The comparison of two answers. The bodies were not compared where one of them cannot be read. */
export type ComparedAnswers = { readonly differences: readonly AnswerDifference[]; readonly isRead: boolean };

/** Compares answers of one operation. It is work for a child process. */
export function comparedAnswers({ pairs, names, code }: CompareAnswersInput): ComparedAnswers[] {
  const described = names === null ? likelyNames : describedNames(new Set(names));
  const findings = code ? answerFindings({ code, answers: pairs.map(({ after }) => after) }) : [];
  return pairs.map((pair, at) => {
    const finding = findings[at] ?? 'unchecked';
    const { differences, isRead } = compared(pair, described);
    if (typeof finding === 'string') return { differences, isRead };
    const { pointer, keyword } = finding;
    const violation = { kind: 'DOCUMENT_VIOLATION', pointer, was: '', now: keyword } as const;
    return { differences: [...differences, violation], isRead };
  });
}

/** Compares two answers. Bodies of different statuses are for different purposes, and are not compared. */
function compared({ before, after, request }: AnswerPair, described: MemberNames): ComparedAnswers {
  if (before.status !== after.status) {
    const [was, now] = [`${before.status}`, `${after.status}`];
    return { differences: [{ kind: 'STATUS', pointer: '/status', was, now }], isRead: true };
  }
  const [was, now] = [mediaTypeOf(before), mediaTypeOf(after)];
  if (was !== now) {
    const pointer = '/header/Content-Type';
    return { differences: [{ kind: 'MEDIA_TYPE', pointer, was, now }], isRead: true };
  }
  // A HEAD, and an answer without content.
  if (was !== 'JSON' || (before.body.length === 0 && after.body.length === 0))
    return { differences: [], isRead: was === 'NONE' || was === 'JSON' };
  try {
    const names = request ? namesOfRequest(request) : described;
    const at = request ? '' : '/body';
    const shapes = [before, after].map((answer) => shapeOf(jsonOf(answer), names, at));
    const [old = new Map(), successor = new Map()] = shapes;
    return { differences: shapeDifferences(old, successor), isRead: true };
  } catch {
    // It is no JSON, cannot be decoded, or is nested too deep.
    return { differences: [], isRead: false };
  }
}

function jsonOf(answer: SampledAnswer): unknown {
  const text = textOf(answer);
  if (text === undefined) throw new TypeError('The body has a coding that is not read.');
  return JSON.parse(text);
}

/** The kinds of media types. A back-end may write anything into the header, so its text is not kept. */
function mediaTypeOf({ type, body }: SampledAnswer): string {
  const essence = (type ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (essence === '') return body.length === 0 ? 'NONE' : 'OTHER';
  if (/[/+]json$/.test(essence)) return 'JSON';
  if (/[/+]xml$/.test(essence)) return 'XML';
  if (essence === 'text/html') return 'HTML';
  if (essence.startsWith('text/')) return 'TEXT';
  return 'OTHER';
}

/** @throws GraphQLError, SyntaxError: the request was read before, so that none is expected */
function namesOfRequest(request: Uint8Array): MemberNames {
  const body: unknown = JSON.parse(Buffer.from(request).toString());
  if (!isObject(body) || typeof body['query'] !== 'string') throw new TypeError('It has no document.');
  const { query, operationName } = body;
  return responseNames(parse(query), typeof operationName === 'string' ? operationName : '');
}
