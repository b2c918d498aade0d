import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { type Refusal, refusal } from '../../foundation/errors.ts';

/** An argument of a root field. */
export type RootFieldArgument = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | null;
};

/** A field of `Query`, `Mutation` or `Subscription`, for people who ask for it. */
export type RootFieldDetails = {
  readonly operation: 'QUERY' | 'MUTATION' | 'SUBSCRIPTION';
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  readonly arguments: readonly RootFieldArgument[];
  /** A document that asks for it. */
  readonly example: string;
  /** Values for the variables of the document, as JSON. */
  readonly variables: string;
};

const FIELDS_MAX = 1_000;
const ARGUMENTS_MAX = 100;
const SELECTED_MAX = 8;
const DEPTH_MAX = 2;
const TEXT_MAX = 1_000;

/** Lists the root fields of a schema, at most 1000, each with an example. The SDL is valid. */
export function rootFieldDetails(sdl: string): RootFieldDetails[] {
  const schema = buildSchema(sdl, { noLocation: true, assumeValid: true, assumeValidSDL: true });
  return [
    ...fieldsOf(schema.getQueryType(), 'QUERY'),
    ...fieldsOf(schema.getMutationType(), 'MUTATION'),
    ...fieldsOf(schema.getSubscriptionType(), 'SUBSCRIPTION'),
  ].slice(0, FIELDS_MAX);
}

/** Describes the work for a child process. */
export const rootFieldsTask = (input: string) => ({
  module: 'graphql/schema/root-field-details',
  work: rootFieldDetails,
  input,
  tooMuch: (amount: string): Refusal =>
    refusal('TEMPORARILY_UNAVAILABLE', { detail: `To read the schema takes ${amount}: try again.` }),
});

function fieldsOf(
  type: GraphQLObjectType | null | undefined,
  operation: RootFieldDetails['operation'],
): RootFieldDetails[] {
  return Object.values(type?.getFields() ?? {}).map((field) => {
    const needed = field.args.filter(isRequiredArgument);
    return {
      operation,
      name: field.name,
      type: String(field.type),
      description: inShort(field.description),
      deprecationReason: field.deprecationReason ?? null,
      arguments: field.args.slice(0, ARGUMENTS_MAX).map((argument) => ({
        name: argument.name,
        type: String(argument.type),
        isRequired: isRequiredArgument(argument),
        description: inShort(argument.description),
      })),
      example: documentOf({ field, operation, needed }),
      variables: JSON.stringify(
        Object.fromEntries(needed.map(({ name, type }) => [name, inputValueOf(type, 0)])),
      ),
    };
  });
}

const inShort = (text: string | null | undefined): string | null => text?.slice(0, TEXT_MAX) || null;

type DocumentInput = {
  readonly field: GraphQLField<unknown, unknown>;
  readonly operation: RootFieldDetails['operation'];
  readonly needed: readonly GraphQLArgument[];
};

/** Writes an operation with the required arguments, and a few fields of the answer. */
function documentOf({ field, operation, needed }: DocumentInput): string {
  const variables = needed.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = needed.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = selectionOf(field.type, { indent: '  ', depth: 0 });
  return [
    `${operation.toLowerCase()} ${capitalized(field.name)}${variables && `(${variables})`} {`,
    `  ${field.name}${given && `(${given})`}${selection}`,
    '}',
  ].join('\n');
}

const capitalized = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

type Level = { readonly indent: string; readonly depth: number };

/** Selects what can be asked for without arguments: values first, then what they belong to. */
function selectionOf(output: GraphQLOutputType, { indent, depth }: Level): string {
  const type = getNamedType(output);
  if (isLeafType(type)) return '';
  const inner = `${indent}  `;
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const plain = fields.filter(
    (each) => !each.args.some(isRequiredArgument) && each.deprecationReason == null,
  );
  const values = plain.filter((each) => isLeafType(getNamedType(each.type))).slice(0, SELECTED_MAX);
  const lines = values.map(({ name }) => `${inner}${name}`);
  const [object] = plain.filter((each) => !isLeafType(getNamedType(each.type)));
  if (object && (values.length === 0 || depth < DEPTH_MAX - 1) && depth < DEPTH_MAX)
    lines.push(`${inner}${object.name}${selectionOf(object.type, { indent: inner, depth: depth + 1 })}`);
  if (lines.length === 0) lines.push(`${inner}__typename`);
  return ` {\n${lines.join('\n')}\n${indent}}`;
}

const scalarValues = new Map<string, unknown>([
  ['Int', 1],
  ['Float', 1.5],
  ['Boolean', true],
  ['ID', '1'],
]);

/** A value of an input type. Members that may be left out are. */
function inputValueOf(type: GraphQLInputType, depth: number): unknown {
  if (isNonNullType(type)) return inputValueOf(type.ofType, depth);
  if (isListType(type)) return depth > DEPTH_MAX ? [] : [inputValueOf(type.ofType, depth + 1)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map(({ name, type: member }) => [
          name,
          depth > DEPTH_MAX * 2 ? null : inputValueOf(member, depth + 1),
        ]),
    );
  return scalarValues.get(type.name) ?? 'text';
}
