import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { scalars } from '../../../openapi/to-graphql/scalars.ts';

const DIGITS = /^-?\d{1,400}$/;

/** Converts a whole number to a number where that holds all digits, else a bigint. */
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

/** Bytes that a caller gives; JSON has them as base64. */
export class Bytes {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  toJSON(): string {
    return Buffer.from(this.bytes).toString('base64');
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const byte = new GraphQLScalarType<Bytes, string>({
  name: 'Byte',
  description: scalars.Byte,
  serialize(value) {
    if (typeof value === 'string') return value;
    throw new GraphQLError('Byte is a text in base64.');
  },
  parseValue(value) {
    if (typeof value === 'string' && BASE64.test(value)) return new Bytes(Buffer.from(value, 'base64'));
    throw new GraphQLError('Byte is a text in base64 (RFC 4648 §4), with its padding.');
  },
});

const json = new GraphQLScalarType({ name: 'JSON', description: scalars.JSON });

function textScalar(name: string, description: string): GraphQLScalarType {
  const text = (value: unknown): string => {
    if (typeof value === 'string') return value;
    throw new GraphQLError(`${name} is a text.`);
  };
  return new GraphQLScalarType({ name, description, serialize: text, parseValue: text });
}

const own: Readonly<Record<string, GraphQLScalarType>> = { BigInt: bigInt, Byte: byte, JSON: json };

/** The scalars of servers made at run time, by their names. */
export const executableScalars: ReadonlyMap<string, GraphQLScalarType> = new Map(
  Object.entries(scalars).map(([name, description]) => [name, own[name] ?? textScalar(name, description)]),
);
