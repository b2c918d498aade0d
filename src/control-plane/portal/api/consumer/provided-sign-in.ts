import { randomBytes } from 'node:crypto';
import { needsVerifiedEmail, type ProvidedIdentity } from '../../../../domain/consumer/sign-in-placement.ts';
import { Refusal, refuse } from '../../../../foundation/errors.ts';
import { IssuerFault } from '../../../../infrastructure/issuers/trusted-issuer.ts';
import { authenticateWithLimit } from '../../../../infrastructure/user-registries/limited-authentication.ts';
import {
  type AuthenticationResult,
  issuerOf,
} from '../../../../infrastructure/user-registries/registry-type.ts';
import { userRegistryTypes } from '../../../../infrastructure/user-registries/types.ts';
import {
  memberOfPerson,
  type ProvidedMember,
  type ProvidedPerson,
  signUpPerson,
} from '../../../consumer/provided-member.ts';
import { builder } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { answerOnce, refuseUnkept } from './posted-answer.ts';
import { type BegunRedirectSignIn, seal, unseal } from './sealed-sign-in.ts';
import { type IssuedSession, noteFailed, openSession, PortalSession, signInAttemptOf } from './session.ts';
import { callbackUrl, type OpenedProvider, openProvider } from './sign-in-provider.ts';

const RANDOM_BYTES = 32;
const RETRY_AFTER_SECONDS = 5;
const PASSWORD_LENGTH_MAX = 1_024;

type BegunRedirect = { readonly url: string; readonly kept: string };
const BegunSignInRef = builder.objectRef<BegunRedirect>('BegunSignIn').implement({
  description: 'A sign-in that a browser is sent away for.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: 'The page of the identity provider that the browser is sent to.',
      resolve: ({ url }) => url,
    }),
    kept: t.exposeString('kept', {
      description:
        'A text that this browser alone keeps until it comes back, for `finishSignIn`: at most 15 minutes.',
    }),
  }),
});

type Finished = { readonly session: IssuedSession | null; readonly kept: string | null };
const FinishedSignInRef = builder.objectRef<Finished>('FinishedSignIn').implement({
  description: 'A person whom an identity provider has signed in.',
  fields: (t) => ({
    session: t.field({
      type: PortalSession,
      nullable: true,
      description: 'The session; null where the person has no consumer organization yet.',
      resolve: ({ session }) => session,
    }),
    kept: t.exposeString('kept', {
      nullable: true,
      description:
        'A text for `signUpWith`, by which the person names a consumer organization of their own: for 15 minutes. Null where there is a session.',
    }),
  }),
});

const provider = { required: true, description: 'The name of the identity provider.' } as const;

builder.mutationField('signInWith', (t) =>
  t.field({
    type: FinishedSignInRef,
    skipTypeScopes: true,
    description:
      'Signs a person in by an identity provider that takes passwords. Wrong guesses count as at `signIn`.',
    args: {
      provider: t.arg.string(provider),
      username: t.arg.string({ required: true, description: 'The username at the provider.' }),
      password: t.arg.string({ required: true, description: 'The password at the provider.' }),
    },
    resolve: async (_root, { provider: name, ...person }, context) => {
      const opened = await openProvider(context, name);
      const type = userRegistryTypes[opened.registry.type];
      if (type.redirect)
        refuse('BAD_USER_INPUT', {
          detail: 'People of this identity provider sign in at its own pages: use beginSignIn.',
          path: ['provider'],
        });
      return signedIn(context, opened, await askRegistry(context, opened, person));
    },
  }),
);

