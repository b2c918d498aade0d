import { isDeepStrictEqual } from 'node:util';
import { inShort } from './short.ts';

/** Thrown by a step that finds something other than spec.md says. */
export class Unmet extends Error {
  override readonly name = 'Unmet';
}

/** @throws Unmet, which says what was expected and what was found */
export function equal(what: string, found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected))
    throw new Unmet(`${what}: expected ${inShort(expected)}, found ${inShort(found)}`);
}

/** @throws Unmet when the condition does not hold */
export function holds(expectation: string, condition: boolean, found?: unknown): void {
  if (!condition)
    throw new Unmet(`expected ${expectation}${found === undefined ? '' : `, found ${inShort(found)}`}`);
}
