/** The TLS of connections to one back-end, with its key opened. */
export type ClientTls = {
  /** The text that tells its connections from others. It is of one org, and no secret. */
  readonly id: string;
  /** The client certificate and its private key; undefined for none. */
  readonly cert: string | undefined;
  readonly key: string | undefined;
  /** The authorities of the back-end's certificate; undefined trusts those of the system. */
  readonly ca: string | undefined;
};

/** Returns the options of Node's TLS. */
export const tlsOptionsOf = (tls: ClientTls | undefined) =>
  tls && {
    ...(tls.cert !== undefined && { cert: tls.cert, key: tls.key }),
    ...(tls.ca !== undefined && { ca: tls.ca }),
  };
