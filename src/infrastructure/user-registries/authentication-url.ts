import { httpPorts } from '../outbound/scheme-ports.ts';
import type {
  AuthenticationResult,
  RegistryAccess,
  RegistryDeps,
  RegistryHealth,
  RegistryPerson,
  RegistryType,
} from './registry-type.ts';

const TIMEOUT_MS = 5_000;
const DISCARDED_BYTES_MAX = 16_384;

/** The user registry of type authentication URL. (spec.md, User registry; architecture.md, "Contract") */
export const authenticationUrl: RegistryType = {
  title: 'Authentication URL',
  description: 'By a GET with HTTP Basic to its URL: 200 accepts, 401 and 403 refuse.',
  inShort: 'by a GET with HTTP Basic',
  address: {
    label: 'Authentication URL',
    hint: 'It is called with GET and HTTP Basic: 200 accepts a username and password, 401 and 403 refuse them.',
  },
  ports: httpPorts,
  personFault: (person) =>
    canBeNamed(person)
      ? undefined
      : 'A username has no colon, and neither it nor the password has control characters.',
  countedAs: (username) => username,
  authenticate,
  healthShownBy,
};

/**
 * Calls the URL with HTTP Basic. 200 accepts, 401 and 403 refuse, anything else or silence is "unavailable". No
 * redirect is followed, and the status line alone decides. A person who cannot be named in HTTP Basic is refused
 * without a call.
 */
async function authenticate(
  { url }: RegistryAccess,
  person: RegistryPerson,
  { outbound }: RegistryDeps,
): Promise<AuthenticationResult> {
  const started = performance.now();
  const result = (
    answer: AuthenticationResult['answer'],
    message: string,
    httpStatus?: number,
  ): AuthenticationResult => ({
    answer,
    message,
    durationMs: performance.now() - started,
    ...(httpStatus !== undefined && { httpStatus }),
  });
  if (!canBeNamed(person))
    return result('REFUSED', 'HTTP Basic carries no colon in a username and no control characters.');
  try {
    const response = await outbound.fetch(url, {
      headers: { authorization: basicCredentials(person) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    void discard(response.body);
    const { status } = response;
    if (status === 200) return result('ACCEPTED', 'The registry accepts this username and password.', status);
    if (status === 401 || status === 403)
      return result('REFUSED', 'The registry refuses this username and password.', status);
    return result('UNAVAILABLE', `The registry answered ${status}: it must answer 200, 401 or 403.`, status);
  } catch (error) {
    const silent = error instanceof Error && error.name === 'TimeoutError';
    return result(
      'UNAVAILABLE',
      silent
        ? `The registry did not answer within ${TIMEOUT_MS / 1000} seconds.`
        : 'The registry cannot be reached.',
    );
  }
}

/**
 * Is true for a missing answer, or one that shows the registry itself failing. Any other answer shows that it works.
 */
function healthShownBy({ answer, httpStatus }: AuthenticationResult): RegistryHealth {
  if (answer !== 'UNAVAILABLE') return 'WELL';
  if (httpStatus === undefined) return 'SILENT';
  return httpStatus >= 500 ? 'FAILING' : 'WELL';
}

/** Refuses a colon, which would end the username early. (RFC 7617 §2) */
function canBeNamed({ username, password }: RegistryPerson): boolean {
  return !/[\p{Cc}:]/u.test(username) && !/\p{Cc}/u.test(password);
}

/** Encodes the credentials as base64 of UTF-8, so that they cannot end the header. (RFC 7617 §2.1) */
function basicCredentials({ username, password }: RegistryPerson): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * Reads a short body to its end, so that the connection can be used again. A long one is aborted with its connection.
 */
async function discard(body: AsyncIterable<Uint8Array> | null): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > DISCARDED_BYTES_MAX) return;
    }
  } catch {
    // It was late or broken: the connection is closed.
  }
}
