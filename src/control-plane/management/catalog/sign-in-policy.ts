import { Prisma } from '../../../../bundles/prisma.js';
import {
  type ConsumerOrgRule,
  type RoleRule,
  SIGN_IN_PROVIDERS_MAX,
  SIGN_IN_RULES_MAX,
  SIGN_IN_TITLE_MAX,
  type SignInPolicy,
  type SignInPolicyDraft,
  type SignInProvider,
  signInPolicyFrom,
  signsInToPortals,
  typeFault,
  unmatchedOutcomes,
} from '../../../domain/consumer/sign-in-policy.ts';
import { refuse } from '../../../foundation/errors.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { MemberRoleRef } from '../consumer/member-role.ts';
import { userRegistryNamed } from '../oauth/user-registry.ts';

const UnmatchedOutcomeRef = builder.enumType('UnmatchedOutcome', {
  description: 'What becomes of a person whom no rule places in a consumer org.',
  values: describedValues(unmatchedOutcomes, (outcome) =>
    outcome === 'REFUSE'
      ? 'The person is refused with NO_CONSUMER_ORG.'
      : 'The person names a consumer org of their own, and owns it.',
  ),
});

const orgTerms = {
  claim:
    'The claim or attribute that is looked at; null holds for everybody. `email` and `email_domain` are those of a verified address.',
  value: 'The value that it has, exactly; null is any.',
  consumerOrg: 'The consumer org, by name; null is the one that sign-ins have made for the value.',
  create: 'Is the consumer org of a value made where no sign-in has made it yet?',
};
const roleTerms = {
  claim: orgTerms.claim.replace('; null holds for everybody', ''),
  value: 'The value that it has, exactly. Of several values, one is it.',
  role: 'The role of who has it.',
};
const providerTerms = {
  userRegistry: 'The user registry, of type OPENID_CONNECT, SAML or LDAP.',
  title: `The words of its button, at most ${SIGN_IN_TITLE_MAX} characters; null are those of the registry.`,
  consumerOrgs: `Rules for the consumer org of a person; the first that holds counts. At most ${SIGN_IN_RULES_MAX}.`,
  roles: `Rules for the role; the first that holds counts, and who meets none is a viewer. Without any, roles are given in the portal. At most ${SIGN_IN_RULES_MAX}.`,
  unmatched: 'What becomes of somebody whom no rule places.',
};
const policyTerms = {
  passwords: 'May people sign in, and sign up, by a password that the portal keeps?',
  providers: `The identity providers of the portal, in the order of their buttons: at most ${SIGN_IN_PROVIDERS_MAX}.`,
};

const ConsumerOrgRuleRef = builder.objectRef<ConsumerOrgRule>('ConsumerOrgRule').implement({
  description: 'A rule that places people in a consumer org.',
  fields: (t) => ({
    claim: t.exposeString('claim', { nullable: true, description: orgTerms.claim }),
    value: t.exposeString('value', { nullable: true, description: orgTerms.value }),
    consumerOrg: t.exposeString('consumerOrg', { nullable: true, description: orgTerms.consumerOrg }),
    create: t.exposeBoolean('create', { description: orgTerms.create }),
  }),
});

const RoleRuleRef = builder.objectRef<RoleRule>('RoleRule').implement({
  description: 'A rule that gives people a role in their consumer org.',
  fields: (t) => ({
    claim: t.exposeString('claim', { description: roleTerms.claim }),
    value: t.exposeString('value', { description: roleTerms.value }),
    role: t.expose('role', { type: MemberRoleRef, description: roleTerms.role }),
  }),
});

const SignInProviderRef = builder.objectRef<SignInProvider>('SignInProvider').implement({
  description: 'A user registry whose people sign in to a portal.',
  fields: (t) => ({
    userRegistry: t.exposeString('userRegistry', { description: providerTerms.userRegistry }),
    title: t.exposeString('title', { nullable: true, description: providerTerms.title }),
    consumerOrgs: t.field({
      type: [ConsumerOrgRuleRef],
      description: providerTerms.consumerOrgs,
      resolve: ({ consumerOrgs }) => [...consumerOrgs],
    }),
    roles: t.field({
      type: [RoleRuleRef],
      description: providerTerms.roles,
      resolve: ({ roles }) => [...roles],
    }),
    unmatched: t.expose('unmatched', { type: UnmatchedOutcomeRef, description: providerTerms.unmatched }),
  }),
});

export const SignInPolicyRef = builder.objectRef<SignInPolicy>('SignInPolicy').implement({
  description: 'The ways in which people sign in to the portal of a catalog.',
  fields: (t) => ({
    passwords: t.exposeBoolean('passwords', { description: policyTerms.passwords }),
    providers: t.field({
      type: [SignInProviderRef],
      description: policyTerms.providers,
      resolve: ({ providers }) => [...providers],
    }),
  }),
});

const ConsumerOrgRuleInput = builder.inputType('ConsumerOrgRuleInput', {
  description: 'A rule that places people in a consumer org.',
  fields: (t) => ({
    claim: t.string({ description: orgTerms.claim }),
    value: t.string({ description: orgTerms.value }),
    consumerOrg: t.string({ description: orgTerms.consumerOrg }),
    create: t.boolean({ defaultValue: false, description: orgTerms.create }),
  }),
});

const RoleRuleInput = builder.inputType('RoleRuleInput', {
  description: 'A rule that gives people a role in their consumer org.',
  fields: (t) => ({
    claim: t.string({ required: true, description: roleTerms.claim }),
    value: t.string({ required: true, description: roleTerms.value }),
    role: t.field({ type: MemberRoleRef, required: true, description: roleTerms.role }),
  }),
});

const SignInProviderInput = builder.inputType('SignInProviderInput', {
  description: 'A user registry whose people sign in to a portal.',
  fields: (t) => ({
    userRegistry: t.string({ required: true, description: providerTerms.userRegistry }),
    title: t.string({ description: providerTerms.title }),
    consumerOrgs: t.field({ type: [ConsumerOrgRuleInput], description: providerTerms.consumerOrgs }),
    roles: t.field({ type: [RoleRuleInput], description: providerTerms.roles }),
    unmatched: t.field({
      type: UnmatchedOutcomeRef,
      defaultValue: 'REFUSE',
      description: providerTerms.unmatched,
    }),
  }),
});

export const SignInPolicyInput = builder.inputType('SignInPolicyInput', {
  description: 'The ways in which people sign in to the portal of a catalog.',
  fields: (t) => ({
    passwords: t.boolean({ defaultValue: true, description: policyTerms.passwords }),
    providers: t.field({ type: [SignInProviderInput], description: policyTerms.providers }),
  }),
});

/**
 * The column of a policy. Undefined leaves it, null takes it away.
 *
 * @throws BAD_USER_INPUT; NOT_FOUND for an unknown user registry
 */
export async function signInColumn(
  transaction: Transaction,
  orgId: string,
  draft: SignInPolicyDraft | null | undefined,
): Promise<Prisma.InputJsonValue | typeof Prisma.DbNull | undefined> {
  if (draft === undefined) return undefined;
  if (draft === null) return Prisma.DbNull;
  const root = ['input', 'signIn'];
  const policy = signInPolicyFrom(draft, root);
  for (const [index, { userRegistry: name }] of policy.providers.entries()) {
    const path = [...root, 'providers', index, 'userRegistry'];
    const { type } = await userRegistryNamed(transaction, { orgId, name, path });
    if (!signsInToPortals(type)) refuse('BAD_USER_INPUT', { detail: typeFault({ name, type }), path });
  }
  return toStore(policy);
}
