import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Dice } from './dice.ts';

/** A call of a GraphQL API. */
export type GraphQLCall = { readonly text: string; readonly variables: Readonly<Record<string, unknown>> };

/** A valid call, of whichever fields. Each field has an alias of its own, so that none conflict. */
export function graphqlCall(schema: GraphQLSchema, dice: Dice): GraphQLCall {
  const writer = new Writer(schema, dice);
  const query = schema.getQueryType();
  if (!query) throw new TypeError('The schema has no Query.');
  const selection = writer.selection(query, 3);
  const { variables, fragments } = writer;
  const declared = variables.map(({ name, type }) => `$${name}: ${type}`).join(' ');
  const text = `query ${declared && `(${declared})`} ${selection}\n${fragments.join('\n')}`;
  const given = variables.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]);
  return { text, variables: Object.fromEntries(given) };
}

type Variable = { readonly name: string; readonly type: string; readonly value: unknown };

class Writer {
  readonly variables: Variable[] = [];
  readonly fragments: string[] = [];
  readonly #schema: GraphQLSchema;
  readonly #dice: Dice;
  #names = 0;

  constructor(schema: GraphQLSchema, dice: Dice) {
    this.#schema = schema;
    this.#dice = dice;
  }

  selection(type: GraphQLCompositeType, depth: number): string {
    const parts = isAbstractType(type) ? this.#partsOf(type, depth) : [];
    if ('getFields' in type) {
      const fields = Object.values(type.getFields()).filter(
        (field) => depth > 1 || !isCompositeType(getNamedType(field.type)),
      );
      parts.push(...this.#dice.some(fields, 50).map((field) => this.#field(field, depth)));
    }
    if (isObjectType(type) && type.getInterfaces().length > 0 && this.#dice.percent(15))
      parts.push('... on Node { id }');
    if (parts.length === 0) parts.push('__typename');
    return `{ ${parts.join(' ')} }`;
  }

  /** Fragments on types that an abstract type may be. */
  #partsOf(type: GraphQLCompositeType & { readonly name: string }, depth: number): string[] {
    if (!isAbstractType(type)) return [];
    const possible = this.#schema.getPossibleTypes(type);
    const parts = this.#dice.some(possible, 50).map((each) => this.#fragment(each, depth));
    const isNode = possible.some((each) => each.getInterfaces().length > 0);
    if (type.name !== 'Node' && isNode && this.#dice.percent(30)) parts.push('... on Node { id }');
    return parts;
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    const selection = this.selection(type, depth);
    if (this.#dice.percent(70)) return `... on ${type.name} ${selection}`;
    const name = this.#name('F');
    this.fragments.push(`fragment ${name} on ${type.name} ${selection}`);
    return `...${name}`;
  }

  #field({ name, type, args }: GraphQLField<unknown, unknown>, depth: number): string {
    const given = args.filter((each) => isRequiredArgument(each) || this.#dice.percent(50));
    const values = given.map((each) => `${each.name}: ${this.#argument(each)}`).join(' ');
    const inner = getNamedType(type);
    const selection = isCompositeType(inner) ? ` ${this.selection(inner, depth - 1)}` : '';
    return `${this.#name('a')}: ${name}${values && `(${values})`}${selection}`;
  }

  #argument({ type }: GraphQLArgument): string {
    if (this.#dice.percent(50)) return literal(this.#value(type));
    const name = this.#name('v');
    const isRequired = isNonNullType(type) || this.#dice.percent(30);
    const value = this.#value(type);
    const isGiven = isRequired || this.#dice.percent(70);
    this.variables.push({
      name,
      type: isNonNullType(type) || !isRequired ? `${type}` : `${type}!`,
      value: isGiven ? plain(value === null && isRequired ? this.#present(type) : value) : undefined,
    });
    return `$${name}`;
  }

  #value(type: GraphQLInputType): Value {
    if (!isNonNullType(type) && this.#dice.percent(10)) return null;
    return this.#present(type);
  }

  #present(type: GraphQLInputType): Value {
    if (isNonNullType(type)) return this.#present(type.ofType);
    if (isListType(type)) return [this.#value(type.ofType)];
    if (isEnumType(type)) return new EnumName(this.#dice.one(type.getValues()).name);
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(() => this.#dice.percent(50));
      return Object.fromEntries(fields.map((field) => [field.name, this.#value(field.type)]));
    }
    return { Int: 1, String: 'text', Boolean: true, ID: 'id' }[type.name] ?? 'text';
  }

  #name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }
}

class EnumName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Value =
  | null
  | string
  | number
  | boolean
  | EnumName
  | readonly Value[]
  | { readonly [name: string]: Value };

function literal(value: Value): string {
  if (value instanceof EnumName) return value.name;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(literal).join(' ')}]`;
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${name}: ${literal(each)}`)
    .join(' ')} }`;
}

/** A value as JSON. */
function plain(value: Value): unknown {
  if (value instanceof EnumName) return value.name;
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
