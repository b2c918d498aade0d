import { type InputPath, refuse } from '../../foundation/errors.ts';
import { isName } from '../../foundation/text/name.ts';
import { type MemberRole, memberRoles } from './team.ts';

/** Outcomes for a person whom no rule places in a consumer org. */
export const unmatchedOutcomes = ['REFUSE', 'SIGN_UP'] as const;
export type UnmatchedOutcome = (typeof unmatchedOutcomes)[number];

/** A rule that places people in a consumer org by their claims. */
export type ConsumerOrgRule = {
  /** The claim or attribute that is looked at; null holds for everybody. */
  readonly claim: string | null;
  /** The value that it has; null is any. */
  readonly value: string | null;
  /** The name of the consumer org; null is the one of the value. */
  readonly consumerOrg: string | null;
  /** Is the consumer org of a value made where there is none? */
  readonly create: boolean;
};

/** A rule that gives people a role by their claims. */
export type RoleRule = { readonly claim: string; readonly value: string; readonly role: MemberRole };

/** A user registry whose people sign in to a portal. */
export type SignInProvider = {
  /** The name of a user registry of the org. */
  readonly userRegistry: string;
  /** The words of its button; null are those that the registry has for people. */
  readonly title: string | null;
  /** The first that holds counts. */
  readonly consumerOrgs: readonly ConsumerOrgRule[];
  /** The first that holds counts. */
  readonly roles: readonly RoleRule[];
  readonly unmatched: UnmatchedOutcome;
};

/** The ways in which people sign in to the portal of a catalog. */
export type SignInPolicy = {
  /** May people sign in, and sign up, by a password that the portal keeps? */
  readonly passwords: boolean;
  /** In the order of their buttons. */
  readonly providers: readonly SignInProvider[];
};

type Draft<Value> = { readonly [Member in keyof Value]?: Value[Member] | null | undefined };
export type SignInProviderDraft = Omit<Draft<SignInProvider>, 'userRegistry' | 'consumerOrgs' | 'roles'> & {
  readonly userRegistry: string;
  readonly consumerOrgs?: readonly Draft<ConsumerOrgRule>[] | null | undefined;
  readonly roles?: readonly RoleRule[] | null | undefined;
};

/** A policy as the management API and a manifest take it. */
export type SignInPolicyDraft = {
  readonly passwords?: boolean | null | undefined;
  readonly providers?: readonly SignInProviderDraft[] | null | undefined;
};

/** The policy of a catalog that has none. */
export const passwordsAlone: SignInPolicy = { passwords: true, providers: [] };

export const SIGN_IN_PROVIDERS_MAX = 10;
export const SIGN_IN_RULES_MAX = 100;
export const SIGN_IN_TITLE_MAX = 60;
const TEXT_MAX = 255;
const ROLE_NAMES: readonly string[] = memberRoles;

/** The types of user registries whose people can sign in to a portal. The others say nothing of a person. */
export const signsInToPortals = (type: string): boolean => PORTAL_TYPES.includes(type);
const PORTAL_TYPES = ['LDAP', 'OPENID_CONNECT', 'SAML'];

/** Says why people of a registry cannot sign in to a portal. */
export const typeFault = ({ name, type }: { readonly name: string; readonly type: string }): string =>
  `The user registry ${name} is of type ${type}: people sign in to portals by one of type OPENID_CONNECT, SAML or LDAP.`;

/**
 * Checks and completes a policy. That its user registries exist is checked where they are read.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function signInPolicyFrom(draft: SignInPolicyDraft, path: InputPath): SignInPolicy {
  const passwords = draft.passwords ?? true;
  const drafts = draft.providers ?? [];
  if (drafts.length > SIGN_IN_PROVIDERS_MAX)
    bad(`A portal has at most ${SIGN_IN_PROVIDERS_MAX} sign-in providers.`, [...path, 'providers']);
  if (!passwords && drafts.length === 0)
    bad('Nobody could sign in: allow passwords, or name a provider.', [...path, 'passwords']);
  const providers = drafts.map((each, index) => providerFrom(each, [...path, 'providers', index]));
  providers.forEach(({ userRegistry }, index) => {
    if (providers.findIndex((each) => each.userRegistry === userRegistry) < index)
      bad(`The user registry ${userRegistry} is named twice.`, [...path, 'providers', index, 'userRegistry']);
  });
  return { passwords, providers };
}

function providerFrom(draft: SignInProviderDraft, path: InputPath): SignInProvider {
  const title = draft.title?.trim() || null;
  if (title !== null && (title.length > SIGN_IN_TITLE_MAX || /\p{Cc}/u.test(title)))
    bad(`The title of a button has at most ${SIGN_IN_TITLE_MAX} characters, in one line.`, [
      ...path,
      'title',
    ]);
  const [orgs, roles] = [draft.consumerOrgs ?? [], draft.roles ?? []];
  for (const [member, rules] of Object.entries({ consumerOrgs: orgs, roles }))
    if (rules.length > SIGN_IN_RULES_MAX)
      bad(`There are at most ${SIGN_IN_RULES_MAX} rules.`, [...path, member]);
  const unmatched = draft.unmatched ?? 'REFUSE';
  const provider = {
    userRegistry: draft.userRegistry,
    title,
    consumerOrgs: orgs.map((rule, index) => consumerOrgRuleFrom(rule, [...path, 'consumerOrgs', index])),
    roles: roles.map((rule, index) => roleRuleFrom(rule, [...path, 'roles', index])),
    unmatched,
  };
  if (provider.consumerOrgs.length === 0 && unmatched === 'REFUSE')
    bad('Nobody could sign in: give a rule for consumer orgs, or let people sign up.', [
      ...path,
      'consumerOrgs',
    ]);
  return provider;
}

function consumerOrgRuleFrom(draft: Draft<ConsumerOrgRule>, path: InputPath): ConsumerOrgRule {
  const { claim = null, value = null, consumerOrg = null } = draft;
  const create = draft.create ?? false;
  if (claim !== null) checkText(claim, 'A claim', [...path, 'claim']);
  if (value !== null) checkText(value, 'A value', [...path, 'value']);
  if (claim === null && value !== null) bad('Name the claim that has the value.', [...path, 'claim']);
  if (claim === null && consumerOrg === null)
    bad('A rule for everybody names the consumer org.', [...path, 'consumerOrg']);
  if (consumerOrg !== null && !isName(consumerOrg))
    bad('A consumer org is named by its path segment, for example acme-partners.', [...path, 'consumerOrg']);
  if (consumerOrg !== null && create)
    bad('Only the consumer org of a value is made: leave consumerOrg out, or create it first.', [
      ...path,
      'create',
    ]);
  return { claim, value, consumerOrg, create };
}

function roleRuleFrom({ claim, value, role }: RoleRule, path: InputPath): RoleRule {
  checkText(claim, 'A claim', [...path, 'claim']);
  checkText(value, 'A value', [...path, 'value']);
  if (!ROLE_NAMES.includes(role)) bad(`A role is one of ${memberRoles.join(', ')}.`, [...path, 'role']);
  return { claim, value, role };
}

function checkText(text: string, what: string, path: InputPath): void {
  if (text === '' || text.length > TEXT_MAX || /\p{Cc}/u.test(text))
    bad(`${what} has 1 to ${TEXT_MAX} characters, none of them a control character.`, path);
}

function bad(detail: string, path: InputPath): never {
  return refuse('BAD_USER_INPUT', { detail, path });
}
