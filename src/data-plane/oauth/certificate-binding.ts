import { certificateInField } from '../../domain/consumer/client-certificate.ts';
import { refuse } from '../../foundation/errors.ts';
import { clientCertificateOf } from '../../http/ingress/client-certificate.ts';
import type { OAuthContext, OAuthRequest } from './endpoint.ts';

/**
 * Returns the thumbprint that the tokens of a request are bound to; undefined for none. (RFC 8705 §3)
 *
 * @throws BAD_USER_INPUT where the provider binds, and the certificate is missing, cannot be read, or is not valid now
 */
export function bindingOf(
  { provider: { certificateBinding }, ...request }: Pick<OAuthRequest, 'provider' | 'request' | 'isProxied'>,
  { clock }: Pick<OAuthContext, 'clock'>,
): string | undefined {
  if (certificateBinding === 'NONE') return undefined;
  const thumbprint = shownThumbprint(request, clock());
  if (thumbprint === undefined && certificateBinding === 'REQUIRED')
    return refuse('BAD_USER_INPUT', {
      detail: 'The tokens of this OAuth provider are bound to a client certificate: connect with one.',
    });
  return thumbprint;
}

/**
 * Returns the thumbprint of the client certificate of a request; undefined without one.
 *
 * @throws BAD_USER_INPUT for a certificate that cannot be read, or is not valid now
 */
export function shownThumbprint(
  { request, isProxied }: Pick<OAuthRequest, 'request' | 'isProxied'>,
  now: Date,
): string | undefined {
  const text = clientCertificateOf(request, isProxied);
  if (text === undefined) return undefined;
  const facts = certificateInField(text);
  if (!facts) return refuse('BAD_USER_INPUT', { detail: 'The header Client-Cert holds no certificate.' });
  const { thumbprint, notBefore, notAfter } = facts;
  if (now.getTime() < notBefore || now.getTime() > notAfter)
    refuse('BAD_USER_INPUT', { detail: 'The client certificate is not valid now: renew it.' });
  return thumbprint;
}
