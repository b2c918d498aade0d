import { refuse } from '../errors.ts';

/** Names with one space between them; a name has no space, quotation mark, backslash or control character. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/**
 * The scopes that a token gets: those asked for, each once, or without a request all that the provider has. A request
 * for a scope that the provider lacks is refused as a whole. (RFC 6749 §3.3 leaves both to the server.)
 *
 * @throws SCOPE_INVALID when the text is no scope, or names one that the provider does not have
 */
export function grantedScopes(requested: string | undefined, offered: readonly string[]): readonly string[] {
  if (requested === undefined) return offered;
  if (!SCOPE.test(requested))
    refuse('SCOPE_INVALID', { detail: 'A scope is a list of names with one space between them.' });
  const names = [...new Set(requested.split(' '))];
  const unknown = names.find((name) => !offered.includes(name));
  if (unknown !== undefined)
    refuse('SCOPE_INVALID', { detail: `The OAuth provider has no scope ${unknown}.` });
  return names;
}
