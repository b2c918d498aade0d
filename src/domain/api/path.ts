import { type InputPath, refuse } from '../../foundation/errors.ts';

/** Characters that mean the same however they are written. (RFC 3986 §2.3) */
const SEGMENT = /^[A-Za-z0-9._~-]+$/;
const SEGMENTS_MAX = 6;
const LENGTH_MAX = 200;

/**
 * Is true for paths that the gateway can serve. They are `/segment(/segment)*`, at most six segments of unreserved
 * characters.
 *
 * Dot segments, encoded characters and a final slash are excluded, so that every path has exactly one spelling.
 */
export function isPath(text: string): boolean {
  const [before, ...segments] = text.split('/');
  return (
    before === '' &&
    segments.length > 0 &&
    text.length <= LENGTH_MAX &&
    segments.length <= SEGMENTS_MAX &&
    segments.every((segment) => SEGMENT.test(segment) && !/^\.\.?$/.test(segment))
  );
}

/** @throws BAD_USER_INPUT when it is no such path */
export function checkPath(text: string, path: InputPath): void {
  if (isPath(text)) return;
  refuse('BAD_USER_INPUT', {
    detail: `${JSON.stringify(text.slice(0, LENGTH_MAX))} is not a path: begin with a slash, then at most ${SEGMENTS_MAX} segments of letters, digits, dots, hyphens, underscores and tildes, no dot segments, no slash at the end.`,
    path,
  });
}

/** Returns the first segment of a path: `customerdb` of `/customerdb/v1`. */
export function firstSegment(path: string): string {
  return path.split('/')[1] ?? '';
}
