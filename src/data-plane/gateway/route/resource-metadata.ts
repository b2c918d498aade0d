import { type GatewayUrls, urlAtHost } from '../../../domain/addresses/public-urls.ts';
import { RESOURCE_METADATA_PATH, resourceMetadataUrl } from '../../../domain/oauth/oauth-paths.ts';
import { KEY_SET_SECONDS } from '../../../domain/oauth/signing-key.ts';
import { refusal } from '../../../foundation/errors.ts';
import { etagOf, isKnownEtag } from '../../../foundation/etag.ts';
import type { Endpoint, EndpointRequest } from '../../../http/ingress/endpoint.ts';
import { refuseRequest } from '../../../http/ingress/refuse-request.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Call } from '../call.ts';
import { type ProtectedResource, protectedResourceOf } from './protected-resource.ts';
import { findRoute } from './route.ts';

type ResourceMetadataDeps = {
  readonly snapshots: { current(): Snapshot };
  readonly urls: GatewayUrls;
};

/** Methods that it takes; browsers ask first with OPTIONS. (Fetch Standard, CORS) */
const METHODS = 'GET, HEAD';

/**
 * Creates the endpoint that tells how to get tokens for an API. (RFC 9728 §3)
 *
 * APIs are asked before endpoints, so that it shadows none. Where it may tell nothing, there is nothing: an API that
 * is not for everybody looks like none.
 */
export function createResourceMetadata({ snapshots, urls }: ResourceMetadataDeps): Endpoint {
  return (received) => {
    const resource = resourceAt(received.url, snapshots.current());
    if (resource) answer(received, resource, urls);
    return resource !== undefined;
  };
}

function resourceAt(url: string, snapshot: Snapshot): ProtectedResource | undefined {
  if (!url.startsWith(`${RESOURCE_METADATA_PATH}/`)) return undefined;
  const query = url.indexOf('?');
  const path = url.slice(RESOURCE_METADATA_PATH.length, query < 0 ? url.length : query);
  const match = findRoute(snapshot, path);
  const resource = match && protectedResourceOf(match);
  return resource?.path === path ? resource : undefined;
}

function answer(
  { request, response, requestId }: EndpointRequest,
  resource: ProtectedResource,
  urls: GatewayUrls,
): void {
  const { method, headers } = request;
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (method === 'OPTIONS') {
    response.writeHead(204, { 'Access-Control-Allow-Methods': METHODS }).end();
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    const refused = refusal('METHOD_NOT_ALLOWED', { detail: `Use ${METHODS}.`, headers: { Allow: METHODS } });
    refuseRequest(refused, { request, response, requestId, isLast: false });
    return;
  }
  const text = JSON.stringify(metadataOf(resource, urlAtHost(urls, headers.host, resource.path)));
  const etag = etagOf(text);
  response.setHeader('Cache-Control', `public, max-age=${KEY_SET_SECONDS}`);
  response.setHeader('ETag', etag);
  if (isKnownEtag(headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Lists what the API takes. A list without entries is left out. (RFC 9728 §2, §3.2) */
const metadataOf = ({ title, issuers, scopes, takesCertificates }: ProtectedResource, url: string) => ({
  resource: url,
  authorization_servers: issuers,
  ...(scopes.length > 0 && { scopes_supported: scopes }),
  bearer_methods_supported: ['header'],
  ...(takesCertificates && { tls_client_certificate_bound_access_tokens: true }),
  resource_name: title,
});

/**
 * Returns the address of a called API's metadata; undefined where it has none.
 *
 * It is at the host of the call.
 */
export function metadataUrlOf(call: Pick<Call, 'catalog' | 'route' | 'request'>, urls: GatewayUrls) {
  const resource = protectedResourceOf(call);
  return resource && resourceMetadataUrl(urlAtHost(urls, call.request.headers.host, resource.path));
}