builder.mutationField('beginSignIn', (t) =>
  t.field({
    type: BegunSignInRef,
    skipTypeScopes: true,
    description: "Begins a sign-in at an identity provider's own pages.",
    args: { provider: t.arg.string(provider) },
    resolve: async (_root, { provider: name }, context) => {
      const { registry } = await openProvider(context, name);
      if (!userRegistryTypes[registry.type].redirect)
        refuse('BAD_USER_INPUT', {
          detail: 'This identity provider has no pages of its own: use signInWith.',
          path: ['provider'],
        });
      const begun: BegunRedirectSignIn = {
        kind: 'BEGUN',
        provider: name,
        registryId: registry.id,
        state: randomText(),
        nonce: randomText(),
        verifier: randomText(),
      };
      const redirectUrl = callbackUrl(context, name);
      const url = await context.registries
        .signInUrl(registry, { ...begun, redirectUrl, isAnew: false })
        .catch(unavailable);
      return { url, kept: seal(context, begun) };
    },
  }),
);

builder.mutationField('finishSignIn', (t) =>
  t.field({
    type: FinishedSignInRef,
    skipTypeScopes: true,
    description: 'Ends a sign-in that the browser has come back from.',
    args: {
      provider: t.arg.string(provider),
      kept: t.arg.string({ required: true, description: 'The text that the browser kept.' }),
      query: t.arg.string({
        required: true,
        description:
          'The query that the browser came back with; of a SAML provider the form that it posted, encoded as a query.',
      }),
    },
    resolve: async (_root, { provider: name, kept, query }, context) => {
      const begun = kept === '' ? await refuseUnkept(context, name, query) : unseal(context, kept, 'BEGUN');
      if (begun.provider !== name) refuse('SIGN_IN_LOST');
      const opened = await openProvider(context, name);
      const { redirect } = userRegistryTypes[opened.registry.type];
      const state = redirect ? new URLSearchParams(query).getAll(redirect.stateMember) : [];
      if (!redirect || state.length !== 1 || state[0] !== begun.state) refuse('SIGN_IN_LOST');
      if (opened.registry.id !== begun.registryId) refuse('SIGN_IN_LOST');
      const redirectUrl = callbackUrl(context, name);
      const result = await context.registries.finishSignIn(opened.registry, { ...begun, redirectUrl, query });
      if (result.answer === 'ACCEPTED' && redirect.answersByPost) await answerOnce(context, begun);
      return signedIn(context, opened, result);
    },
  }),
);

builder.mutationField('signUpWith', (t) =>
  t.field({
    type: PortalSession,
    skipTypeScopes: true,
    description: 'Creates a consumer organization for a person whom no rule of the identity provider places.',
    args: {
      kept: t.arg.string({ required: true, description: 'The text of `FinishedSignIn`.' }),
      consumerOrgTitle: t.arg.string({ required: true, description: 'What people call the organization.' }),
    },
    resolve: async (_root, { kept, consumerOrgTitle }, context) => {
      const { provider: name, identity, issuer, registryId } = unseal(context, kept, 'PROVEN');
      const { provider: policy, registry, row } = await openProvider(context, name);
      if (registry.id !== registryId || issuerOf(registry) !== issuer) refuse('SIGN_IN_LOST');
      if (policy.unmatched !== 'SIGN_UP') refuse('NO_CONSUMER_ORG');
      const { catalog, network } = context;
      const signUp = {
        target: ['sign-up', catalog.id, `${registryId} ${identity.subject}`],
        source: ['sign-up', catalog.id, network],
      };
      // One that succeeds is not to be repeated either.
      await context.attempts.attempt(signUp, async () => false);
      const username = identity.username;
      const member = await context.change({ action: 'signUp', subject: username, username }, (transaction) =>
        signUpPerson(transaction, personOf(context, { row, registry }, identity), consumerOrgTitle).catch(
          refuseTitle,
        ),
      );
      return openSession(context, member.id);
    },
  }),
);

type Person = Readonly<Record<'username' | 'password', string>>;

