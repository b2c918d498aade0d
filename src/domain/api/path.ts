import { type InputPath, refuse } from '../../foundation/errors.ts';

/** RFC 3986 §2.3: characters that mean the same however they are written. */
const SEGMENT = /^[A-Za-z0-9._~-]+$/;
const SEGMENTS_MAX = 6;
const LENGTH_MAX = 200;

/**
 * Is it a path that a gateway can be given: `/segment(/segment)*`, at most six, of unreserved characters?
 *
 * Dot segments, encoded characters and a slash at the end are left out, so that one path is written in one way only.
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

/** What a path begins with: `customerdb` of `/customerdb/v1`. */
export function firstSegment(path: string): string {
  return path.split('/')[1] ?? '';
}
