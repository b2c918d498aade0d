import {
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type TypeNode,
} from 'graphql';
import { CommandFault, fail } from './command-fault.ts';

/** Types whose values are text as they stand. A version "1" is no number. */
const TEXT_TYPES = new Set(['String', 'ID', 'Version', 'VersionedName', 'URL', 'DateTime']);

/**
 * The operation of a document that is meant.
 *
 * @throws GRAPHQL_PARSE_FAILED with `file:line:column`, USAGE when it is not clear which one
 */
export function chooseOperation(
  file: string,
  text: string,
  operationName: string | undefined,
): OperationDefinitionNode {
  const operations = parsed(file, text).definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const names = operations.map(({ name }) => name?.value ?? '(without a name)').join(', ');
  const fitting =
    operationName === undefined ? operations : operations.filter(({ name }) => name?.value === operationName);
  const [operation, ...others] = fitting;
  if (!operation && operationName === undefined) fail('USAGE', `${file} has no operation.`);
  if (!operation)
    fail('USAGE', `${file} has no operation ${JSON.stringify(operationName)}; it has: ${names}.`);
  if (others.length > 0)
    fail('USAGE', `${file} has several operations: choose by --operation one of ${names}.`);
  if (operation.operation === 'subscription')
    fail('USAGE', `${file} is a subscription, whose answer has no end: run takes queries and mutations.`);
  return operation;
}

function parsed(file: string, text: string): DocumentNode {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { line = 1, column = 1 } = error.locations?.[0] ?? {};
    throw new CommandFault('GRAPHQL_PARSE_FAILED', `${file}:${line}:${column}: ${error.message}`);
  }
}

/**
 * Reads `NAME=VALUE` as the type that the operation declares for the variable.
 *
 * A text is taken as it stands. Anything else is JSON where it parses, so that an enum value needs no quotes.
 *
 * @throws USAGE when the operation has no such variable
 */
export function readVariable(
  { variableDefinitions = [] }: OperationDefinitionNode,
  text: string,
): [name: string, value: unknown] {
  const at = text.indexOf('=');
  if (at < 1) fail('USAGE', `--var ${JSON.stringify(text)} is not of the form NAME=VALUE.`);
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  const definition = variableDefinitions.find(({ variable }) => variable.name.value === name);
  if (definition) return [name, isText(definition.type) ? value : jsonOr(value)];
  const known = variableDefinitions.map(({ variable }) => `$${variable.name.value}`).join(', ') || 'none';
  return fail('USAGE', `The operation has no variable $${name}; it has: ${known}.`);
}

function isText(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return isText(type.type);
  return type.kind === Kind.NAMED_TYPE && TEXT_TYPES.has(type.name.value);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
