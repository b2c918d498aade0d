import { refuse } from '../../foundation/errors.ts';

/**
 * Names with one space between them.
 *
 * A name has no space, quotation mark, backslash or control character.
 */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/**
 * The scopes of a token: those requested, or without a request all on offer.
 *
 * Each is there once. A request for another scope is refused as a whole. (RFC 6749 §3.3 leaves both to the server.)
 *
 * @param offering what offers them, as the beginning of a sentence
 * @throws SCOPE_INVALID when the text is no scope, or names one that is not offered
 */
export function grantedScopes(
  requested: string | undefined,
  offered: readonly string[],
  offering = 'The OAuth provider',
): readonly string[] {
  if (requested === undefined) return offered;
  if (!SCOPE.test(requested))
    refuse('SCOPE_INVALID', { detail: 'A scope is a list of names with one space between them.' });
  const names = [...new Set(requested.split(' '))];
  const unknown = names.find((name) => !offered.includes(name));
  if (unknown !== undefined) refuse('SCOPE_INVALID', { detail: `${offering} has no scope ${unknown}.` });
  return names;
}
