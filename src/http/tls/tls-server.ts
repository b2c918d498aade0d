import { constants } from 'node:crypto';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { SecureContext, TlsOptions } from 'node:tls';
import { boundClientCertificates } from './client-certificates/bound-certificates.ts';

/** A certificate with its chain and its key, as PEM. */
type KeyPair = { readonly text: string };

/** The certificates of a listener. */
type CertificateSource = {
  /** The certificate of callers who name no host, or one that has none. */
  readonly first: KeyPair;
  /** Returns the certificate of a host; undefined for the first one. */
  contextOf(host: string): SecureContext | undefined;
  /** Tells of each new first certificate. */
  onChange(changed: () => void): void;
};

export type ListenTls = {
  readonly certificates: CertificateSource;
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3';
  /** Tells whether callers are asked for a certificate. None is refused here: admission judges it. */
  readonly asksClients: boolean;
};

/** Time for a handshake. */
const HANDSHAKE_MS = 10_000;

/**
 * Creates a server of HTTP over TLS. A caller gets the certificate of the host that it names (SNI).
 *
 * The sockets that it reads requests from come with the event `secureConnection`.
 */
export function createTlsServer(options: ServerOptions, tls: ListenTls): Server {
  const { certificates, minVersion, asksClients } = tls;
  const first = () => ({ cert: certificates.first.text, key: certificates.first.text });
  // A client would begin handshakes anew over one connection, with certificates that nobody has looked at.
  const secure = { minVersion, secureOptions: constants.SSL_OP_NO_RENEGOTIATION };
  const settings: TlsOptions = {
    ...first(),
    ...secure,
    requestCert: asksClients,
    rejectUnauthorized: false,
    handshakeTimeout: HANDSHAKE_MS,
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (host, found) => found(null, certificates.contextOf(host)),
  };
  const server = createServer({ ...options, ...settings });
  if (asksClients) boundClientCertificates(server);
  certificates.onChange(() => server.setSecureContext({ ...first(), ...secure }));
  return server;
}
