import type { Registry, Verdict } from './registry.ts';

const TIMEOUT_MS = 5_000;
const DISCARDED_BYTES_MAX = 16_384;

/**
 * The user registry of type authentication URL: GET with HTTP Basic; 200 accepts, 401 and 403 refuse, anything else
 * or silence is "unavailable". (spec.md, User registry; architecture.md, "Contract") No redirect is followed, and the
 * status line alone decides. A username with a colon cannot be told from its password by RFC 7617: the caller refuses it.
 */
export const authenticationUrl: Registry = async ({ url }, { username, password }, outbound) => {
  const started = performance.now();
  const verdict = (answer: Verdict['answer'], message: string, httpStatus?: number): Verdict => ({
    answer,
    message,
    durationMs: performance.now() - started,
    ...(httpStatus !== undefined && { httpStatus }),
  });
  try {
    const response = await outbound.fetch(url, {
      headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    void discard(response.body);
    const { status } = response;
    if (status === 200)
      return verdict('ACCEPTED', 'The registry accepts this username and password.', status);
    if (status === 401 || status === 403)
      return verdict('REFUSED', 'The registry refuses this username and password.', status);
    return verdict('UNAVAILABLE', `The registry answered ${status}: it must answer 200, 401 or 403.`, status);
  } catch (error) {
    const silent = error instanceof Error && error.name === 'TimeoutError';
    return verdict(
      'UNAVAILABLE',
      silent
        ? `The registry did not answer within ${TIMEOUT_MS / 1000} seconds.`
        : 'The registry cannot be reached.',
    );
  }
};

/** Reads a short body to its end, so that the connection can be used again; a long one is cut off with its connection. */
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
