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

/** A definition that a call must meet. For OAuth 2.0 it has the scopes that tokens need. */
export type RequiredDefinition = { readonly definition: string; readonly scopes: readonly string[] };

/**
 * A security alternative by names: a definition, or several that a call must meet together. One alternative of several
 * is enough. (OpenAPI: security requirement)
 */
export type SecurityRequirement = (RequiredDefinition | { readonly all: readonly RequiredDefinition[] }) & {
  /** An expression of CEL that has to hold of the call as well. Absent for none. */
  readonly condition?: string;
};

/** Lists the definitions that a requirement asks for. */
export const requiredBy = (requirement: SecurityRequirement): readonly RequiredDefinition[] =>
  'all' in requirement ? requirement.all : [requirement];

export type Security = {
  readonly securityDefinitions: readonly SecurityDefinition[];
  readonly security: readonly SecurityRequirement[];
};

/** The requirements of one operation, in place of those of its API. */
export type OperationSecurity = {
  /** Its name: `DELETE /customers/{id}`. */
  readonly operation: string;
  /** Empty means that the operation is open to everybody. */
  readonly security: readonly SecurityRequirement[];
};

/** The security of an API and of its operations. */
export type WholeSecurity = Security & { readonly operationSecurity?: readonly OperationSecurity[] };

/** A required definition joined with what it says. */
export type SecurityPart = { readonly definition: SecurityDefinition; readonly scopes: readonly string[] };

/** A security requirement joined with its definitions. */
export type SecurityAlternative = {
  /** The parts, all of which a call must meet. They are never empty. */
  readonly parts: readonly SecurityPart[];
  readonly condition?: string;
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
  return security.map((requirement) => {
    const required = requiredBy(requirement);
    if (required.length === 0) throw new TypeError(`${versionedName(api)} has an empty security requirement`);
    const parts = required.map(({ definition: name, scopes }) => {
      const definition = securityDefinitions.find((each) => each.name === name);
      if (!definition) throw new TypeError(`${versionedName(api)} has no security definition ${name}`);
      return { definition, scopes };
    });
    const { condition } = requirement;
    return { parts, ...(condition !== undefined && { condition }) };
  });
}

/** Joins the requirements of an operation with their definitions. They are its own, else those of the API. */
export function alternativesFor(
  api: WholeSecurity & VersionedName,
  operation: string | undefined,
): SecurityAlternative[] {
  const own = api.operationSecurity?.find((each) => each.operation === operation);
  return securityAlternativesOf(own ? { ...api, security: own.security } : api);
}

/** Joins the security of each operation that has its own. */
export function operationAlternativesOf({
  operationSecurity = [],
  ...api
}: WholeSecurity & VersionedName): { operation: string; security: SecurityAlternative[] }[] {
  return operationSecurity.map(({ operation, security }) => ({
    operation,
    security: securityAlternativesOf({ ...api, security }),
  }));
}

type JoinedSecurity = {
  readonly security: readonly SecurityAlternative[];
  readonly operationSecurity: readonly { readonly security: readonly SecurityAlternative[] }[];
};

/** Lists all ways in to an API: its own, and those of its operations. */
export const allAlternatives = ({ security, operationSecurity }: JoinedSecurity): SecurityAlternative[] => [
  ...security,
  ...operationSecurity.flatMap((each) => each.security),
];

/** Joins all requirements of an API, and of its operations, with their definitions. */
export const allAlternativesOf = (api: WholeSecurity & VersionedName): SecurityAlternative[] =>
  allAlternatives({
    security: securityAlternativesOf(api),
    operationSecurity: operationAlternativesOf(api),
  });

/**
 * Says why an API may admit more callers than intended; undefined where it does not. One such alternative is enough
 * for that: client ids, for example, are in addresses and in access tokens.
 */
export function openSecurityInWords(api: WholeSecurity & VersionedName): string | undefined {
  for (const { parts } of allAlternativesOf(api)) {
    const warnings = parts.map(({ definition }) => securityTypeOf(definition).warning?.(definition));
    // A part that proves something closes the whole.
    if (!warnings.includes(undefined)) return `${versionedName(api)} ${warnings[0]}`;
  }
  return undefined;
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
export function checkSecurity(
  { securityDefinitions, security, operationSecurity = [] }: WholeSecurity,
  org: NamedInOrg,
): void {
  securityDefinitions.forEach((definition, index) => {
    const path = ['input', 'securityDefinitions', index];
    if (securityDefinitions.findIndex(({ name }) => name === definition.name) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `There are two security definitions ${definition.name}.`,
        path: [...path, 'name'],
      });
    securityTypeOf(definition).check?.(definition, org, path);
  });
  const input = { securityDefinitions, scopesOf: org.scopesOf };
  checkRequirements(security, input, ['input', 'security']);
  operationSecurity.forEach((each, index) => {
    checkRequirements(each.security, input, ['input', 'operationSecurity', index, 'security']);
  });
}

type RequirementContext = Pick<Security, 'securityDefinitions'> & { readonly scopesOf: ScopesOf };

function checkRequirements(
  requirements: readonly SecurityRequirement[],
  context: RequirementContext,
  path: InputPath,
): void {
  requirements.forEach((requirement, index) => {
    const isSet = 'all' in requirement;
    const parts = requiredBy(requirement).map((required, at) =>
      checkedPart(required, context, isSet ? [...path, index, 'all', at] : [...path, index]),
    );
    checkTogether(parts, [...path, index, 'all']);
  });
}

function checkedPart(
  { definition: name, scopes }: RequiredDefinition,
  { securityDefinitions, scopesOf }: RequirementContext,
  path: InputPath,
): SecurityPart {
  const definition = securityDefinitions.find((each) => each.name === name);
  if (!definition)
    throw refusal('BAD_USER_INPUT', {
      detail: `security asks for ${name}, which securityDefinitions lack: define it there, or change security with them.`,
      path: [...path, 'definition'],
    });
  scopes.forEach((scope, index) => {
    const fault = securityTypeOf(definition).scopeFault(definition, scope, scopesOf);
    if (fault !== undefined) refuse('BAD_USER_INPUT', { detail: fault, path: [...path, 'scopes', index] });
  });
  return { definition, scopes };
}

/** Checks that a call can meet definitions together. @throws BAD_USER_INPUT */
function checkTogether(parts: readonly SecurityPart[], path: InputPath): void {
  const shown = new Map<string, { readonly what: string; readonly by: string }>();
  parts.forEach(({ definition }, index) => {
    const { name } = definition;
    if (parts.findIndex((each) => each.definition.name === name) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `all names ${name} twice: name it once, with all of its scopes.`,
        path: [...path, index, 'definition'],
      });
    for (const [place, what] of securityTypeOf(definition).shownAt(definition)) {
      const other = shown.get(place);
      if (other && other.what !== what)
        refuse('BAD_USER_INPUT', {
          detail: `No call meets ${other.by} and ${name} together: ${place} would have to be ${other.what} and ${what}. Make them alternatives, or leave one out.`,
          path: [...path, index, 'definition'],
        });
      shown.set(place, { what, by: name });
    }
  });
}
