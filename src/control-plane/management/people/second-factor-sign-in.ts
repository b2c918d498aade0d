import { refuse } from '../../../foundation/errors.ts';
import { transact } from '../../../infrastructure/database/change.ts';
import { consoleParty } from '../../passkeys/passkey-party.ts';
import { createRelyingParty } from '../../passkeys/relying-party.ts';
import type { OpenedSession } from './console-session.ts';
import { keepChallenge } from './passkey-challenge.ts';
import { countUse, provedPasskey, type ShownPasskey } from './passkey-proof.ts';
import type { SignInSource } from './person-password.ts';
import { type PersonSession, personSession } from './person-session.ts';
import { auditSecondFactor, orgsRequiringSecondFactor, recoveryCodeHashes } from './second-factor.ts';
import { PASSKEYS_MAX } from './second-factor-rules.ts';
import { completeSession, type SecondFactorSessionDeps, type ShownFactor } from './second-factor-session.ts';

/**
 * Second factor of a sign-in, after a password or an identity. Until then the session opens nothing. It gets a new
 * token then, so that a stolen token of before is of no use.
 */
type SecondFactorSignIn = {
  /**
   * Begins a verification. It returns the options for the browser.
   *
   * @throws UNAUTHENTICATED, SECOND_FACTOR_REQUIRED where there is none, PASSKEYS_UNAVAILABLE
   */
  beginVerification(session: string): Promise<object>;
  /**
   * @param credential what the browser answered, as JSON
   * @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, UNAUTHENTICATED
   */
  verify(session: string, credential: string, source: FactorSource): Promise<OpenedSession>;
  /** @throws as above */
  useRecoveryCode(session: string, code: string, source: FactorSource): Promise<OpenedSession>;
};

type FactorSource = Pick<SignInSource, 'network' | 'address'>;

export function createSecondFactorSignIn(deps: SecondFactorSessionDeps): SecondFactorSignIn {
  const { database } = deps;

  /** Finds the session of a person who owes a second factor. */
  async function waiting(token: string, { network, address }: FactorSource): Promise<WaitingSignIn> {
    const { id: sessionId, membership, need } = await personSession(deps, database.prisma, token);
    const secondFactorId = requiredSecondFactorId(membership);
    const isEntering = need !== undefined;
    return { token, sessionId, secondFactorId, membership, isEntering, network, address };
  }

  return {
    async beginVerification(token) {
      const party = createRelyingParty(consoleParty(deps.urls.console));
      const { id: sessionId, membership } = await personSession(deps, database.prisma, token);
      const secondFactorId = requiredSecondFactorId(membership);
      const known = await database.prisma.passkey.findMany({
        where: { secondFactorId },
        take: PASSKEYS_MAX,
      });
      const options = await party.authenticationOptions(known);
      const { challenge } = options;
      await keepChallenge(deps, { sessionId, purpose: 'AUTHENTICATION', challenge, secondFactorId });
      return options;
    },
    async verify(token, credential, source) {
      const session = await waiting(token, source);
      const opened = await limitGuesses(deps, { ...session, factorKind: 'passkey' }, async () => {
        const proof = await provedPasskey(deps, { ...session, credential });
        return proof && signedIn(deps, session, proof);
      });
      const detail =
        'The passkey was not accepted: ask for it again, take another one, or take a recovery code.';
      return opened ?? refuse('SIGN_IN_FAILED', { detail });
    },
    async useRecoveryCode(token, code, source) {
      const session = await waiting(token, source);
      const judgedAs = { ...session, factorKind: 'recovery code' } as const;
      const opened = await limitGuesses(deps, judgedAs, () => useCode(deps, session, code));
      return (
        opened ?? refuse('SIGN_IN_FAILED', { detail: 'The recovery code is wrong, or was used before.' })
      );
    },
  };
}

type WaitingSignIn = FactorSource &
  Pick<PersonSession, 'membership'> & {
    readonly token: string;
    readonly sessionId: string;
    readonly secondFactorId: string;
    readonly isEntering: boolean;
  };

/** @throws SECOND_FACTOR_REQUIRED where none was registered */
function requiredSecondFactorId({ secondFactorId }: PersonSession['membership']): string {
  return (
    secondFactorId ??
    refuse('SECOND_FACTOR_REQUIRED', { detail: 'You have no passkey here yet: register one.' })
  );
}

/** Limits guesses of a second factor, by person and by network, as for passwords. @throws TOO_MANY_ATTEMPTS */
async function limitGuesses(
  { attempts, failedSignIns }: SecondFactorSessionDeps,
  {
    secondFactorId,
    membership,
    network,
    address,
    factorKind,
  }: WaitingSignIn & Pick<ShownFactor, 'factorKind'>,
  judge: () => Promise<OpenedSession | undefined>,
): Promise<OpenedSession | undefined> {
  const target = ['management', 'second factor', secondFactorId];
  let opened: OpenedSession | undefined;
  await attempts.attempt({ target, source: ['management', 'sign-in', network] }, async () => {
    opened = await judge();
    return opened !== undefined;
  });
  const { orgId, user } = membership;
  const failed = {
    action: 'signInFailed',
    subject: user.email,
    detail: { secondFactor: factorKind },
  } as const;
  if (!opened) failedSignIns.note({ orgId, address, ...failed });
  return opened;
}

/** Signs in by a passkey that was proved; undefined where its authenticator has counted back. */
function signedIn(
  deps: SecondFactorSessionDeps,
  { membership: { user }, ...session }: WaitingSignIn,
  used: ShownPasskey,
): Promise<OpenedSession | undefined> {
  return transact(deps.database, async (transaction) => {
    if (await countUse(transaction, { ...used, now: deps.clock() }))
      return completeSession(deps, transaction, { ...session, factorKind: 'passkey' });
    const orgIds = await orgsRequiringSecondFactor(transaction, session.secondFactorId);
    const detail = {
      passkey: used.passkey.name,
      reason: 'its count went back: there may be a copy of it',
    };
    const doer = { email: user.email, address: session.address };
    await auditSecondFactor(transaction, doer, [{ orgIds, action: 'refusePasskey', detail }]);
    return undefined;
  });
}

function useCode(
  deps: SecondFactorSessionDeps,
  session: WaitingSignIn,
  typed: string,
): Promise<OpenedSession | undefined> {
  const { secondFactorId } = session;
  const hashes = recoveryCodeHashes(deps.secrets, secondFactorId, typed);
  return transact(deps.database, async (transaction) => {
    const { recoveryCode } = transaction;
    const unused = { secondFactorId, usedAt: null };
    const { count } = await recoveryCode.updateMany({
      where: { ...unused, codeHash: { in: hashes } },
      data: { usedAt: deps.clock() },
    });
    if (count === 0) return undefined;
    const left = await recoveryCode.count({ where: unused });
    const orgIds = await orgsRequiringSecondFactor(transaction, secondFactorId);
    const events = [{ orgIds, action: 'useRecoveryCode', detail: { left } }];
    return completeSession(deps, transaction, { ...session, factorKind: 'recovery code', events });
  });
}
