import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkCallCondition } from '../access-policy/call-condition.ts';
import {
  type OperationSecurity,
  type RequiredDefinition,
  requiredBy,
  type SecurityRequirement,
} from './security.ts';

type RequiredDefinitionDraft = {
  readonly definition: string;
  readonly scopes?: readonly string[] | null | undefined;
};

/** A requirement as the management API and a manifest take it. */
export type SecurityRequirementDraft = {
  readonly definition?: string | null | undefined;
  readonly scopes?: readonly string[] | null | undefined;
  readonly all?: readonly RequiredDefinitionDraft[] | null | undefined;
  readonly condition?: string | null | undefined;
};

/** The security of an operation as the management API and a manifest take it. */
export type OperationSecurityDraft = {
  readonly operation: string;
  readonly security: readonly SecurityRequirementDraft[];
};

/** Bounds of what every gateway holds, and of what a call may be compared with. */
const ALTERNATIVES_MAX = 50;
const TOGETHER_MAX = 10;
const OPERATIONS_MAX = 1_000;
/** Definitions that the requirements of all operations name together. */
const NAMED_MAX = 5_000;
/** Conditions of all operations together. */
const CONDITIONS_MAX = 200;

/**
 * Reads requirements in the form in which they are stored. All of one definition is that definition.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function requirementsFrom(
  drafts: readonly SecurityRequirementDraft[],
  path: InputPath,
): SecurityRequirement[] {
  if (drafts.length > ALTERNATIVES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `There are ${drafts.length} alternatives: give at most ${ALTERNATIVES_MAX}.`,
      path,
    });
  return drafts.map((draft, index) => requirementFrom(draft, [...path, index]));
}

function requirementFrom(
  { condition, ...draft }: SecurityRequirementDraft,
  path: InputPath,
): SecurityRequirement {
  const definitions = definitionsFrom(draft, path);
  if (condition == null) return definitions;
  checkCallCondition(condition, [...path, 'condition']);
  return { ...definitions, condition };
}

function definitionsFrom(
  { definition, scopes, all }: Omit<SecurityRequirementDraft, 'condition'>,
  path: InputPath,
): SecurityRequirement {
  if ((definition == null) === (all == null) || (all && scopes?.length))
    return refuse('BAD_USER_INPUT', {
      detail:
        'Give either a definition with its scopes, or all: the list of definitions that a call must meet together, each with its own scopes.',
      path: [...path, all == null ? 'definition' : 'all'],
    });
  if (definition != null) return requiredFrom({ definition, scopes });
  if (!all || all.length === 0 || all.length > TOGETHER_MAX)
    return refuse('BAD_USER_INPUT', {
      detail: `all names 1 to ${TOGETHER_MAX} definitions. An empty list of requirements, not an empty requirement, opens to everybody.`,
      path: [...path, 'all'],
    });
  const required = all.map(requiredFrom);
  const [only] = required;
  return only && required.length === 1 ? only : { all: required };
}

const requiredFrom = ({ definition, scopes }: RequiredDefinitionDraft): RequiredDefinition => ({
  definition,
  scopes: [...new Set(scopes ?? [])],
});

/**
 * Reads the security of operations. Whether the document has them is checked where it is known.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function operationSecurityFrom(
  drafts: readonly OperationSecurityDraft[],
): readonly OperationSecurity[] | undefined {
  const path = ['input', 'operationSecurity'];
  if (drafts.length > OPERATIONS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `There are ${drafts.length} operations: give at most ${OPERATIONS_MAX} a security of their own.`,
      path,
    });
  const conditions = drafts.flatMap(({ security }) => security).filter(({ condition }) => condition != null);
  if (conditions.length > CONDITIONS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The operations have ${conditions.length} conditions in all: give at most ${CONDITIONS_MAX}. What most of them ask for belongs into security.`,
      path,
    });
  const names = new Set<string>();
  const read = drafts.map(({ operation, security }, index) => {
    if (names.has(operation))
      refuse('BAD_USER_INPUT', {
        detail: `operationSecurity names ${operation} twice: give its requirements in one list.`,
        path: [...path, index, 'operation'],
      });
    names.add(operation);
    return { operation, security: requirementsFrom(security, [...path, index, 'security']) };
  });
  const named = read.flatMap(({ security }) => security.flatMap(requiredBy)).length;
  if (named > NAMED_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The operations name ${named} definitions in all: name at most ${NAMED_MAX}. What most of them ask for belongs into security.`,
      path,
    });
  return read.length > 0 ? read : undefined;
}

/** @throws BAD_USER_INPUT for an operation that the document lacks */
export function checkOperations(
  operationSecurity: readonly OperationSecurity[],
  operations: ReadonlySet<string>,
): void {
  operationSecurity.forEach(({ operation }, index) => {
    if (operations.has(operation)) return;
    const [known] = operations;
    refuse('BAD_USER_INPUT', {
      detail: `The document has no operation ${operation}${known === undefined ? '' : `: name one as it does, for example ${known}`}. Change operationSecurity together with the document.`,
      path: ['input', 'operationSecurity', index, 'operation'],
    });
  });
}
