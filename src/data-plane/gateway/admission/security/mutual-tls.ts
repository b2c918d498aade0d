import type { MutualTlsDefinition } from '../../../../domain/api/security/mutual-tls.ts';
import { type Refusal, refusal } from '../../../../foundation/errors.ts';
import type { Call, ShownCertificate } from '../../call.ts';
import { certificateChallenge } from '../challenge.ts';
import type { SecurityCheck } from './security-check.ts';

/** Client certificates, of the connection or in the header Client-Cert of a trusted proxy. */
export const mutualTlsCheck: SecurityCheck<MutualTlsDefinition> = {
  identify(call, { certificates }) {
    if (!call.route.takesCertificates) return false;
    call.client = certificates.of(call).holder;
    return call.client !== undefined;
  },
  refusal(_requirement, call, { certificates }) {
    const shown = certificates.of(call);
    const isOwn = shown.holder !== undefined && shown.holder.application.id === call.client?.application.id;
    return isOwn ? undefined : certificateRefusal(shown, call);
  },
};

const details: Readonly<Record<NonNullable<ShownCertificate['fault']>, string>> = {
  MISSING: 'Connect with a client certificate that is registered with your application.',
  UNREADABLE: 'The header Client-Cert that came from the proxy holds no certificate.',
  NOT_YET_VALID: 'The client certificate is not valid yet.',
  EXPIRED: 'The client certificate has expired: connect with a new one that is registered.',
};
const UNKNOWN = 'The client certificate is registered with no application here, or with another one.';

/** Unregistered and of another application look the same. */
export function certificateRefusal({ fault }: ShownCertificate, call: Call): Refusal {
  return refusal(fault === 'MISSING' ? 'CERTIFICATE_MISSING' : 'CERTIFICATE_INVALID', {
    detail: fault === undefined ? UNKNOWN : details[fault],
    facts: { rule: fault ?? 'REGISTERED' },
    headers: { 'WWW-Authenticate': certificateChallenge(call) },
  });
}
