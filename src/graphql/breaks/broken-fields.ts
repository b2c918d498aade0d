import {
  type BreakingChange,
  type BreakingChangeType,
  doTypesOverlap,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isOutputType,
  isRequiredArgument,
} from 'graphql';
import type { BrokenParts } from '../../domain/api/api-break.ts';
import { readVariable } from '../schema/used-coordinates.ts';

type SchemaPair = { readonly was: GraphQLSchema; readonly is: GraphQLSchema };

/**
 * Lists the fields of the old schema whose callers a change breaks. Others it may break: that depends on values, which
 * nobody keeps. The forms of coordinates are those of used-coordinates.ts.
 */
export function brokenFieldsOf(schemas: SchemaPair, { type, description }: BreakingChange): BrokenParts {
  const { owner = '', part = '' } = sentences[type].exec(description)?.groups ?? {};
  const { certain = [], possible = [] } = finders[type](schemas, { owner, part });
  const sure = new Set(certain);
  const doubtful = new Set(possible.filter((each) => !sure.has(each)));
  return { certain: [...sure].sort(), possible: [...doubtful].sort() };
}

/** The type, field or directive that a change is about, and its argument or value. */
type BrokenNames = { readonly owner: string; readonly part: string };
type Found = { readonly certain?: readonly string[]; readonly possible?: readonly string[] };
type Finder = (schemas: SchemaPair, names: BrokenNames) => Found;

/** The sentences of GraphQL.js. Its changes have no other data. */
const sentences: Readonly<Record<BreakingChangeType, RegExp>> = {
  TYPE_REMOVED: /^(?:Standard scalar )?(?<owner>\w+) was removed/,
  TYPE_CHANGED_KIND: /^(?<owner>\w+) changed from /,
  TYPE_REMOVED_FROM_UNION: /^(?<part>\w+) was removed from union type (?<owner>\w+)/,
  VALUE_REMOVED_FROM_ENUM: /^(?<part>\w+) was removed from enum type (?<owner>\w+)/,
  REQUIRED_INPUT_FIELD_ADDED: / on input type (?<owner>\w+) was added/,
  IMPLEMENTED_INTERFACE_REMOVED: /^(?<part>\w+) no longer implements interface (?<owner>\w+)/,
  FIELD_REMOVED: /^(?<owner>\w+\.\w+) was removed/,
  FIELD_CHANGED_KIND: /^(?<owner>\w+\.\w+) changed type from /,
  REQUIRED_ARG_ADDED: / on (?<owner>\w+\.\w+) was added/,
  ARG_REMOVED: /^(?<owner>\w+\.\w+) arg (?<part>\w+) was removed/,
  ARG_CHANGED_KIND: /^(?<owner>\w+\.\w+) arg (?<part>\w+) has changed type from /,
  DIRECTIVE_REMOVED: /^(?<owner>\w+) was removed/,
  DIRECTIVE_ARG_REMOVED: /^(?<part>\w+) was removed from (?<owner>\w+)/,
  REQUIRED_DIRECTIVE_ARG_ADDED: / on directive (?<owner>\w+) was added/,
  DIRECTIVE_REPEATABLE_REMOVED: / was removed from (?<owner>\w+)/,
  DIRECTIVE_LOCATION_REMOVED: / was removed from (?<owner>\w+)/,
};

const finders: Readonly<Record<BreakingChangeType, Finder>> = {
  TYPE_REMOVED: ({ was }, { owner }) => ({ certain: usesOf(was, was.getType(owner)) }),
  TYPE_CHANGED_KIND: changedKind,
  TYPE_REMOVED_FROM_UNION: brokenSpreads,
  VALUE_REMOVED_FROM_ENUM: ({ was }, { owner, part }) => ({
    certain: [`${owner}.${part}`],
    possible: unreadVariablesOf(was, owner),
  }),
  REQUIRED_INPUT_FIELD_ADDED: ({ was }, { owner }) => ({
    certain: [owner],
    possible: variablesOf(was, owner),
  }),
  IMPLEMENTED_INTERFACE_REMOVED: brokenSpreads,
  FIELD_REMOVED: ({ was }, { owner }) => ({
    certain: [owner],
    possible: isOfInput(was, owner) ? variablesOf(was, typeIn(owner)) : [],
  }),
  FIELD_CHANGED_KIND: ({ was }, { owner }) =>
    isOfInput(was, owner)
      ? { possible: [typeIn(owner), ...variablesOf(was, typeIn(owner))] }
      : { certain: [owner] },
  REQUIRED_ARG_ADDED: (_, { owner }) => ({ certain: [owner] }),
  ARG_REMOVED: (_, { owner, part }) => ({ certain: [`${owner}(${part}:)`] }),
  ARG_CHANGED_KIND: ({ is }, { owner, part }) => ({
    possible: isRequiredIn(is, owner, part) ? [owner] : [`${owner}(${part}:)`],
  }),
  DIRECTIVE_REMOVED: (_, { owner }) => ({ certain: [`@${owner}`] }),
  DIRECTIVE_ARG_REMOVED: (_, { owner, part }) => ({ certain: [`@${owner}(${part}:)`] }),
  REQUIRED_DIRECTIVE_ARG_ADDED: (_, { owner }) => ({ certain: [`@${owner}`] }),
  DIRECTIVE_REPEATABLE_REMOVED: (_, { owner }) => ({ possible: [`@${owner}`] }),
  DIRECTIVE_LOCATION_REMOVED: (_, { owner }) => ({ possible: [`@${owner}`] }),
};

