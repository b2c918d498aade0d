import { catalogue, type Refusal } from '../foundation/errors.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** A refusal as a problem document. (RFC 9457) */
export function problem(refused: Refusal, requestId: string): string {
  return JSON.stringify({
    ...kindOf(refused),
    detail: refused.message,
    ...hintOf(refused),
    code: refused.code,
    requestId,
  });
}

/** The member of a refusal that has a hint. */
export const hintOf = ({ hint }: Refusal) => (hint === undefined ? {} : { hint });

/** The members that all refusals of one code share. */
export function kindOf({ code, status }: Refusal) {
  const type = `urn:gatehouse:problem:${code.toLowerCase().replaceAll('_', '-')}`;
  return { type, title: catalogue[code][1], status };
}
