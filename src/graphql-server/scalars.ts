import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { scalars } from '../domain/rest-to-graphql/scalars.ts';

const DIGITS = /^-?\d{1,400}$/;

/** A whole number as it is kept here: a number where that holds all digits, else a bigint. */
function whole(value: unknown): number | bigint {
  if (Number.isSafeInteger(value)) return value as number;
  if (typeof value === 'bigint' || (typeof value === 'string' && DIGITS.test(value))) {
    const big = BigInt(value);
    return Number.isSafeInteger(Number(big)) ? Number(big) : big;
  }
  throw new GraphQLError('BigInt is a whole number, or a text of its digits.');
}

const bigInt = new GraphQLScalarType<number | bigint, number | string>({
  name: 'BigInt',
  description: scalars.BigInt,
  serialize(value) {
    const read = whole(value);
    return typeof read === 'bigint' ? String(read) : read;
  },
  parseValue: whole,
  parseLiteral: (node: ValueNode) =>
    whole(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : valueFromASTUntyped(node)),
});

const json = new GraphQLScalarType({ name: 'JSON', description: scalars.JSON });

function textScalar(name: string, description: string): GraphQLScalarType {
  const text = (value: unknown): string => {
    if (typeof value === 'string') return value;
    throw new GraphQLError(`${name} is a text.`);
  };
  return new GraphQLScalarType({ name, description, serialize: text, parseValue: text });
}

/** The scalars of servers made at run time, by their names. */
export const executableScalars: ReadonlyMap<string, GraphQLScalarType> = new Map(
  Object.entries(scalars).map(([name, description]) => {
    if (name === 'BigInt') return [name, bigInt];
    return [name, name === 'JSON' ? json : textScalar(name, description)];
  }),
);
