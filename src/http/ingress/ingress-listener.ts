import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { GatewayUrls, PortalUrls } from '../../domain/addresses/public-urls.ts';
import { Refusal, refusal } from '../../foundation/errors.ts';
import type { BrokenRecord } from '../broken-requests.ts';
import { strictTransportHeaders } from '../strict-transport.ts';
import type { TrustedProxies } from './client-address.ts';
import { type Endpoint, endpointRequestOf } from './endpoint.ts';
import { type Ingress, type IngressRules, receive } from './ingress.ts';
import { answersForPortal, createPortalCors } from './portal-cors.ts';
import { isConnectionClosing, refuseRequest } from './refuse-request.ts';
import { requestIdOf } from './request-id.ts';
import { answerForServer, brokenRuleOf, isForServer } from './request-rules.ts';
import { sendContinue } from './send-continue.ts';
import { setHeaders } from './set-headers.ts';

export type IngressDeps = {
  /** Addresses of the listener, of catalogs, and of portals, whose pages call it. */
  readonly urls: GatewayUrls & PortalUrls;
  /** Nobody, unless given. */
  readonly isTrustedProxy?: TrustedProxies;
  /** Tells the operator of a fault that a caller is not told. */
  readonly onFault: (error: unknown) => void;
  /** Receives requests that break the rules for any request, and reach no API. */
  readonly onBroken?: (record: BrokenRecord) => void;
};

/** Serves calls of APIs; returns false, and leaves it untouched, for any other request. */
type CallHandler = (ingress: Ingress) => boolean;

/** Handlers behind an ingress, in the order in which they are asked. */
export type IngressHandlers = {
  /** Gives refusals their form, and sends 100 Continue to whom it admits. */
  readonly calls?: CallHandler;
  /** Are asked once the request may be served. */
  readonly endpoints?: readonly Endpoint[];
};

/**
 * Receives the requests of a listener, for its events `request` and `checkContinue` alike.
 *
 * The rules for any request stand here, once, before APIs and endpoints. A path that none of them serves is refused.
 */
export function createIngress(deps: IngressDeps, served: IngressHandlers): RequestListener {
  const ingress = new IngressListener(deps, served);
  return (request, response) => ingress.serve(request, response);
}

class IngressListener {
  readonly #deps: IngressDeps;
  readonly #rules: IngressRules;
  readonly #strictTransport: readonly string[];
  readonly #calls: CallHandler;
  readonly #endpoints: readonly Endpoint[];

  constructor(deps: IngressDeps, { calls = () => false, endpoints = [] }: IngressHandlers) {
    this.#deps = deps;
    this.#rules = { ...deps, corsOf: createPortalCors(deps.urls) };
    this.#strictTransport = strictTransportHeaders(deps.urls.gateway);
    this.#calls = calls;
    this.#endpoints = endpoints;
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    if (isConnectionClosing(request)) return;
    let ingress: Ingress | undefined;
    try {
      if (isForServer(request)) {
        serveForServer(request, response);
        return;
      }
      ingress = receive(request, response, this.#rules);
      if (!this.#calls(ingress)) this.#serveEndpoint(ingress);
    } catch (error) {
      setHeaders(response, ingress?.cors ?? this.#rules.corsOf(request));
      this.#refuse(error, { request, response, requestId: ingress?.requestId ?? requestIdOf(request) });
    }
  }

  #serveEndpoint(ingress: Ingress): void {
    const { request, response, requestId, cors, refused } = ingress;
    if (refused) throw refused;
    if (answersForPortal(ingress)) return;
    sendContinue(request, response);
    setHeaders(response, cors);
    setHeaders(response, this.#strictTransport);
    const received = endpointRequestOf(ingress);
    if (this.#endpoints.some((answers) => answers(received))) return;
    refuseRequest(refusal('API_NOT_FOUND'), { request, response, requestId, isLast: false });
  }

  #refuse(error: unknown, refusing: Pick<Ingress, 'request' | 'response' | 'requestId'>): void {
    if (!(error instanceof Refusal)) this.#deps.onFault(error);
    const refused = error instanceof Refusal ? error : refusal('INTERNAL');
    const record = refuseRequest(refused, { ...refusing, isLast: true });
    this.#deps.onBroken?.(record);
  }
}

/** Answers a request that is for the server itself. (RFC 9110 §9.3.7) */
function serveForServer(request: IncomingMessage, response: ServerResponse): void {
  const refused = brokenRuleOf(request);
  if (refused) throw refused;
  answerForServer(response);
}
