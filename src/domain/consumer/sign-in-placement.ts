import { mailDomainOf } from './mail-domain.ts';
import type { SignInProvider } from './sign-in-policy.ts';
import type { MemberRole } from './team.ts';

/** The person that an identity provider has signed in, as it says. */
export type ProvidedIdentity = {
  /** The name that no other person of the provider ever has. */
  readonly subject: string;
  /** The name that people call the person by. */
  readonly username: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  /** Claims or attributes by name, each with its values. */
  readonly claims: Readonly<Record<string, readonly string[]>>;
};

/** A consumer org by its name, or as the one of a claim's value. */
export type PlacementTarget =
  | { readonly by: 'NAME'; readonly name: string }
  | { readonly by: 'VALUE'; readonly value: string; readonly create: boolean };

/** A place in the portal that the rules of a provider give. */
type SignInPlacement = {
  /** The first that there is, or that may be made, is the person's. */
  readonly targets: readonly PlacementTarget[];
  /** Null where the provider has no rules for roles. */
  readonly role: MemberRole | null;
};

/** The places that are looked for. Who has more values is placed by the first ones. */
const TARGETS_MAX = 2_000;
/** Claims that are made of a verified email address alone. */
const MAIL_CLAIMS = ['email', 'email_domain'];

/** Names the places that rules lead to. */
function* targetsOf(
  rules: SignInProvider['consumerOrgs'],
  valuesOf: (name: string) => readonly string[],
): Generator<PlacementTarget> {
  for (const { claim, value, consumerOrg, create } of rules) {
    const values = claim === null ? [''] : valuesOf(claim).filter((each) => value === null || each === value);
    if (values.length > 0 && consumerOrg !== null) yield { by: 'NAME', name: consumerOrg };
    else for (const each of values) yield { by: 'VALUE', value: each, create };
  }
}

/**
 * Decides by the rules of a provider. Both lists are read from above, and the first rule that holds counts.
 *
 * Somebody whom no rule for roles concerns becomes a viewer, so that who loses a group loses its rights.
 */
export function placementOf(
  { consumerOrgs, roles }: Pick<SignInProvider, 'consumerOrgs' | 'roles'>,
  identity: ProvidedIdentity,
): SignInPlacement {
  const valuesOf = readerOf(identity);
  const targets: PlacementTarget[] = [];
  for (const target of targetsOf(consumerOrgs, valuesOf)) {
    if (targets.length === TARGETS_MAX) break;
    targets.push(target);
  }
  const matched = roles.find(({ claim, value }) => valuesOf(claim).includes(value));
  return { targets, role: matched?.role ?? (roles.length > 0 ? 'VIEWER' : null) };
}

/** Tells whether an address that nobody has verified keeps a rule from holding. */
export const needsVerifiedEmail = (
  { consumerOrgs }: Pick<SignInProvider, 'consumerOrgs'>,
  { email, isEmailVerified }: ProvidedIdentity,
): boolean =>
  email !== null &&
  !isEmailVerified &&
  consumerOrgs.some(({ claim }) => claim !== null && MAIL_CLAIMS.includes(claim));

/** The claims that a provider's rules look at, each once. */
export function claimsRead({
  consumerOrgs,
  roles,
}: Pick<SignInProvider, 'consumerOrgs' | 'roles'>): string[] {
  const claims = [...consumerOrgs, ...roles].flatMap(({ claim }) => claim ?? []);
  return [...new Set(claims)].filter((claim) => !MAIL_CLAIMS.includes(claim));
}

function readerOf({ claims, email, isEmailVerified }: ProvidedIdentity) {
  const address = isEmailVerified && email !== null ? email : undefined;
  return (claim: string): readonly string[] => {
    if (claim === 'email') return address === undefined ? [] : [address];
    if (claim === 'email_domain') return address === undefined ? [] : [mailDomainOf(address)];
    return Object.hasOwn(claims, claim) ? (claims[claim] ?? []) : [];
  };
}
