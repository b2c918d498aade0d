import type { ProvidedIdentity } from '../../../../domain/consumer/sign-in-placement.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { UnsealError } from '../../../../infrastructure/secrets/secrets.ts';
import type { PortalContext } from '../context.ts';

/** A sign-in that a browser was sent away for. */
export type BegunRedirectSignIn = {
  readonly kind: 'BEGUN';
  readonly provider: string;
  /** The registry that it was begun with. Another one may have its name by now. */
  readonly registryId: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

/** A person whom a provider has identified, and who has no consumer org yet. */
type ProvenIdentity = {
  readonly kind: 'PROVEN';
  readonly provider: string;
  readonly registryId: string;
  readonly issuer: string;
  readonly identity: ProvidedIdentity;
};

/** A challenge for a new passkey of a member. */
type BegunPasskey = {
  readonly kind: 'PASSKEY';
  readonly challenge: string;
  readonly memberId: string;
};

/** A challenge for whoever has a passkey of the catalog. */
type BegunPasskeySignIn = { readonly kind: 'PASSKEY_SIGN_IN'; readonly challenge: string };

type Kept = BegunRedirectSignIn | ProvenIdentity | BegunPasskey | BegunPasskeySignIn;

/** The time for each step of a sign-in. */
export const SIGN_IN_SECONDS = 15 * 60;
const LENGTH_MAX = 8_000;

/** Seals a step of a sign-in for the browser that takes it. Nothing is stored for somebody who never comes back. */
export function seal(
  { secrets, catalog, clock }: PortalContext,
  kept: Kept,
  seconds: number = SIGN_IN_SECONDS,
): string {
  const expiresAt = clock().getTime() + seconds * 1_000;
  return secrets.seal(JSON.stringify({ ...kept, expiresAt }), bindingOf(catalog)).toString('base64url');
}

/** Opens a step of a sign-in. @throws SIGN_IN_LOST for one of another portal or kind, and after its time */
export function unseal<Kind extends Kept['kind']>(
  { secrets, catalog, clock }: PortalContext,
  sealed: string,
  kind: Kind,
): Extract<Kept, { readonly kind: Kind }> {
  if (sealed.length > LENGTH_MAX) return refuse('SIGN_IN_LOST');
  try {
    const text = secrets.unseal(Buffer.from(sealed, 'base64url'), bindingOf(catalog));
    const kept = JSON.parse(text) as Kept & { readonly expiresAt: number };
    if (kept.kind === kind && clock().getTime() < kept.expiresAt)
      return kept as unknown as Extract<Kept, { readonly kind: Kind }>;
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
  }
  return refuse('SIGN_IN_LOST');
}

const bindingOf = ({ id }: PortalContext['catalog']) => `sign-in to the portal of ${id}`;
