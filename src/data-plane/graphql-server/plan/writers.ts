import {
  type GraphQLEnumType,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLString,
  isEnumType,
} from 'graphql';
import { isObject } from '../../../foundation/json.ts';

/** Writes a value of a back-end's JSON as JSON of an answer. @throws TypeError for one that does not fit its type */
export type Writer = (value: unknown) => string;

/** Thrown for a value that does not fit its type. The reference makes its error. One for all takes no stack. */
const UNWRITABLE = new TypeError('The value does not fit its type.');

const unwritable = (): never => {
  throw UNWRITABLE;
};

export const nullable =
  (write: Writer): Writer =>
  (value) =>
    value == null ? 'null' : write(value);

export const required =
  (write: Writer): Writer =>
  (value) =>
    value == null ? unwritable() : write(value);

export const constant = (value: string): Writer => {
  const json = JSON.stringify(value);
  return () => json;
};

export function list(write: Writer): Writer {
  return (value) => {
    if (!Array.isArray(value)) return unwritable();
    let text = '[';
    for (let at = 0; at < value.length; at += 1) text += (at === 0 ? '' : ',') + write(value[at]);
    return `${text}]`;
  };
}

export type MemberWriter = {
  readonly responseName: string;
  /** The member of a record that is written. */
  readonly member: string;
  readonly write: Writer;
};

/** Writes an object of members of a record. */
export function object(members: readonly MemberWriter[]): Writer {
  const heads = members.map(
    ({ responseName }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(responseName)}:`,
  );
  const names = members.map(({ member }) => member);
  // Every object has a `constructor`; what is inherited is no member.
  const inherits = names.map((name) => name in Object.prototype);
  const writers = members.map(({ write }) => write);
  const count = members.length;
  return (value) => {
    if (!isObject(value)) return unwritable();
    if (count === 0) return '{}';
    let text = '';
    for (let at = 0; at < count; at += 1) {
      const name = names[at] as string;
      const member = inherits[at] && !Object.hasOwn(value, name) ? undefined : value[name];
      text += (heads[at] as string) + (writers[at] as Writer)(member);
    }
    return `${text}}`;
  };
}

/** Writes a record by the type that it is of. */
export function oneOf(typeOf: (value: unknown) => unknown, writers: ReadonlyMap<unknown, Writer>): Writer {
  return (value) => (writers.get(typeOf(value)) ?? unwritable)(value);
}

/** Texts that JSON holds as they are. */
const PLAIN = /^[ !#-[\]-~]*$/;

const quoted = (text: string) => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

const text: Writer = (value) =>
  typeof value === 'string' ? quoted(value) : serialized(GraphQLString, value);
const id: Writer = (value) => (typeof value === 'string' ? quoted(value) : serialized(GraphQLID, value));
const int: Writer = (value) =>
  typeof value === 'number' && value === (value | 0) ? `${value}` : serialized(GraphQLInt, value);

/** Writes a scalar or an enum as its type serializes it. */
export function leaf(type: GraphQLLeafType): Writer {
  if (type === GraphQLString) return text;
  if (type === GraphQLID) return id;
  if (type === GraphQLInt) return int;
  return isEnumType(type) ? ofEnum(type) : (value) => serialized(type, value);
}

function ofEnum(type: GraphQLEnumType): Writer {
  const names = new Map<unknown, string>(
    type.getValues().map(({ name, value }) => [value, JSON.stringify(name)]),
  );
  return (value) => names.get(value) ?? unwritable();
}

function serialized(type: GraphQLLeafType, value: unknown): string {
  const result: unknown = type.serialize(value);
  return result == null ? unwritable() : (JSON.stringify(result) ?? unwritable());
}
