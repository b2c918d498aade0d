import type { SigningAlgorithm } from '../../../domain/oauth/signing-key.ts';
import { builder } from '../builder.ts';

export const SigningAlgorithmType = builder.enumType('SigningAlgorithm', {
  description: 'What access tokens are signed with, by its name in JWS.',
  values: {
    ES256: { description: 'ECDSA on the curve P-256 with SHA-256 (RFC 7518 §3.4): cheap to sign.' },
    EdDSA: { description: 'Ed25519 (RFC 8037).' },
    RS256: {
      description: 'RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 §3.3), for verifiers that know no other.',
    },
  } as const satisfies Record<SigningAlgorithm, object>,
});
