import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  print,
} from 'graphql';
import type { CostRules } from '../cost/cost-rules.ts';
import { fieldWeight } from '../cost/field-cost.ts';
import { FieldsOfSchema } from '../cost/field-facts.ts';
import { listDepth } from '../cost/list-size.ts';

type SchemaTypeKind = 'OBJECT' | 'INTERFACE' | 'UNION' | 'ENUM' | 'INPUT_OBJECT' | 'SCALAR';

/** An argument of a field, with its schema coordinate: `Query.users(max:)`. */
export type SchemaArgument = {
  readonly name: string;
  readonly coordinate: string;
  readonly type: string;
  readonly defaultValue: string | null;
  readonly description: string | null;
};

/** A field, an enum value or a type of a union. */
export type SchemaMember = {
  readonly name: string;
  /** The schema coordinate, as hidden parts and cost rules name it: `User.email`. */
  readonly coordinate: string;
  /** The type as it is written, `[User!]!`. Null of a value of an enum. */
  readonly type: string | null;
  /** The name of the type without its lists, `User`. */
  readonly namedType: string | null;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  readonly arguments: readonly SchemaArgument[];
  /** The cost of a field of an object. Null of anything else that no rule covers. */
  readonly weight: number | null;
  /** The assumed length of its list. Null of what is no list. */
  readonly listSize: number | null;
  /** The arguments that give the length of the list. */
  readonly slicingArguments: readonly string[];
};

const ROOTS = ['Query', 'Mutation', 'Subscription'];

/** Returns the place of a type in lists: the root types come first. */
const rank = ({ name }: GraphQLNamedType) => (ROOTS.includes(name) ? ROOTS.indexOf(name) : ROOTS.length);

/**
 * Finds the types of a schema, the root types first and the others by name. What every schema has is left out.
 *
 * @param search a text in the name of the type, or in that of a member or its coordinate, in any case
 */
export function typesFound(schema: GraphQLSchema, search = ''): GraphQLNamedType[] {
  const text = search.trim().toLowerCase();
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .filter((type) => text === '' || namesOf(type).some((name) => name.toLowerCase().includes(text)))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

function namesOf(type: GraphQLNamedType): string[] {
  return [type.name, ...memberNames(type).map((name) => `${type.name}.${name}`)];
}

/** Returns the names of the members of a type, in their order. */
export function memberNames(type: GraphQLNamedType): string[] {
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    return Object.keys(type.getFields());
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  return isUnionType(type) ? type.getTypes().map(({ name }) => name) : [];
}

/** Returns the kind of a type, in the words of introspection. */
export function kindOf(type: GraphQLNamedType): SchemaTypeKind {
  if (isObjectType(type)) return 'OBJECT';
  if (isInterfaceType(type)) return 'INTERFACE';
  if (isUnionType(type)) return 'UNION';
  if (isEnumType(type)) return 'ENUM';
  return isScalarType(type) ? 'SCALAR' : 'INPUT_OBJECT';
}

/** Lists the members of a type with what they cost. A scalar has none. */
export function membersOf(type: GraphQLNamedType, rules: CostRules): SchemaMember[] {
  if (isObjectType(type) || isInterfaceType(type))
    return Object.values(type.getFields()).map((field) => outputMember(type, field, rules));
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => inputMember(type.name, field, rules));
  if (isEnumType(type))
    return type.getValues().map((value) => plainMember(value, `${type.name}.${value.name}`));
  return isUnionType(type)
    ? type.getTypes().map((each) => ({
        ...plainMember(each, each.name),
        type: each.name,
        namedType: each.name,
      }))
    : [];
}

type NamedMember = {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
};

const plainMember = (
  { name, description = null, deprecationReason = null }: NamedMember,
  coordinate: string,
): SchemaMember => ({
  name,
  coordinate,
  type: null,
  namedType: null,
  description: description ?? null,
  deprecationReason: deprecationReason ?? null,
  arguments: [],
  weight: null,
  listSize: null,
  slicingArguments: [],
});

function outputMember(
  type: GraphQLNamedType,
  field: GraphQLField<unknown, unknown>,
  rules: CostRules,
): SchemaMember {
  const coordinate = `${type.name}.${field.name}`;
  const rule = isObjectType(type)
    ? new FieldsOfSchema(rules).of(type, field.name)?.rule
    : rules.at.get(coordinate);
  const isList = listDepth(field.type) > 0;
  return {
    ...plainMember(field, coordinate),
    type: `${field.type}`,
    namedType: getNamedType(field.type).name,
    arguments: field.args.map((each) => argumentOf(each, coordinate)),
    weight: isObjectType(type) ? fieldWeight(type, field, rules) : null,
    listSize: rule?.assumedSize ?? (isList ? rules.assumedListSize : null),
    slicingArguments: rule?.slicingArguments ?? [],
  };
}

function inputMember(type: string, field: GraphQLInputField, rules: CostRules): SchemaMember {
  const coordinate = `${type}.${field.name}`;
  return {
    ...plainMember(field, coordinate),
    type: `${field.type}`,
    namedType: getNamedType(field.type).name,
    weight: rules.at.get(coordinate)?.weight ?? null,
  };
}

function argumentOf(
  { name, type, description, defaultValue }: GraphQLArgument,
  field: string,
): SchemaArgument {
  const value = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  return {
    name,
    coordinate: `${field}(${name}:)`,
    type: `${type}`,
    defaultValue: value ? print(value) : null,
    description: description ?? null,
  };
}
