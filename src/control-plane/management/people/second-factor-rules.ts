/** Maximum of passkeys of one second factor. */
export const PASSKEYS_MAX = 20;
export const RECOVERY_CODES = 10;
/** Time between the password and the second factor. */
export const HALF_SIGNED_IN_MS = 10 * 60_000;

/** Second factor that a session lacks: a passkey to show, or one to register. */
export type SecondFactorNeed = 'VERIFY' | 'REGISTER';

/** The membership of a session, as far as its second factor depends on it. */
type SecondFactorSubject = {
  readonly secondFactorId: string | null;
  /** The org; null is every org, for which no org makes rules. */
  readonly org: { readonly requiresSecondFactor: boolean } | null;
};

/**
 * Finds the second factor that a session lacks in a membership. Those that the session has shown are taken into
 * account.
 */
export function secondFactorNeed(
  { secondFactorId, org }: SecondFactorSubject,
  verified: readonly string[],
): SecondFactorNeed | undefined {
  if (secondFactorId !== null) return verified.includes(secondFactorId) ? undefined : 'VERIFY';
  return org?.requiresSecondFactor ? 'REGISTER' : undefined;
}

/** Signs that are not taken for each other (Crockford's base 32). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A recovery code of 80 bits, in groups: `7Q2M-XK4T-…`. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const signs = (bits.match(/.{5}/g) ?? []).map((five) => SIGNS[Number.parseInt(five, 2)]).join('');
  return (signs.match(/.{4}/g) ?? []).join('-');
}

/** Normalizes a typed recovery code for hashing: O becomes 0, I and L become 1. */
export function writtenRecoveryCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}
