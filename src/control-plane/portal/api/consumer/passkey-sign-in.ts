import { refuse } from '../../../../foundation/errors.ts';
import type { Member, MemberPasskey } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { type Credential, countsUpTo, readCredential } from '../../../passkeys/relying-party.ts';
import { builder } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { CHALLENGE_SECONDS, PortalPasskeyChallenge, portalRelyingParty } from './passkey.ts';
import { takeChallenge } from './posted-answer.ts';
import { seal, unseal } from './sealed-sign-in.ts';
import { noteFailed, openSession, PortalSession, signInAttemptOf } from './session.ts';

/** Length of the id of a credential in base64url, of at most 1023 bytes. (WebAuthn §5.1) */
const CREDENTIAL_ID_MAX = 1_364;

builder.mutationField('beginPasskeySignIn', (t) =>
  t.field({
    type: PortalPasskeyChallenge,
    skipTypeScopes: true,
    description:
      'Begins a sign-in by passkey, for `signInWithPasskey`. The browser finds the passkey: no username is needed.',
    resolve: async (_root, _args, context) => {
      const options = await portalRelyingParty(context).authenticationOptions([]);
      const { challenge } = options;
      return { options, kept: seal(context, { kind: 'PASSKEY_SIGN_IN', challenge }, CHALLENGE_SECONDS) };
    },
  }),
);

builder.mutationField('signInWithPasskey', (t) =>
  t.field({
    type: PortalSession,
    skipTypeScopes: true,
    description: 'Signs a person in by a passkey, in place of a password.',
    args: {
      kept: t.arg.string({ required: true, description: '`kept` of `beginPasskeySignIn`.' }),
      credential: t.arg.string({ required: true, description: 'The answer of the browser, as JSON.' }),
    },
    resolve: async (_root, { kept, credential }, context) => {
      const { challenge } = unseal(context, kept, 'PASSKEY_SIGN_IN');
      const answer = readCredential(credential);
      const passkey = answer && (await passkeyOf(context, answer));
      // Guesses count as those of the person's password.
      const guess = signInAttemptOf(context, passkey?.member.username ?? '');
      const isRight = await context.attempts.attempt(guess, async () => {
        await takeChallenge(context, challenge);
        return (
          answer !== undefined && passkey !== undefined && isShown(context, { passkey, answer, challenge })
        );
      });
      if (passkey && isRight) return enter(context, passkey.member);
      noteFailed(context, passkey?.member.username);
      return refuse('SIGN_IN_FAILED', {
        detail: 'The passkey was not accepted: take another one, or sign in in another way.',
      });
    },
  }),
);

type OwnedPasskey = MemberPasskey & { readonly member: Member };

/** Finds a passkey of this catalog. Those of other portals are nobody's. */
async function passkeyOf(
  { database, catalog }: PortalContext,
  { id: credentialId }: Credential,
): Promise<OwnedPasskey | undefined> {
  if (credentialId.length > CREDENTIAL_ID_MAX) return undefined;
  const found = await database.prisma.memberPasskey.findUnique({
    where: { catalogId_credentialId: { catalogId: catalog.id, credentialId } },
    include: { member: true },
  });
  return found ?? undefined;
}

type ShownPasskey = {
  readonly passkey: OwnedPasskey;
  readonly answer: Credential;
  readonly challenge: string;
};

/** Tells whether an answer proves the passkey. The use is counted; a copy of an authenticator is noted in the audit. */
async function isShown(
  context: PortalContext,
  { passkey, answer, challenge }: ShownPasskey,
): Promise<boolean> {
  const { id, name, member } = passkey;
  const counter = await portalRelyingParty(context).authenticated(answer, challenge, passkey);
  if (counter === undefined) return false;
  const { memberPasskey } = context.database.prisma;
  const { count } = await memberPasskey.updateMany({
    where: { id, ...countsUpTo(counter) },
    data: { counter, lastUsedAt: context.clock() },
  });
  if (count === 1) return true;
  // Removed in the meantime, it is no copy.
  if ((await memberPasskey.count({ where: { id } })) === 0) return false;
  const { username } = member;
  const detail = { passkey: name, reason: 'its count went back: there may be a copy of it' };
  await context.change(
    { action: 'refusePasskey', subject: username, username, detail },
    async () => undefined,
  );
  return false;
}

/** Opens the session at home. Who belongs to no consumer org any more waits until somebody adds them. */
async function enter(context: PortalContext, { id: memberId, consumerOrgId }: Member) {
  const isHome = await context.database.prisma.consumerMembership.count({
    where: { memberId, consumerOrgId },
  });
  if (isHome === 0) refuse('NO_CONSUMER_ORG');
  return openSession(context, memberId);
}
