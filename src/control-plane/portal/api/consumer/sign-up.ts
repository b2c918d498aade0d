import { passwordLength } from '../../../../domain/people/password.ts';
import { type InputPath, Refusal, refuse } from '../../../../foundation/errors.ts';
import { checkNewPassword } from '../../../../infrastructure/secrets/new-password.ts';
import { createConsumerOrg } from '../../../consumer/consumer-org.ts';
import { requestFirstVerification } from '../../../consumer/email-verification.ts';
import { withGeneratedName } from '../../../consumer/generated-name.ts';
import { sendsMail } from '../../../consumer/sends-mail.ts';
import { builder } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { verificationContextOf } from './email-verification.ts';
import { openSession, PortalSession, passwordQueueKeys } from './session.ts';
import { demandPasswords } from './sign-in-provider.ts';

const SignUpInput = builder.inputType('SignUpInput', {
  description: 'A new consumer organization and the person who owns it.',
  fields: (t) => ({
    consumerOrgTitle: t.string({
      required: true,
      description: 'What people call the organization; its name is made from it.',
    }),
    username: t.string({ required: true, description: 'What the person signs in with.' }),
    password: t.string({
      required: true,
      description: `Of ${passwordLength.min} to ${passwordLength.max} characters.`,
    }),
    email: t.string({ required: true, description: "The person's email address." }),
  }),
});

builder.mutationField('signUp', (t) =>
  t.field({
    type: PortalSession,
    skipTypeScopes: true,
    description:
      'Creates a consumer organization with its owner, and signs the owner in. Only where the catalog allows self-service sign-up.',
    args: { input: t.arg({ type: SignUpInput, required: true, description: 'Who signs up.' }) },
    resolve: async (_root, { input }, context) => {
      if (!context.catalog.selfServiceSignUp) refuse('SIGN_UP_DISABLED');
      demandPasswords(context);
      await checkNewPassword(input.password, ['input', 'password']);
      await countSignUp(context, input.email);
      return openSession(context, await newOwner(context, input));
    },
  }),
);

type NewOwner = typeof SignUpInput.$inferInput;

/**
 * Decision: sign-ups are counted by email address and by network. By catalog, one person could lock all others out.
 * Their work at one time is bounded where passwords are hashed.
 */
async function countSignUp({ attempts, catalog, network }: PortalContext, email: string): Promise<void> {
  const signUp = { target: ['sign-up', catalog.id, email], source: ['sign-up', catalog.id, network] };
  // One that succeeds is not to be repeated either.
  await attempts.attempt(signUp, async () => false);
}

/** @returns the id of the new member */
async function newOwner(
  context: PortalContext,
  { consumerOrgTitle, username, password, email }: NewOwner,
): Promise<string> {
  const passwordHash = await context.passwords.hash(password, passwordQueueKeys(context));
  const owner = { username, passwordHash, email, path: ['input'] };
  return context.change({ action: 'signUp', subject: username, username }, async (transaction) => {
    const created = await createConsumerOrg(transaction, {
      ...withGeneratedName({ title: consumerOrgTitle }, 'organization'),
      catalogId: context.catalog.id,
      owner,
      now: context.clock(),
    }).catch(refuseTitle(['input', 'consumerOrgTitle']));
    if (!created.owner) return refuse('INTERNAL');
    if (sendsMail(context))
      await requestFirstVerification(transaction, created.owner, verificationContextOf(context));
    return created.owner.id;
  });
}

/** Renames the field of a refused title, which people of the portal call otherwise. */
export const refuseTitle =
  (path: InputPath) =>
  (error: unknown): never => {
    if (error instanceof Refusal && error.inputPath?.at(-1) === 'title')
      refuse(error.code, { detail: error.message, path, cause: error });
    throw error;
  };
