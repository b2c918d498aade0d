import { type InputPath, refusal, refuse } from '../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import { defaultKeyName } from './security/api-key.ts';
import type { NamedInOrg, ScopesOf } from './security/security-type.ts';
import {
  type SecurityDefinition,
  type SecurityDefinitionDraft,
  securityTypeOf,
  securityTypes,
} from './security/types.ts';

/**
 * A security alternative: a definition and, for OAuth 2.0, the scopes that its tokens need. One alternative of several
 * is enough.
 */
export type SecurityRequirement = { readonly definition: string; readonly scopes: readonly string[] };

export type Security = {
  readonly securityDefinitions: readonly SecurityDefinition[];
  readonly security: readonly SecurityRequirement[];
};

/** A security requirement joined with its definition. */
export type SecurityAlternative = {
  readonly definition: SecurityDefinition;
  readonly scopes: readonly string[];
};

/**
 * Joins the requirements of an API with their definitions. One alternative is enough to be admitted. No alternatives
 * means that the API is open to everybody.
 *
 * @throws TypeError when a definition is missing: left out, it could leave an API open
 */
export function securityAlternativesOf({
  securityDefinitions,
  security,
  ...api
}: Security & VersionedName): SecurityAlternative[] {
  return security.map(({ definition: name, scopes }) => {
    const definition = securityDefinitions.find((each) => each.name === name);
    if (!definition) throw new TypeError(`${versionedName(api)} has no security definition ${name}`);
    return { definition, scopes };
  });
}

/**
 * Says why an API may admit more callers than intended; undefined where it does not. One such alternative is enough
 * for that: client ids, for example, are in addresses and in access tokens.
 */
export function openSecurityInWords(api: Security & VersionedName): string | undefined {
  for (const { definition } of securityAlternativesOf(api)) {
    const warning = securityTypeOf(definition).warning?.(definition);
    if (warning !== undefined) return `${versionedName(api)} ${warning}`;
  }
  return undefined;
}

/**
 * Describes what a call must prove. The text does not depend on the names of definitions or the order of alternatives.
 */
export function securityInWords(api: Security & VersionedName): string {
  const ways = securityAlternativesOf(api).map(({ definition, scopes }) =>
    securityTypeOf(definition).inWords(definition, scopes),
  );
  return ways.sort().join(', or ') || 'nothing';
}

/** The security of an API that sets none: a client key. No API is open because somebody forgot. */
export const defaultSecurity: Security = {
  securityDefinitions: [
    { name: 'client-key', type: 'API_KEY', keyLocation: 'HEADER', keyName: defaultKeyName },
  ],
  security: [{ definition: 'client-key', scopes: [] }],
};

/** @throws BAD_USER_INPUT, with the path of the member at fault */
export function securityDefinition(draft: SecurityDefinitionDraft, path: InputPath): SecurityDefinition {
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(draft.name))
    refuse('BAD_USER_INPUT', {
      detail:
        'The key of a security definition has letters, digits, dots, hyphens and underscores, at most 64.',
      path: [...path, 'name'],
    });
  const { members, read } = securityTypes[draft.type];
  const stranger = allMembers.find((member) => !members.includes(member) && draft[member] != null);
  if (stranger !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `The security definition ${draft.name} is of type ${draft.type}, which has no ${stranger}: leave it out, or give the definition another type.`,
      path: [...path, stranger],
    });
  return read(draft, path);
}

/** The members of all types. Those of another type are refused, because they show that it was meant. */
const allMembers = Object.values(securityTypes).flatMap(({ members }) => members);

/**
 * Checks that the requirements fit the definitions.
 *
 * @throws BAD_USER_INPUT when a definition occurs twice, a requirement has none, or what they name is unknown
 */
export function checkSecurity({ securityDefinitions, security }: Security, org: NamedInOrg): void {
  securityDefinitions.forEach((definition, index) => {
    const path = ['input', 'securityDefinitions', index];
    if (securityDefinitions.findIndex(({ name }) => name === definition.name) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `There are two security definitions ${definition.name}.`,
        path: [...path, 'name'],
      });
    securityTypeOf(definition).check?.(definition, org, path);
  });
  security.forEach((requirement, index) => {
    const path = ['input', 'security', index];
    const definition = securityDefinitions.find(({ name }) => name === requirement.definition);
    if (!definition)
      throw refusal('BAD_USER_INPUT', {
        detail: `security asks for ${requirement.definition}, which securityDefinitions lack: define it there, or change security with them.`,
        path: [...path, 'definition'],
      });
    checkScopes(requirement, definition, { scopesOf: org.scopesOf, path });
  });
}

function checkScopes(
  { scopes }: SecurityRequirement,
  definition: SecurityDefinition,
  { scopesOf, path }: { readonly scopesOf: ScopesOf; readonly path: InputPath },
): void {
  scopes.forEach((scope, index) => {
    const fault = securityTypeOf(definition).scopeFault(definition, scope, scopesOf);
    if (fault !== undefined) refuse('BAD_USER_INPUT', { detail: fault, path: [...path, 'scopes', index] });
  });
}