/** Asks a registry about a password, where the limit of attempts allows it. */
async function askRegistry(
  context: PortalContext,
  { registry }: OpenedProvider,
  person: Person,
): Promise<AuthenticationResult> {
  const type = userRegistryTypes[registry.type];
  if (person.password.length > PASSWORD_LENGTH_MAX || type.personFault(person) !== undefined)
    refuse('SIGN_IN_FAILED');
  const attempt = signInAttemptOf(context, type.countedAs(person.username));
  const ask = () => context.registries.authenticate(registry, person);
  const result = await authenticateWithLimit(attempt, ask, context.attempts);
  if (result.answer !== 'REFUSED') return result;
  noteFailed(context);
  return refuse('SIGN_IN_FAILED');
}

/**
 * Opens the session of a person whom a registry has identified.
 *
 * @throws SIGN_IN_DECLINED, SIGN_IN_REJECTED, IDENTITY_PROVIDER_UNAVAILABLE as the registry answered; EMAIL_UNVERIFIED,
 * NO_CONSUMER_ORG where no rule places the person
 */
async function signedIn(
  context: PortalContext,
  { provider: policy, registry, row }: OpenedProvider,
  { answer, identity, isDeclined, message, retryAfterSeconds }: AuthenticationResult,
): Promise<Finished> {
  if (answer === 'UNAVAILABLE') return unavailable(new IssuerFault(message), retryAfterSeconds);
  if (answer === 'REFUSED') {
    if (!isDeclined) noteRejected(context, row.name, message);
    return refuse(isDeclined ? 'SIGN_IN_DECLINED' : 'SIGN_IN_REJECTED');
  }
  if (!identity) return refuse('INTERNAL', { cause: new Error('The registry names nobody.') });
  const { username } = identity;
  const person = personOf(context, { row, registry }, identity);
  const { member } = await context.change<ProvidedMember>(
    { action: 'signInWith', subject: username, username, isChange: ({ isChanged }) => isChanged },
    (transaction) => memberOfPerson(transaction, person, policy),
  );
  if (member) return { session: await openSession(context, member.id), kept: null };
  if (needsVerifiedEmail(policy, identity)) return refuse('EMAIL_UNVERIFIED');
  if (policy.unmatched === 'REFUSE') return refuse('NO_CONSUMER_ORG');
  const { id: registryId } = registry;
  const issuer = issuerOf(registry);
  const { name } = row;
  const bare = { ...identity, claims: {} };
  return {
    session: null,
    kept: seal(context, { kind: 'PROVEN', provider: name, registryId, issuer, identity: bare }),
  };
}

/** Tells the audit why an answer did not count. Its bearer may have forged it, and is not told. */
function noteRejected(
  { failedSignIns, catalog: { orgId, name: catalog }, clientAddress: address }: PortalContext,
  userRegistry: string,
  reason: string,
): void {
  const detail = { catalog, userRegistry, reason };
  failedSignIns.note({ orgId, action: 'signInFailed', subject: '(unknown)', detail, address });
}

const personOf = (
  { catalog, clock }: PortalContext,
  { row: { id, name }, registry }: Pick<OpenedProvider, 'row' | 'registry'>,
  identity: ProvidedIdentity,
): ProvidedPerson => ({
  catalogId: catalog.id,
  userRegistry: { id, name, issuer: issuerOf(registry) },
  identity,
  now: clock(),
});

/** @throws IDENTITY_PROVIDER_UNAVAILABLE, whose cause the operator is told */
function unavailable(error: unknown, retryAfterSeconds = RETRY_AFTER_SECONDS): never {
  if (!(error instanceof IssuerFault)) throw error;
  return refuse('IDENTITY_PROVIDER_UNAVAILABLE', {
    headers: { 'Retry-After': `${retryAfterSeconds}` },
  });
}

/** Names the argument of a refused title. */
function refuseTitle(error: unknown): never {
  if (error instanceof Refusal && error.inputPath?.at(-1) === 'title')
    refuse(error.code, { detail: error.message, path: ['consumerOrgTitle'], cause: error });
  throw error;
}

const randomText = () => randomBytes(RANDOM_BYTES).toString('base64url');
