import type { CommandContext } from './command-context.ts';
import { fail } from './command-fault.ts';

export type FetchJsonInput = {
  readonly url: string;
  readonly timeoutMs: number;
  readonly init?: RequestInit;
};
type JsonResponse = { readonly status: number; readonly body: unknown };

/**
 * Sends one request and reads the JSON of the answer.
 *
 * @throws UNREACHABLE, TIMEOUT, ANSWER_INVALID when what answers speaks no JSON
 */
export async function fetchJson(
  { fetch }: CommandContext,
  { url, timeoutMs, init }: FetchJsonInput,
): Promise<JsonResponse> {
  const { response, text } = await received();
  if (response.status >= 300 && response.status < 400)
    fail('ANSWER_INVALID', `${url} leads elsewhere: set the address to ${destination(response, url)}.`);
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    const type = response.headers.get('content-type')?.split(';')[0] ?? 'no content type';
    return fail(
      'ANSWER_INVALID',
      `${url} answered ${response.status} and ${type} instead of JSON: is this the address of the platform?`,
    );
  }

  async function received() {
    try {
      // A redirect is not followed: the token is for the address that was named.
      const response = await fetch(url, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { response, text: await response.text() };
    } catch (error) {
      return unreachable(error, { url, timeoutMs });
    }
  }
}

/** Words what `fetch` throws. @throws UNREACHABLE, TIMEOUT */
export function unreachable(error: unknown, { url, timeoutMs }: FetchJsonInput): never {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    fail('TIMEOUT', `${url} did not answer within ${timeoutMs / 1000} s.`);
  return fail('UNREACHABLE', `Nothing answers at ${url}${reason(error)}: is the platform running there?`);
}

function destination(response: Response, from: string): string {
  const location = response.headers.get('location') ?? '';
  return URL.canParse(location, from) ? new URL(location, from).origin : 'where it leads';
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
  return code ? ` (${code})` : '';
}
