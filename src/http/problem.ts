import { catalogue, type Refusal } from '../foundation/errors.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** A refusal as a problem document. (RFC 9457) */
export function problem(refused: Refusal, requestId: string): string {
  return JSON.stringify({ ...kindOf(refused), detail: refused.message, code: refused.code, requestId });
}

/** The members that all refusals of one code share. */
export function kindOf({ code, status }: Refusal) {
  const type = `urn:gatehouse:problem:${code.toLowerCase().replaceAll('_', '-')}`;
  return { type, title: catalogue[code][1], status };
}
