import { sendsCertificate } from '../../../http/ingress/client-certificate.ts';
import type { Call } from '../call.ts';
import { type KeyLocation, keyAt } from '../route/client-key.ts';
import { clientIdMissing } from './client-hint.ts';
import { apiKeyRefusal } from './security/api-key.ts';
import { identifiers } from './security/checks.ts';
import { NEEDS_CLIENT_ID } from './security/http-basic.ts';
import { certificateRefusal } from './security/mutual-tls.ts';
import type { AdmissionDeps, Step, StepFacts } from './step.ts';

/**
 * Identifies the client by its access token, client key, API key or client certificate.
 *
 * The access token comes first. Without a client, only versions that are open to everybody are left. (architecture.md,
 * "Two versions on one path")
 *
 * @throws CLIENT_ID_MISSING when no client can be told; API_KEY_MISSING where API keys alone tell it; CERTIFICATE_MISSING
 *   where certificates alone do; API_KEY_INVALID; CERTIFICATE_INVALID; TOKEN_INVALID; TOO_MANY_ATTEMPTS
 */
export const client: Step = (call, deps) => {
  if (call.candidates[0]?.isOpen) return keepOpenCandidates(call, deps);
  for (const identify of identifiers) {
    const identified = identify(call, deps);
    if (identified !== false) return identified === true ? undefined : identified;
  }
  return keepOpenCandidates(call, deps);
};

function keepOpenCandidates(call: Call, deps: AdmissionDeps): void {
  call.candidates = call.candidates.filter(({ isOpen }) => isOpen);
  if (call.candidates.length > 0) return;
  if (call.route.takesCertificates) refuseCertificate(call, deps);
  const { keyLocations, takesTokens, takesBasic } = call.route;
  const ofApiKeys = keyLocations.filter(({ carries }) => carries === 'API_KEY');
  const [first] = ofApiKeys;
  if (first && ofApiKeys.some((location) => keyAt(call, location) !== undefined))
    throw apiKeyRefusal('API_KEY_INVALID', first, call);
  if (first && !takesTokens && ofApiKeys.length === keyLocations.length)
    throw apiKeyRefusal('API_KEY_MISSING', first, call);
  throw clientIdMissing(call, takesBasic && !takesTokens ? { detail: NEEDS_CLIENT_ID } : {});
}

/** Refuses a call for its client certificate. Where it shows none, something else may name its client. */
function refuseCertificate(call: Call, { certificates }: AdmissionDeps): void {
  const shown = certificates.of(call);
  const { candidates } = call.route;
  const isOnlyWay = candidates.every(({ definitions }) =>
    definitions.every(({ type }) => type === 'MUTUAL_TLS'),
  );
  if (shown.fault !== 'MISSING' || isOnlyWay) throw certificateRefusal(shown, call);
}

/** The way in which the client is known, and where its key was sent. */
export const clientFacts: StepFacts = (call) => {
  const { client: known, endedKey, token, tokenSent, route } = call;
  return {
    knownBy: clientKnownBy(call),
    tokenSent,
    keySent: route.keyLocations.some((location) => keyAt(call, location) !== undefined),
    keyPlaces: route.keyLocations.map(locationText),
    ...(route.takesCertificates && {
      certificateSent: sendsCertificate(call.request),
      proxyTrusted: call.way.isProxied,
    }),
    ...(known && { application: known.application.name }),
    ...(!known && endedKey?.endsAt && endedKeyFacts(endedKey.application.name, endedKey.endsAt)),
    ...(token && !known && { tokenClientIsOfCatalog: false }),
  };
};

const endedKeyFacts = (application: string, endsAt: number) => ({
  application,
  keyEndedAt: new Date(endsAt).toISOString(),
});

function clientKnownBy({
  client: known,
  token,
  certificate,
}: Call): 'ACCESS_TOKEN' | 'CLIENT_KEY' | 'API_KEY' | 'CERTIFICATE' | null {
  if (!known) return null;
  if (token) return 'ACCESS_TOKEN';
  if (certificate?.holder === known) return 'CERTIFICATE';
  return known.clientKey === null ? 'API_KEY' : 'CLIENT_KEY';
}

const locationText = ({ location, name }: Pick<KeyLocation, 'location' | 'name'>) =>
  `${location.toLowerCase()} ${name}`;
