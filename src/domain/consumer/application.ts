import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkedLine } from '../branding/plain-line.ts';

/** The title of the credential that an application begins with. Pages show it in their language. */
export const FIRST_CREDENTIAL_TITLE = 'Default credential';
export const REDIRECT_URIS_MAX = 50;
const REDIRECT_URI_LENGTH_MAX = 2048;
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that a browser runs, or reads from its own machine. A code sent there is lost. */
const FORBIDDEN_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']);

/**
 * Checks that authorization codes may be sent to these URIs. Each is absolute and has no fragment (RFC 6749 §3.1.2). It
 * is https, http on this machine (RFC 8252 §7.3), or a private-use scheme, which has a dot (RFC 8252 §7.1).
 *
 * @throws BAD_USER_INPUT, with the path of the URI at fault
 */
export function checkRedirectUris(uris: readonly string[], path: InputPath): void {
  if (uris.length > REDIRECT_URIS_MAX)
    refuse('BAD_USER_INPUT', { detail: `Give at most ${REDIRECT_URIS_MAX} redirect URIs.`, path });
  uris.forEach((uri, index) => {
    const fault = faultOf(uri);
    if (fault)
      refuse('BAD_USER_INPUT', {
        detail: `The redirect URI ${JSON.stringify(uri.slice(0, 200))} ${fault}.`,
        path: [...path, index],
      });
  });
}

function faultOf(uri: string): string | undefined {
  if (uri.length > REDIRECT_URI_LENGTH_MAX) return `is longer than ${REDIRECT_URI_LENGTH_MAX} characters`;
  if (/[\s\p{Cc}]/u.test(uri) || !URL.canParse(uri)) return 'is not an absolute URI';
  if (uri.includes('#')) return 'has a fragment: leave out what begins with #';
  const { protocol, hostname, username, password } = new URL(uri);
  if (username || password) return 'holds a username or a password: leave them out';
  // URIs are compared character by character, so a star would match no client.
  if (hostname.includes('*')) return 'has a * in its host: give each host by its name';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:')
    return LOOPBACK_HOSTS.has(hostname) ? undefined : 'is http: use https, or http on localhost';
  if (FORBIDDEN_SCHEMES.has(protocol) || !protocol.includes('.'))
    return 'has a scheme of its own that is no reversed domain name, such as com.example.client:/callback';
  return undefined;
}

/** A loopback address by number, with or without a port. (RFC 8252 §7.3) */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Tells whether a redirect URI is registered. URIs are compared character by character (RFC 9700 §4.1.3). Only the port
 * of a loopback address is free, because an application on a device cannot know it beforehand. (RFC 8252 §7.3)
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  const withoutPort = (each: string) => each.replace(LOOPBACK, '$1');
  return registered.some(
    (each) =>
      each === uri ||
      // The port may be out of range, such as 99999.
      (LOOPBACK.test(each) && withoutPort(each) === withoutPort(uri) && URL.canParse(uri)),
  );
}

export const SUSPENSION_REASON_LENGTH_MAX = 500;

type SuspensionReason = {
  /** The state after the change. */
  readonly state: 'ENABLED' | 'SUSPENDED';
  readonly present: string | null;
  /** Undefined keeps the present one, null takes it away. */
  readonly given: string | null | undefined;
};

/**
 * Returns why an application is suspended, after a change. One that is enabled has no reason.
 *
 * @throws BAD_USER_INPUT for a reason that is no line, or that is given for an enabled application
 */
export function suspensionReasonAfter(
  { state, present, given }: SuspensionReason,
  path: InputPath,
): string | null {
  if (state === 'ENABLED') {
    if (given == null) return null;
    refuse('BAD_USER_INPUT', {
      detail: 'The application is not suspended: give a reason where you suspend it.',
      path,
    });
  }
  if (given === undefined) return present;
  return given === null
    ? null
    : checkedLine(given, { what: 'reason', lengthMax: SUSPENSION_REASON_LENGTH_MAX, path });
}
