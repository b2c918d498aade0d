import type { RegistryPerson } from '../../../../infrastructure/user-registries/registry-type.ts';

const BASIC = /^basic(?: |$)/i;
const BASE64 = /^[a-z0-9+/]+={0,2}$/i;
const USERNAME_LENGTH_MAX = 256;
const PASSWORD_LENGTH_MAX = 1024;
/** Characters of base64 that the longest username and password take, four bytes a character. */
const ENCODED_LENGTH_MAX = Math.ceil(((USERNAME_LENGTH_MAX + 1 + PASSWORD_LENGTH_MAX) * 4) / 3) * 4;

/** The person of a header, or why it names none. */
type BasicCredentials =
  | { readonly person: RegistryPerson }
  | { readonly person: undefined; readonly fault: string };

/**
 * Reads the username and password of a header Authorization; undefined where its scheme is another. (RFC 7617 §2)
 *
 * They are compared as people type them, so they are normalized as RFC 8265 says. An empty password is a fault: some
 * registries take it for a question without a person.
 */
export function basicCredentialsOf(authorization: string | undefined): BasicCredentials | undefined {
  if (authorization === undefined || !BASIC.test(authorization)) return undefined;
  const encoded = authorization.slice('basic'.length).trim();
  if (encoded.length > ENCODED_LENGTH_MAX) return fault(TOO_LONG);
  const text = decoded(encoded);
  if (text === undefined) return fault('What follows Basic is not the base64 of UTF-8 text.');
  const colon = text.indexOf(':');
  if (colon < 0) return fault('There is no colon between the username and the password.');
  const [username, password] = [text.slice(0, colon), text.slice(colon + 1)];
  if (username === '' || password === '') return fault('The username or the password is empty.');
  if (/\p{Cc}/u.test(text)) return fault('The username and the password have no control characters.');
  if (username.length > USERNAME_LENGTH_MAX || password.length > PASSWORD_LENGTH_MAX) return fault(TOO_LONG);
  return { person: { username: username.normalize('NFC'), password: password.normalize('NFC') } };
}

const TOO_LONG = `A username has at most ${USERNAME_LENGTH_MAX} characters, a password ${PASSWORD_LENGTH_MAX}.`;

const fault = (text: string): BasicCredentials => ({ person: undefined, fault: text });

/** Decodes strictly: two texts that Node reads alike are not the same credentials to everybody. */
function decoded(encoded: string): string | undefined {
  if (!BASE64.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const unpadded = (text: string) => text.replace(/=+$/, '');
  if (unpadded(bytes.toString('base64')) !== unpadded(encoded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
