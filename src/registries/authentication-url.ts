import type { Registry, Verdict } from './registry.ts';

const TIMEOUT_MS = 5_000;

/**
 * The user registry of type authentication URL: GET with HTTP Basic; 200 accepts, 401 and 403 refuse, anything else
 * or silence is "unavailable". (spec.md, User registry; architecture.md, "Contract") No redirect is followed and
 * no body is read.
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
    await response.body?.cancel();
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