const typeIn = (coordinate: string) => coordinate.slice(0, coordinate.indexOf('.'));

const isOfInput = (schema: GraphQLSchema, coordinate: string) =>
  isInputObjectType(schema.getType(typeIn(coordinate)));

function isRequiredIn(schema: GraphQLSchema, coordinate: string, name: string): boolean {
  const type = schema.getType(typeIn(coordinate));
  if (!isObjectType(type) && !isInterfaceType(type)) return false;
  const field = type.getFields()[coordinate.slice(typeIn(coordinate).length + 1)];
  const argument = field?.args.find((each) => each.name === name);
  return argument !== undefined && isRequiredArgument(argument);
}

/** Lists what documents use of a type. */
function usesOf(schema: GraphQLSchema, type: GraphQLNamedType | undefined): string[] {
  if (!type) return [];
  const uses = [`$${type.name}`];
  if (isInputObjectType(type) || isEnumType(type)) uses.push(readVariable(`$${type.name}`));
  if (isInputObjectType(type)) uses.push(type.name);
  if (isEnumType(type)) uses.push(...type.getValues().map(({ name }) => `${type.name}.${name}`));
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    uses.push(...Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
  if (isCompositeType(type))
    uses.push(...spreadsOf(schema, type).flatMap(({ name }) => eitherWay(type.name, name)));
  return uses;
}

const eitherWay = (one: string, other: string) => [`${one}/${other}`, `${other}/${one}`];

/** Lists the types that share an object with a type. Fragments on either can be spread. */
const spreadsOf = (schema: GraphQLSchema, type: GraphQLCompositeType): GraphQLCompositeType[] =>
  Object.values(schema.getTypeMap())
    .filter(isCompositeType)
    .filter((other) => other !== type && doTypesOverlap(schema, type, other));

/**
 * Lists fragments that a type which left a union or interface is found by. A document with a spread that fits no object
 * any more is refused. Otherwise the answers of that type lack what the fragment selects.
 */
function brokenSpreads({ was, is }: SchemaPair, { owner, part }: BrokenNames): Found {
  const [before, after, left] = [was.getType(owner), is.getType(owner), was.getType(part)];
  if (!isCompositeType(before) || !isCompositeType(after) || !isCompositeType(left)) return {};
  const [certain, possible]: [string[], string[]] = [[], []];
  for (const each of spreadsOf(was, before)) {
    const other = is.getType(each.name);
    if (!isCompositeType(other) || !doTypesOverlap(was, each, left)) continue;
    (doTypesOverlap(is, after, other) ? possible : certain).push(...eitherWay(owner, each.name));
  }
  return { certain, possible };
}

function changedKind({ was, is }: SchemaPair, { owner }: BrokenNames): Found {
  const [before, after] = [was.getType(owner), is.getType(owner)];
  if (!before || !after) return {};
  const uses = [...usesOf(was, before), ...placesOf(was, before)];
  const isUsedAlike =
    isLeafType(before) === isLeafType(after) &&
    isInputType(before) === isInputType(after) &&
    isOutputType(before) === isOutputType(after);
  return isUsedAlike ? { possible: uses } : { certain: uses };
}

/** Lists the fields, arguments and input fields that have a type. */
function placesOf(schema: GraphQLSchema, type: GraphQLNamedType): string[] {
  const isOfType = (each: { readonly type: GraphQLInputType }) => getNamedType(each.type) === type;
  const directives = schema
    .getDirectives()
    .flatMap(({ name, args }) => args.filter(isOfType).map((each) => `@${name}(${each.name}:)`));
  const places = Object.values(schema.getTypeMap()).flatMap((owner) => {
    if (isInputObjectType(owner))
      return Object.values(owner.getFields())
        .filter(isOfType)
        .map((field) => `${owner.name}.${field.name}`);
    if (!isObjectType(owner) && !isInterfaceType(owner)) return [];
    return Object.values(owner.getFields()).flatMap((field) => {
      const name = `${owner.name}.${field.name}`;
      const all = field.args.filter(isOfType).map((each) => `${name}(${each.name}:)`);
      return getNamedType(field.type) === type ? [name, ...all] : all;
    });
  });
  return [...directives, ...places];
}

/** Lists the variables whose values can hold a value of a type. */
const variablesOf = (schema: GraphQLSchema, name: string): string[] =>
  unreadVariablesOf(schema, name).flatMap((variable) => [variable, readVariable(variable)]);

/** Lists the variables that can hold a type, with enum values that are not known. */
function unreadVariablesOf(schema: GraphQLSchema, name: string): string[] {
  const holders = new Map<string, string[]>();
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) {
        const held = getNamedType(field.type).name;
        holders.set(held, [...(holders.get(held) ?? []), type.name]);
      }
  const reached = new Set([name]);
  for (const each of reached) for (const holder of holders.get(each) ?? []) reached.add(holder);
  return [...reached].map((each) => `$${each}`);
}
