import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoUnusedVariablesRule,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import { proposableMutations } from '../../../domain/change-request/actions.ts';
import { refuse } from '../../../foundation/errors.ts';
import { isObject } from '../../../foundation/json.ts';
import { listed } from '../../../foundation/text/listed.ts';

const DOCUMENT_CHARACTERS_MAX = 100_000;
const TOKENS_MAX = 5_000;
const ERRORS_MAX = 5;
/** Bytes of an input as JSON. A manifest holds the documents of its APIs. */
export const INPUT_BYTES_MAX = 5_000_000;

const path = ['input', 'mutation'];

export type Proposal = { readonly mutation: string; readonly input: Readonly<Record<string, unknown>> };
type ProposalInput = { readonly mutation: string; readonly variables?: unknown };

/** The least selection. It makes validation cheap, whatever the document would ask for. */
const noAnswer = {
  kind: Kind.SELECTION_SET,
  selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }],
} as const;

/**
 * Reads a proposed mutation: its name, and its input as plain JSON.
 *
 * @throws BAD_USER_INPUT where it is no mutation of one field that can be proposed, or is not valid
 */
export function readProposal(schema: GraphQLSchema, { mutation: text, variables }: ProposalInput): Proposal {
  if (text.length > DOCUMENT_CHARACTERS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The mutation has ${text.length} characters: give at most ${DOCUMENT_CHARACTERS_MAX}, and the rest as variables.`,
      path,
    });
  const operation = operationIn(parsed(text));
  const field = fieldIn(operation);
  const bare: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        ...operation,
        selectionSet: { ...operation.selectionSet, selections: [{ ...field, selectionSet: noAnswer }] },
      },
    ],
  };
  const rules = specifiedRules.filter((rule) => rule !== NoUnusedVariablesRule);
  const errors = validate(schema, bare, rules, { maxErrors: ERRORS_MAX });
  if (errors.length > 0) invalid(errors.map(({ message }) => message).join(' '));
  const argument = field.arguments?.find(({ name }) => name.value === 'input');
  const given = isObject(variables) ? variables : {};
  const input = argument && valueFromASTUntyped(argument.value, { ...defaultsOf(operation), ...given });
  const json = JSON.stringify(input ?? null);
  if (Buffer.byteLength(json) > INPUT_BYTES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The input of the mutation has more than ${INPUT_BYTES_MAX} bytes: propose it in parts.`,
      path: ['input', 'variables'],
    });
  const plain: unknown = JSON.parse(json);
  if (!isObject(plain)) return invalid('It has no input.');
  return { mutation: field.name.value, input: plain };
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: TOKENS_MAX, noLocation: true });
  } catch (error) {
    if (error instanceof GraphQLError) return invalid(error.message);
    throw error;
  }
}

function operationIn({ definitions }: DocumentNode): OperationDefinitionNode {
  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operations.length === 1 && operation?.operation === OperationTypeNode.MUTATION) return operation;
  return invalid('Give a document with one operation, which is a mutation.');
}

function fieldIn({ selectionSet: { selections }, directives }: OperationDefinitionNode): FieldNode {
  const [field] = selections;
  const isPlain =
    selections.length === 1 &&
    field?.kind === Kind.FIELD &&
    (field.directives?.length ?? 0) + (directives?.length ?? 0) === 0;
  if (!isPlain) return invalid('The mutation has one field, without a directive: one change a request.');
  if (!proposableMutations.includes(field.name.value))
    return invalid(`${field.name.value} cannot be proposed. ${listed(proposableMutations, 'and')} can be.`);
  return field;
}

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );

function invalid(detail: string): never {
  return refuse('BAD_USER_INPUT', { detail, path });
}
