import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayUrls } from '../../domain/addresses/public-urls.ts';
import type { Refusal } from '../../foundation/errors.ts';
import {
  type ForwardedChain,
  forwardedChainOf,
  type TrustedProxies,
  trustsNobody,
} from './client-address.ts';
import { type ForwardedOrigin, forwardedOriginOf } from './forwarded-origin.ts';
import type { PortalCors } from './portal-cors.ts';
import { requestIdOf } from './request-id.ts';
import { brokenRuleOf } from './request-rules.ts';
import { type RequestTarget, requestTarget } from './request-target.ts';

/** A request as ingress found it. Whatever serves the request reads it here. */
export type Ingress = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Start of the request, of `performance.now()`. */
  readonly startedAt: number;
  readonly requestId: string;
  /** The address of the client, and those of the proxies between. */
  readonly way: ForwardedChain;
  /** The scheme and the host that the client named. */
  readonly origin: ForwardedOrigin;
  readonly target: RequestTarget;
  /** The path that the host stands for: `/<org>` or `/<org>/<catalog>`; empty on the shared host. */
  readonly hostPath: string;
  /** CORS headers of answers for the portal, as names and values in turn. */
  readonly cors: readonly string[];
  /** The refusal of a request that breaks a rule for any request. Who serves its path gives it its form. */
  readonly refused: Refusal | undefined;
};

export type IngressRules = {
  readonly urls: Pick<GatewayUrls, 'gatewayHosts'>;
  /** Nobody, unless given. */
  readonly isTrustedProxy?: TrustedProxies;
  readonly corsOf: PortalCors;
};

/**
 * Receives a request: each step returns what it found, and the next may read it.
 *
 * The target comes before the rules, since a request that breaks them is refused by who serves its path.
 *
 * @throws BAD_USER_INPUT, TARGET_TOO_LONG for a target that nobody can serve
 */
export function receive(request: IncomingMessage, response: ServerResponse, rules: IngressRules): Ingress {
  const { urls, corsOf, isTrustedProxy = trustsNobody } = rules;
  const startedAt = performance.now();
  const { host } = request.headers;
  const target = requestTarget(request.url ?? '', host);
  const hostPath = urls.gatewayHosts?.pathOf(host) ?? '';
  const cors = corsOf(request, hostPath + target.path);
  const requestId = requestIdOf(request);
  const way = forwardedChainOf(request, isTrustedProxy);
  const origin = forwardedOriginOf(request, way);
  const refused = brokenRuleOf(request);
  return { request, response, startedAt, requestId, way, origin, target, hostPath, cors, refused };
}
