import { refuse } from '../../../foundation/errors.ts';
import type { Membership } from '../../../infrastructure/database/generated/prisma/client.ts';
import { type AttemptInput, SIGN_INS_A_MINUTE } from '../../../infrastructure/limits/guesses/attempts.ts';
import { deviceOf } from '../../../infrastructure/secrets/device.ts';
import type { Passwords } from '../../../infrastructure/secrets/passwords.ts';
import type { CallerDeps } from '../caller.ts';
import { writtenEmail } from './user-rules.ts';

/** Source of a sign-in. */
export type SignInSource = {
  /** The network address, as it counts for guesses. */
  readonly network: string;
  /** The same, for the audit. */
  readonly address?: string | undefined;
  /** The device cookie of the browser. */
  readonly device: string | undefined;
};

/** Somebody who signs in by a password. */
export type PasswordSignInInput = {
  readonly email: string;
  readonly password: string;
  /** Name of the org to open. Without it the password is tried at all orgs of the person. */
  readonly org?: string | undefined;
};

export type PasswordDeps = CallerDeps & { readonly passwords: Passwords };

/** Turn of the network for hashing. A person of the console may be in several orgs, so the turn is of none. */
export const consoleHashingTurn = (from: string) => ['console', from];

/** Salt for unknown people. Hashing takes as long for them as for known ones. */
const NOBODYS_SALT = new Uint8Array(16);

/** Key of the device cookie, for one membership. Holders of another's password gain nothing by it. */
export const deviceOwner = (membershipId: string) => ['management', 'membership', membershipId];

/**
 * Finds the memberships that a password opens, hashing it once for all.
 *
 * A password that opens some counts as a failure at the others. Otherwise somebody who sets the password of one org
 * could try it at another without limit. A known browser does not help there.
 *
 * @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS
 */
export async function openedBy(
  deps: PasswordDeps,
  input: PasswordSignInInput,
  source: SignInSource,
): Promise<Membership[]> {
  const { database, passwords, attempts, failedSignIns } = deps;
  const [email, org] = [writtenEmail(input.email), input.org?.trim()];
  // A text that PostgreSQL cannot hold is nobody's address.
  const user = `${email}${org}`.includes('\0')
    ? null
    : await database.prisma.user.findUnique({
        where: { email },
        include: {
          memberships: { where: { passwordHash: { not: null }, ...(org && { org: { name: org } }) } },
        },
      });
  const candidates = user?.memberships ?? [];
  let opened: Membership[] = [];
  await attempts.attempt(guessOf(deps, { email, org, candidates }, source), async () => {
    const passwordHash = await passwords.hash(
      input.password,
      consoleHashingTurn(source.network),
      user?.passwordSalt ?? NOBODYS_SALT,
    );
    opened = candidates.filter((each) => each.passwordHash === passwordHash);
    return opened.length > 0 && opened.length === candidates.length;
  });
  if (opened.length > 0) return opened;
  for (const { orgId } of candidates)
    failedSignIns.note({ orgId, action: 'signInFailed', subject: email, address: source.address });
  return refuse('SIGN_IN_FAILED', { detail: 'The email address or the password is wrong.' });
}

type TriedPassword = {
  readonly email: string;
  readonly org: string | undefined;
  readonly candidates: readonly Membership[];
};

function guessOf(
  { secrets, clock }: PasswordDeps,
  { email, org, candidates }: TriedPassword,
  { network, device }: SignInSource,
): AttemptInput {
  const target = ['management', 'sign-in', email, ...(org ? [org] : [])];
  const isOnePassword = new Set(candidates.map(({ passwordHash }) => passwordHash)).size === 1;
  const now = clock();
  const known = candidates
    .map(({ id }) => deviceOf(secrets, device, { owner: deviceOwner(id), now }))
    .find((each) => each !== undefined);
  const guess = { target, rightMax: SIGN_INS_A_MINUTE };
  if (isOnePassword && known !== undefined) return { ...guess, source: ['device', known], isKnown: true };
  return { ...guess, source: ['management', 'sign-in', network] };
}
