import { phrase } from '../../../foundation/text/change-phrase.ts';
import type { SecurityType } from './security-type.ts';

export type MutualTlsDefinition = {
  readonly name: string;
  readonly type: 'MUTUAL_TLS';
};

/**
 * A client certificate that is registered with an application. (RFC 8705, RFC 9440)
 *
 * Decision: the certificate names the application by its thumbprint, as a self-signed one does in RFC 8705 §2.2. So it
 * does not matter who has signed it, and none passes for another by the same subject.
 */
export const mutualTls: SecurityType<MutualTlsDefinition> = {
  title: 'a client certificate',
  inManifest: 'a client certificate of an application, by mutual TLS',
  description:
    'By a client certificate that is registered with an application. A proxy of `TRUSTED_PROXIES` ends TLS and passes it on in the header Client-Cert.',
  forConsumers: {
    description: 'By a client certificate that is registered with an application, in the TLS handshake.',
    inShort: 'by client certificate',
  },
  members: [],
  read: ({ name }) => ({ name, type: 'MUTUAL_TLS' }),
  scopeFault: (_definition, scope) => `A client certificate has no scopes: leave ${scope} out.`,
  shownAt: () => [['the TLS handshake', 'a client certificate']],
  inWords: () => phrase('SECURITY_CERTIFICATE'),
  facts: ({ type }) => ({ type }),
  schemes: () => [
    {
      suffix: '',
      isNew: true,
      scheme: {
        type: 'mutualTLS',
        description: 'A client certificate that is registered with an application.',
      },
    },
  ],
  example: () => ({ headers: [], certificate: { file: 'client.pem', key: 'client.key' } }),
};
