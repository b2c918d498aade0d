import type { Call } from '../call.ts';

/** Early hints are passed on; other interim answers are between us and the back-end. (RFC 8297; RFC 9110 §15.2) */
export function forwardEarlyHints(
  { request, response }: Call,
  status: number,
  headers: readonly string[],
): void {
  if (status !== 103 || request.httpVersion === '1.0') return;
  const links = headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === 'link');
  try {
    response.writeEarlyHints({ link: links });
  } catch {
    // A link that Node does not take is a hint that is not given.
  }
}
