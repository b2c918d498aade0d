import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { Rename } from '../../openapi/to-graphql/rename.ts';

/** The GraphQL server of .meshrc.yaml. It alone has no documents of its own. */
export const meshServerName = 'sample';

/** A REST back-end behind a GraphQL server, without its document. */
export type SourceSettings = {
  readonly name: string;
  readonly url: string;
  /** Operations of the server of .meshrc.yaml. Other servers report theirs after they are built. */
  readonly operations?: readonly string[];
  readonly rename?: Rename;
  /** The headers of the caller that are passed on, in lower case. */
  readonly headers?: readonly string[];
  readonly timeoutMs?: number;
};

/** The time limit of a back-end whose source sets none. */
export const SOURCE_TIMEOUT_MS = 5_000;
const TIMEOUT_MS_MAX = 60_000;
const HEADERS_MAX = 20;
const HEADER = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Headers of the connection, and headers that the call itself sets. (RFC 9110 §7.6.1) */
const OWN =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|accept|accept-encoding|proxy-.*)$/;

/**
 * Checks the caller's headers that a source is passed, and returns them in lower case.
 *
 * @throws BAD_USER_INPUT for text that is no header name, and for headers that are not the caller's
 */
export function passedOnHeaders(names: readonly string[], path: InputPath): string[] {
  if (names.length > HEADERS_MAX)
    refuse('BAD_USER_INPUT', { detail: `A source gets ${HEADERS_MAX} headers at most.`, path });
  return names.map((rawName, index) => {
    const name = rawName.toLowerCase();
    if (!HEADER.test(name) || OWN.test(name))
      refuse('BAD_USER_INPUT', {
        detail: `${JSON.stringify(rawName.slice(0, 80))} cannot be passed on: name a header such as Authorization.`,
        path: [...path, index],
      });
    return name;
  });
}

/** @throws BAD_USER_INPUT unless it is 1 to 60,000 ms */
export function checkTimeout(timeoutMs: number, path: InputPath): void {
  if (timeoutMs >= 1 && timeoutMs <= TIMEOUT_MS_MAX) return;
  refuse('BAD_USER_INPUT', { detail: `Give a source 1 to ${TIMEOUT_MS_MAX} milliseconds.`, path });
}
