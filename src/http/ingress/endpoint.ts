import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathElsewhere } from '../../domain/addresses/host-names.ts';
import { forwardedChainOf, type TrustedProxies, trustsNobody } from './client-address.ts';
import type { Ingress } from './ingress.ts';
import { requestIdOf } from './request-id.ts';

/** A request that the rules let through, for an endpoint of the platform's own. */
export type EndpointRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path and query on the shared host. */
  readonly url: string;
  /** The address of the caller; `unknown` once the connection is gone. */
  readonly address: string;
  /** Tells whether the sender is a trusted proxy. */
  readonly isProxied: boolean;
  readonly requestId: string;
  /** Start of the request, of `performance.now()`. */
  readonly startedAt: number;
};

/** Answers a request of its own. Any other is left untouched, for which it returns false. */
export type Endpoint = (received: EndpointRequest) => boolean;

/** Reads a request of ingress as an endpoint does. */
export function endpointRequestOf(ingress: Ingress): EndpointRequest {
  const { request, response, requestId, startedAt, target, hostPath, way } = ingress;
  const [address = 'unknown'] = way.addresses;
  const url = pathElsewhere(hostPath, target.path) + target.query;
  return { request, response, url, address, isProxied: way.isProxied, requestId, startedAt };
}

/** Reads a request of a listener without ingress. Its target is taken as it came. */
export function directRequestOf(
  request: IncomingMessage,
  response: ServerResponse,
  isTrusted: TrustedProxies = trustsNobody,
): EndpointRequest {
  const { addresses, isProxied } = forwardedChainOf(request, isTrusted);
  return {
    request,
    response,
    url: request.url ?? '',
    address: addresses[0] ?? 'unknown',
    isProxied,
    requestId: requestIdOf(request),
    startedAt: performance.now(),
  };
}
