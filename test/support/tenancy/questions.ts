// Calls of the fields of a GraphQL API, made from its schema: a new field or argument is in them by itself, or nobody has
// said what its arguments name.
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { ABSENT, FOREIGN, type Issued, NEXT_DOOR, OWN, type TenancyWorld } from './world.ts';

export type Variables = Readonly<Record<string, unknown>>;
export type Field = GraphQLField<unknown, unknown>;
/** One field with arguments that name things of the caller's own org. */
export type Question = { readonly document: string; readonly variables: Variables };
/** Path of a text in variables that names something. */
export type InputPath = readonly (string | number)[];

/**
 * Arguments of an API, by `field.argument`, `Type` of an input or `argument`.
 *
 * The first of these that is there is used. Arguments that name something are always given, the rest where the schema
 * requires them.
 */
export type Arguments = {
  readonly naming: Readonly<Record<string, unknown>>;
  readonly plain: Readonly<Record<string, unknown>>;
};

type At = { readonly field: string; readonly name: string; readonly type: GraphQLInputType };

function found(table: Readonly<Record<string, unknown>>, { field, name, type }: At): unknown {
  const keys = [`${field}.${name}`, getNamedType(type).name, name];
  const key = keys.find((each) => Object.hasOwn(table, each));
  const value = key === undefined ? undefined : table[key];
  const isOne = isListType(getNullableType(type)) && key === getNamedType(type).name;
  return isOne ? [value] : value;
}

/** Types of arguments that name nothing. The table states it for any other type. */
const SPEAK_FOR_THEMSELVES = new Set(['Boolean', 'Int', 'Float', 'DateTime', 'Version']);

/** The arguments of a field, nested ones as well, of which the tables say nothing. */
export function unsaid(field: Field, { naming, plain }: Arguments): string[] {
  const seen = new Set<string>();
  const visit = (name: string, type: GraphQLInputType): string[] => {
    const named = getNamedType(type);
    const at = { field: field.name, name, type };
    if (found(naming, at) !== undefined || found(plain, at) !== undefined) return [];
    if (isEnumType(named) || SPEAK_FOR_THEMSELVES.has(named.name)) return [];
    if (!isInputObjectType(named)) return [`${field.name}.${name}`];
    if (seen.has(named.name)) return [];
    seen.add(named.name);
    return Object.values(named.getFields()).flatMap((each) => visit(each.name, each.type));
  };
  return field.args.flatMap(({ name, type }) => visit(name, type));
}

function valueAt(at: At, isRequired: boolean, tables: Arguments): unknown {
  const named = found(tables.naming, at);
  if (named !== undefined) return named;
  const plain = found(tables.plain, at);
  if (plain !== undefined) return isRequired ? plain : undefined;
  const type = getNullableType(at.type);
  const inner = getNamedType(type);
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).map((each) => [
      each.name,
      valueAt({ field: at.field, name: each.name, type: each.type }, isRequiredInputField(each), tables),
    ]);
    const defined = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    if (!isRequired && Object.keys(defined).length === 0) return undefined;
    return isListType(type) ? [defined] : defined;
  }
  if (!isRequired) return undefined;
  if (isEnumType(inner)) {
    const value = inner.getValues()[0]?.name;
    return isListType(type) ? [value] : value;
  }
  return { Boolean: true, Int: 1, Float: 1, DateTime: '2026-12-01T00:00:00Z', Version: '3.0.0' }[inner.name];
}

/** Entries of a list that is asked for: more than there are. A whole page with all its fields would cost too much. */
const FIRST = 20;

/** The call of a field with all that names something. */
export function questionOf(operation: 'query' | 'mutation', field: Field, tables: Arguments): Question {
  const values = field.args.map((argument) => {
    const at = { field: field.name, name: argument.name, type: argument.type };
    if (argument.name === 'first' && operation === 'query') return ['first', FIRST] as const;
    return [argument.name, valueAt(at, isRequiredArgument(argument), tables)] as const;
  });
  const variables = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  const args = field.args.filter(({ name }) => name in variables);
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const call = `${field.name}${passed && `(${passed})`} ${selectionOf(field.type, 3)}`;
  return { document: `${operation}${declared && ` (${declared})`} { ${call} }`, variables };
}

