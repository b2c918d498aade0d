import {
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { Variables } from '../cost/amounts.ts';

/** Values of an enum. Those of a longer one are not told apart. */
export const ENUM_VALUES_MAX = 100;
/** Values in the variables of a call that are looked at. */
export const VARIABLE_VALUES_MAX = 500;

/** The variables of an operation that may hold enum values. */
export type EnumVariables = {
  /** The types of these variables. */
  readonly types: ReadonlySet<string>;
  /**
   * Lists the enum values in variables: `State.CLOSED`. There are only names that the schema declares at that place.
   *
   * @returns null where there is more in the variables than is looked at
   */
  readonly valuesIn: (variables: Variables) => readonly string[] | null;
};

/** Finds the variables of an operation that may hold enum values. Undefined where it has none. */
export function enumVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): EnumVariables | undefined {
  const held = variableDefinitions.flatMap(({ variable, type: node }) => {
    const type = typeFromAST(schema, node);
    return isInputType(type) && holdsEnums(schema, type) ? [{ name: variable.name.value, type }] : [];
  });
  if (held.length === 0) return undefined;
  return {
    types: new Set(held.map(({ type }) => getNamedType(type).name)),
    valuesIn: (variables) => {
      const reading = new Reading(schema);
      for (const { name, type } of held)
        if (Object.hasOwn(variables, name)) reading.read(type, variables[name]);
      return reading.result();
    },
  };
}

/** Finds the enums in the variables of one call. */
class Reading {
  readonly #schema: GraphQLSchema;
  readonly #found = new Set<string>();
  #left = VARIABLE_VALUES_MAX;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  result(): readonly string[] | null {
    return this.#left < 0 ? null : [...this.#found];
  }

  /** Reads a value as the schema coerces it. Where a list belongs, another value is its only item. */
  read(type: GraphQLInputType, value: unknown): void {
    this.#left -= 1;
    if (this.#left < 0 || value == null) return;
    if (isNonNullType(type)) this.read(type.ofType, value);
    else if (isListType(type)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (this.#left < 0) return;
        this.read(type.ofType, item);
      }
    } else if (isEnumType(type)) {
      if (typeof value === 'string' && type.getValue(value)) this.#found.add(`${type.name}.${value}`);
    } else if (isInputObjectType(type) && typeof value === 'object')
      for (const [name, field] of holdersIn(this.#schema).get(type.name) ?? [])
        if (Object.hasOwn(value, name)) this.read(field, (value as Readonly<Record<string, unknown>>)[name]);
  }
}

/** Input objects that hold enums at any depth, with the fields that do. */
type Holders = ReadonlyMap<string, readonly (readonly [name: string, type: GraphQLInputType])[]>;
const holdersOf = new WeakMap<GraphQLSchema, Holders>();

function holdsEnums(schema: GraphQLSchema, type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  return isEnumType(named) ? isShort(named) : holdersIn(schema).has(named.name);
}

const isShort = (type: GraphQLEnumType) => type.getValues().length <= ENUM_VALUES_MAX;

function holdersIn(schema: GraphQLSchema): Holders {
  const known = holdersOf.get(schema) ?? findHolders(schema);
  holdersOf.set(schema, known);
  return known;
}

/** Finds the input objects that hold enums. One that holds a long enum is none: not all of its values are known. */
function findHolders(schema: GraphQLSchema): Holders {
  const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
  const fields = fieldsByType(schema);
  const nameOf = ({ name }: GraphQLNamedType) => name;
  const withShort = reachedFrom(fields, enums.filter(isShort).map(nameOf));
  const withLong = reachedFrom(fields, enums.filter((each) => !isShort(each)).map(nameOf));
  const holders = new Map<string, (readonly [string, GraphQLInputType])[]>();
  for (const name of withShort) {
    const type = schema.getType(name);
    if (!isInputObjectType(type) || withLong.has(name)) continue;
    const holding = Object.values(type.getFields()).filter((field) =>
      withShort.has(getNamedType(field.type).name),
    );
    holders.set(
      name,
      holding.map((field) => [field.name, field.type]),
    );
  }
  return holders;
}

/** The input objects that have a field of each type. */
function fieldsByType(schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const held = getNamedType(field.type).name;
      const known = owners.get(held);
      if (known) known.push(type.name);
      else owners.set(held, [type.name]);
    }
  }
  return owners;
}

/** Finds the types from which others are reached, with these. */
function reachedFrom(owners: ReadonlyMap<string, readonly string[]>, names: readonly string[]): Set<string> {
  const reached = new Set(names);
  for (const name of reached) for (const owner of owners.get(name) ?? []) reached.add(owner);
  return reached;
}
