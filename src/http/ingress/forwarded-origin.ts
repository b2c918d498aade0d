import type { IncomingMessage } from 'node:http';
import type { ForwardedChain } from './client-address.ts';

/** The scheme and the host that a client named. */
export type ForwardedOrigin = { readonly scheme: string; readonly host: string };

/** Returns the scheme and host of the client's own request. Only trusted proxies are believed. */
export function forwardedOriginOf(
  { headers, socket }: IncomingMessage,
  { isProxied }: ForwardedChain,
): ForwardedOrigin {
  const { host = '', 'x-forwarded-proto': scheme, 'x-forwarded-host': proxiedHost } = headers;
  return {
    scheme: isProxied && isScheme(scheme) ? scheme : 'encrypted' in socket ? 'https' : 'http',
    host: isProxied && isHost(proxiedHost) ? proxiedHost : host,
  };
}

const isScheme = (text: unknown): text is string => text === 'http' || text === 'https';
const isHost = (text: unknown): text is string =>
  typeof text === 'string' && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(text);