/** All that an answer tells, so deep, and the first two of each list. */
function selectionOf(output: GraphQLOutputType, depth: number): string {
  const type = getNamedType(output);
  if (isLeafType(type)) return '';
  if (!isObjectType(type) || depth === 0) return '{ __typename }';
  return `{ __typename ${fieldsOf(type)
    .filter((field) => isLeafType(getNamedType(field.type)) || depth > 1)
    .map(({ name, args, type: inner }) => {
      const isList = args.some((argument) => argument.name === 'first');
      return `${name}${isList ? '(first: 2)' : ''} ${selectionOf(inner, isListOf(inner) ? 1 : depth - 1)}`;
    })
    .join(' ')} }`;
}
const isListOf = (type: GraphQLOutputType): boolean =>
  isNonNullType(type) ? isListOf(type.ofType) : isListType(type);
const fieldsOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));

/** Replaces the texts at these places, or at all. */
export function replaced(value: unknown, by: (text: string) => string, at?: InputPath): unknown {
  const [step, ...rest] = at ?? [];
  if (typeof value === 'string') return by(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    at === undefined ? replaced(member, by) : `${step}` === name ? replaced(member, by, rest) : member,
  ]);
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** The places of variables that name something of the caller's own org. */
export function pathsIn(value: unknown, own: Issued, at: InputPath = []): InputPath[] {
  if (typeof value === 'string') return isNaming(value, own) ? [at] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => pathsIn(member, own, [...at, name]));
}
const isNaming = (text: string, own: Issued) => text.includes(OWN) || Object.values(own).includes(text);

/** Replaces names of the own org by those of another org, or of none. */
export function naming(word: string, { own, ...others }: TenancyWorld): (text: string) => string {
  const issued = { [FOREIGN]: others.foreign, [NEXT_DOOR]: others.nextDoor }[word] ?? others.absent;
  const pairs = new Map(Object.entries(own).map(([kind, value]) => [value, issued[kind as keyof Issued]]));
  return (text) => pairs.get(text) ?? text.replaceAll(OWN, word).replace('-new', '');
}

/** Shortest id that is searched for. A shorter one may be in a text by chance. */
const ID_LENGTH = 6;

const VOLATILE = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '‹id›'],
  [/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '‹time›'],
  [/\bwhsec_[A-Za-z0-9+/]{43}=/g, '‹secret›'],
  [/\b(?:gh|gh_undo|gi|gk|gs|gv|ps|pi|ck|cs|whsec)_[\w-]{8,}/g, '‹secret›'],
  [/"durationMs":[\d.]+/g, '‹duration›'],
  [/"kid":"[\w-]+"|"(?:x|y|n)":"[\w-]+"/g, '‹key›'],
] as const;

/** Finds the paths of URLs in a field's input, also in its lists. */
export function urlPaths(field: Field): InputPath[] {
  const visit = (type: GraphQLInputType, at: InputPath): InputPath[] => {
    const named = getNamedType(type);
    if (named.name === 'URL') return [at];
    if (!isInputObjectType(named) || at.length > 3) return [];
    return Object.values(named.getFields()).flatMap((each) => {
      const isMany = isListType(getNullableType(each.type)) && getNamedType(each.type).name !== 'URL';
      return visit(each.type, isMany ? [...at, each.name, 0] : [...at, each.name]);
    });
  };
  return field.args.flatMap(({ name, type }) => visit(type, [name]));
}

/** The value with another at a place, which need not be there yet. */
export function withAt(value: unknown, [step, ...rest]: InputPath, put: unknown): unknown {
  if (step === undefined) return put;
  if (Array.isArray(value))
    return value.map((member, at) => (at === step ? withAt(member, rest, put) : member));
  const object = value as Variables | undefined;
  return { ...object, [step]: withAt(object?.[step], rest, put) };
}

/** Masks requested names and ever new values in an answer. */
export function masked(answer: unknown, { foreign, nextDoor, absent }: TenancyWorld): string {
  let text = JSON.stringify(answer);
  for (const word of [FOREIGN, NEXT_DOOR, ABSENT]) text = text.replaceAll(word, '‹thing›');
  for (const [pattern, by] of VOLATILE) text = text.replaceAll(pattern, by);
  for (const value of [foreign, nextDoor, absent].flatMap((issued) => Object.values(issued)))
    if (value.length >= ID_LENGTH) text = text.replaceAll(value, '‹issued›');
  return text;
}

/** Finds values of other orgs in an answer that the caller did not send. */
export function leaked(answer: unknown, others: Readonly<Record<string, Issued>>): string[] {
  const text = JSON.stringify(answer);
  const issued = Object.values(others).flatMap((each) => Object.values(each));
  const long = issued.filter((value) => value.length >= ID_LENGTH);
  return [...Object.keys(others), ...long].filter((each) => text.includes(each));
}
