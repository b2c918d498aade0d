import type { Clock } from '../../../foundation/clock.ts';
import type { UpstreamRequest } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { type Call, chosenOf, upstreamOf } from '../call.ts';
import type { Forwarding } from './forwarding.ts';
import { requestSignature, SIGNATURE_HEADER } from './request-signature.ts';
import { upstreamHeaders } from './upstream-headers.ts';

type BackendRequestInput = {
  readonly forwarding: Forwarding;
  readonly body: UpstreamRequest['body'];
  readonly clock: Clock;
  /** The gateway's name in Via. */
  readonly pseudonym: string;
};

/** Makes the request of a call for its target. A second try may have another target. */
export function backendRequest(
  call: Call,
  { forwarding: { pathOn, pass, method, changes }, body, clock, pseudonym }: BackendRequestInput,
): { readonly origin: string; readonly request: UpstreamRequest } {
  const { connectMs, answerMs, idleMs } = chosenOf(call).timeouts;
  const upstream = upstreamOf(call);
  const { origin, host, own, signingKey: key, owner, tls } = upstream;
  const path = pathOn(call, upstream);
  const headers = upstreamHeaders(call, { host, pseudonym, pass, own, changes });
  if (key !== null) headers.push(SIGNATURE_HEADER, requestSignature({ key, at: clock(), method, path }));
  return { origin, request: { owner, tls, path, method, headers, body, connectMs, answerMs, idleMs } };
}
