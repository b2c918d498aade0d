import type { CertificateBinding } from '../../../domain/oauth/certificate-binding.ts';
import { builder } from '../builder.ts';

export const CertificateBindingType = builder.enumType('CertificateBinding', {
  description:
    'Are access tokens bound to the client certificate with which they were asked for? (RFC 8705 §3)',
  values: {
    NONE: { description: 'No: whoever has a token can use it.' },
    OPTIONAL: { description: 'Where the client shows a certificate at the token endpoint.' },
    REQUIRED: { description: 'Yes: without a certificate no token is issued.' },
  } as const satisfies Record<CertificateBinding, object>,
});
