import { catalogue, codeInAddress, type Refusal } from '../foundation/errors.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/**
 * A refusal as a problem document. (RFC 9457)
 * @param portalUrl the portal that explains it; undefined where none is known
 */
export function problem(refused: Refusal, requestId: string, portalUrl?: string): string {
  return JSON.stringify({
    ...kindOf(refused, portalUrl),
    detail: refused.message,
    ...hintOf(refused),
    code: refused.code,
    requestId,
  });
}

/** The members of a refusal that advise the caller. */
export const hintOf = ({ hint, successor }: Refusal) => ({
  ...(hint !== undefined && { hint }),
  ...(successor !== undefined && { successor }),
});

/**
 * The members that all refusals of one code share in a portal.
 *
 * Decision: the type is the page of the catalog's portal that explains the code. Before a catalog is known, and in a
 * gateway that does not know the address of the portals, it is a URN. Programs read `code`, which is the same for ever.
 */
export function kindOf({ code, status }: Refusal, portalUrl?: string) {
  const name = codeInAddress(code);
  const type = portalUrl === undefined ? `urn:gatehouse:problem:${name}` : `${portalUrl}/errors/${name}`;
  return { type, title: catalogue[code][1], status };
}
