import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { refuse } from '../../foundation/errors.ts';
import type { Passkey } from '../../infrastructure/database/generated/prisma/client.ts';
import { CHALLENGE_MS, type PasskeyParty } from './passkey-party.ts';

/** A new passkey as its authenticator describes it. */
export type NewPasskey = Pick<Passkey, 'credentialId' | 'transports' | 'publicKey'> & {
  readonly counter: number;
};

/** The answer of a browser, of which only the id of a passkey is known. */
export type Credential = { readonly id: string };

type Registrant = {
  /** A UUID. An authenticator keeps one discoverable passkey of a handle. */
  readonly handle: string;
  /** The email address or username that browsers show. */
  readonly name: string;
  readonly known: readonly Pick<Passkey, 'credentialId' | 'transports'>[];
};

/**
 * The console, or a portal, as the relying party of WebAuthn.
 *
 * User verification is preferred at the console, but not required: the passkey is shown beside a password or an
 * identity, so a security key without a PIN is as good. A portal's passkey stands alone, so it is discoverable, and
 * verification is required. Attestation is not requested: the make of their authenticator is people's own affair.
 */
export type RelyingParty = {
  registrationOptions(registrant: Registrant): Promise<PublicKeyCredentialCreationOptionsJSON>;
  authenticationOptions(known: Registrant['known']): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** @throws BAD_USER_INPUT when the answer is none to this challenge, or is of another origin or relying party */
  registered(credential: Credential, challenge: string): Promise<NewPasskey>;
  /** The new count of the authenticator; undefined when the answer does not prove the passkey. */
  authenticated(
    credential: Credential,
    challenge: string,
    passkey: Pick<Passkey, 'credentialId' | 'publicKey'>,
  ): Promise<number | undefined>;
};

/**
 * Loads the library when the first passkey is registered or shown. Its certificates are large, and most processes
 * never need it.
 */
const library = () => import('@simplewebauthn/server');

export function createRelyingParty(party: PasskeyParty): RelyingParty {
  const { id: rpID, origin: expectedOrigin, site, isAlone } = party;
  const expected = { expectedOrigin, expectedRPID: rpID, requireUserVerification: isAlone };
  const wanted = isAlone ? 'required' : 'preferred';
  const allowed = (known: Registrant['known']) =>
    known.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
  return {
    async registrationOptions({ handle, name, known }) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: site,
        rpID,
        userName: name,
        userDisplayName: name,
        // Passkeys of another second factor of the person stay.
        userID: new Uint8Array(Buffer.from(handle.replaceAll('-', ''), 'hex')),
        timeout: CHALLENGE_MS,
        excludeCredentials: allowed(known),
        authenticatorSelection: { residentKey: wanted, userVerification: wanted },
      });
    },
    async authenticationOptions(known) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID,
        timeout: CHALLENGE_MS,
        allowCredentials: allowed(known),
        userVerification: wanted,
      });
    },
    async registered(credential, expectedChallenge) {
      const { verifyRegistrationResponse } = await library();
      const response = credential as RegistrationResponseJSON;
      const answer = await verifyRegistrationResponse({ response, expectedChallenge, ...expected }).catch(
        unchecked,
      );
      if (!answer.verified) return unchecked();
      const { id, publicKey, counter, transports } = answer.registrationInfo.credential;
      return { credentialId: id, publicKey, counter, transports: knownTransports(transports) };
    },
    async authenticated(response, expectedChallenge, { credentialId, publicKey }) {
      const { verifyAuthenticationResponse } = await library();
      // The count is compared where it is stored, so that of two answers at once one alone rises it.
      const credential = { id: credentialId, publicKey, counter: 0 };
      const answer = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge,
        credential,
        ...expected,
      }).catch(() => undefined);
      return answer?.verified ? answer.authenticationInfo.newCounter : undefined;
    },
  };
}

/** Transports of authenticators. (WebAuthn §5.8.4) */
const TRANSPORTS = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'];

/** Keeps the known words of the transports that a browser names. Nobody signs them, so they are a hint. */
const knownTransports = (transports: unknown): string[] =>
  Array.isArray(transports) ? TRANSPORTS.filter((each) => transports.includes(each)) : [];

/** @throws BAD_USER_INPUT */
export const unchecked = (cause?: unknown): never =>
  refuse('BAD_USER_INPUT', { detail: 'The passkey could not be checked: register it again.', cause });

/** Reads a browser's answer from a form field; undefined when it is something else. */
export function readCredential(json: string): Credential | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    const isNamed = typeof parsed === 'object' && parsed !== null && 'id' in parsed;
    return isNamed && typeof parsed.id === 'string' && !parsed.id.includes('\0')
      ? (parsed as Credential)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Condition that the stored count of a passkey is below a new one. Counts never go back or stay, unless the
 * authenticator does not count: one that does is a copy. (WebAuthn §6.1.1)
 */
export const countsUpTo = (counter: number) => ({
  OR: [{ counter: { lt: counter } }, ...(counter === 0 ? [{ counter: 0 }] : [])],
});
