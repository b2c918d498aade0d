import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** The header of a client certificate, from proxies that are trusted. (RFC 9440 §2.2) */
const CERTIFICATE_HEADER = 'client-cert';

/** The certificates of connections, in the form of the header. A handshake shows one for all requests. */
const ofConnections = new WeakMap<object, string | undefined>();

type Shown = Pick<IncomingMessage, 'headers' | 'socket'>;

/**
 * Returns the client certificate of a request in the form of the header `Client-Cert`. Undefined without one.
 *
 * A proxy that is trusted says it in the header. From anybody else the header says nothing, and the handshake counts.
 */
export function clientCertificateOf({ headers, socket }: Shown, isProxied: boolean): string | undefined {
  if (isProxied) {
    const field = headers[CERTIFICATE_HEADER];
    return typeof field === 'string' ? field : undefined;
  }
  if (!isTls(socket)) return undefined;
  if (!ofConnections.has(socket)) ofConnections.set(socket, shownBy(socket));
  return ofConnections.get(socket);
}

type TlsConnection = Pick<TLSSocket, 'getPeerX509Certificate'>;

const isTls = (socket: object): socket is TlsConnection => 'getPeerX509Certificate' in socket;

function shownBy(socket: TlsConnection): string | undefined {
  const certificate = socket.getPeerX509Certificate();
  return certificate && `:${certificate.raw.toString('base64')}:`;
}

/** Tells whether a request came with a client certificate, whoever says so. */
export const sendsCertificate = (request: Shown): boolean =>
  request.headers[CERTIFICATE_HEADER] !== undefined || clientCertificateOf(request, false) !== undefined;
