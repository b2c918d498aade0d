import type { Refusal } from '../../../foundation/errors.ts';
import type { OAuthResponse } from '../endpoint.ts';
import { pageHeaders } from '../pages/frame.tsx';
import type { OAuthPageContext } from '../pages/page-context.ts';
import { errorOf } from '../refusal.ts';
import type { ReturnAddress } from './request.ts';

/** Leads back to the client with a code. (RFC 6749 §4.1.2) */
export function redirectWithCode(
  pageContext: OAuthPageContext,
  address: ReturnAddress,
  code: string,
): OAuthResponse {
  return redirect(pageContext, address, { code });
}

/** Leads back to the client with what stands in the way. (RFC 6749 §4.1.2.1) */
export function redirectWithError(
  pageContext: OAuthPageContext,
  address: ReturnAddress,
  refusal: Refusal,
): OAuthResponse {
  return redirect(pageContext, address, errorOf(refusal));
}

/**
 * Redirects to the client by 303. No browser then sends a form on (RFC 9700 §4.12).
 *
 * `state` goes back as it came. `iss` tells a client of several providers which one answers (RFC 9207). The query of a
 * redirect URI stays. (RFC 6749 §3.1.2)
 */
function redirect(
  { provider }: OAuthPageContext,
  { redirectUri, state }: ReturnAddress,
  answer: Record<string, string>,
): OAuthResponse {
  const parameters = new URLSearchParams({
    ...answer,
    ...(state !== undefined && { state }),
    iss: provider.issuer,
  });
  const uri = redirectUri.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  const location = `${uri}${uri.includes('?') ? '&' : '?'}${parameters}`;
  return { status: 303, headers: { ...pageHeaders(), Location: location } };
}
