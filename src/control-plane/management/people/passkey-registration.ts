import { randomUUID } from 'node:crypto';
import { refuse } from '../../../foundation/errors.ts';
import { type Transaction, transact } from '../../../infrastructure/database/change.ts';
import { checkPasskeyName, consoleParty } from '../../passkeys/passkey-party.ts';
import {
  createRelyingParty,
  type NewPasskey,
  readCredential,
  unchecked,
} from '../../passkeys/relying-party.ts';
import type { OpenedSession } from './console-session.ts';
import { keepChallenge, takeChallenge } from './passkey-challenge.ts';
import { type PersonSession, personSession } from './person-session.ts';
import { orgsRequiringSecondFactor, replaceRecoveryCodes } from './second-factor.ts';
import { PASSKEYS_MAX } from './second-factor-rules.ts';
import { completeSession, type SecondFactorSessionDeps } from './second-factor-session.ts';

/** A passkey that was registered just now. */
type RegisteredPasskey = {
  readonly session: OpenedSession;
  /** The recovery codes with the first passkey. They can be read only now. */
  readonly recoveryCodes: readonly string[];
};

/**
 * Registration of passkeys, for signed-in people and for those who must register one first. The session of the latter
 * opens nothing before. A passkey belongs to the orgs that the sign-in opened. Where one of these requires a second
 * factor already, only a person who has shown it can add one: a password alone does not suffice.
 */
type PasskeyRegistration = {
  /**
   * Begins a registration. It returns the options for the browser.
   *
   * @throws UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, QUOTA_EXCEEDED, PASSKEYS_UNAVAILABLE
   */
  beginRegistration(session: string): Promise<object>;
  /**
   * @param input.credential what the browser answered, as JSON
   * @throws BAD_USER_INPUT, CONFLICT, and as above
   */
  register(
    session: string,
    input: { readonly name: string; readonly credential: string },
    address?: string,
  ): Promise<RegisteredPasskey>;
};

export function createPasskeyRegistration(deps: SecondFactorSessionDeps): PasskeyRegistration {
  const { database } = deps;
  const party = () => createRelyingParty(consoleParty(deps.urls.console));
  return {
    async beginRegistration(token) {
      const { id: sessionId, membership, need } = await personSession(deps, database.prisma, token);
      requireShownFactor(need);
      const secondFactorId = membership.secondFactorId ?? randomUUID();
      const known = await database.prisma.passkey.findMany({
        where: { secondFactorId },
        take: PASSKEYS_MAX,
      });
      requirePasskeyQuota(known.length);
      const { email } = membership.user;
      const options = await party().registrationOptions({ handle: secondFactorId, name: email, known });
      const { challenge } = options;
      await keepChallenge(deps, { sessionId, purpose: 'REGISTRATION', challenge, secondFactorId });
      return options;
    },
    async register(token, { name, credential }, address) {
      checkPasskeyName(name, ['name']);
      const { id: sessionId } = await personSession(deps, database.prisma, token);
      const challenge = await takeChallenge(deps, { sessionId, purpose: 'REGISTRATION' });
      const answer = readCredential(credential);
      if (!challenge || !answer) return unchecked();
      const passkey = await party().registered(answer, challenge.challenge);
      const { secondFactorId } = challenge;
      return transact(database, (transaction) =>
        keepPasskey(deps, transaction, { token, secondFactorId, address, passkey: { ...passkey, name } }),
      );
    },
  };
}

function requireShownFactor(need: PersonSession['need']): void {
  if (need === 'VERIFY')
    refuse('SECOND_FACTOR_REQUIRED', { detail: 'Show a passkey that you have, before you add another.' });
}

function requirePasskeyQuota(passkeys: number): void {
  if (passkeys >= PASSKEYS_MAX)
    refuse('QUOTA_EXCEEDED', {
      detail: `You have ${passkeys} passkeys, which is as many as there may be: remove one first.`,
    });
}

type Registration = {
  readonly token: string;
  readonly secondFactorId: string;
  readonly address: string | undefined;
  readonly passkey: NewPasskey & { readonly name: string };
};

/** Stores a passkey. Registrations of one person follow one another, so of two first ones the second sees the first. */
async function keepPasskey(
  deps: SecondFactorSessionDeps,
  transaction: Transaction,
  { token, secondFactorId, address, passkey }: Registration,
): Promise<RegisteredPasskey> {
  const { userId } = (await personSession(deps, transaction, token)).membership;
  await transaction.$executeRaw`SELECT FROM "User" WHERE id = ${userId}::uuid FOR UPDATE`;
  const { membership, need } = await personSession(deps, transaction, token);
  requireShownFactor(need);
  if (membership.secondFactorId !== null && membership.secondFactorId !== secondFactorId)
    refuse('CONFLICT', { detail: 'You have registered a passkey in the meantime: sign in with it.' });
  requirePasskeyQuota(await transaction.passkey.count({ where: { secondFactorId } }));
  const { credentialId } = passkey;
  if (await transaction.passkey.findUnique({ where: { credentialId } }))
    refuse('CONFLICT', { detail: 'This passkey is registered already.' });
  const isFirst = membership.secondFactorId === null;
  if (isFirst) await transaction.secondFactor.create({ data: { id: secondFactorId, userId } });
  await transaction.passkey.create({ data: { ...passkey, secondFactorId } });
  const orgIds = [...(await orgsRequiringSecondFactor(transaction, secondFactorId)), membership.orgId];
  const recoveryCodes = isFirst ? await replaceRecoveryCodes(transaction, deps.secrets, secondFactorId) : [];
  const session = await completeSession(deps, transaction, {
    token,
    secondFactorId,
    address,
    factorKind: 'passkey',
    isEntering: need !== undefined,
    events: [{ orgIds, action: 'registerPasskey', detail: { passkey: passkey.name } }],
  });
  return { session, recoveryCodes };
}
