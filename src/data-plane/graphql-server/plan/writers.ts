import {
  type FieldNode,
  type GraphQLEnumType,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLString,
  isEnumType,
} from 'graphql';
import { type Refusal, refusal } from '../../../foundation/errors.ts';
import { isObject } from '../../../foundation/json.ts';
import { type AnswerPlace, inside, Misfit } from './misfits.ts';

/**
 * Writes a value of a back-end's JSON as JSON of an answer.
 *
 * Without a place it gives up at the first value that does not fit its type. With one it tells the watch of each, and
 * writes null for it, or for the nearest value around it that may be null. (GraphQL §6.4.4)
 *
 * @throws Misfit for what does not fit and cannot be null; GRAPHQL_COST_EXCEEDED for more than 20 MB
 */
export type Writer = (value: unknown, place?: AnswerPlace) => string;

/** Characters of an answer. One of 20 million is written in half a second. */
export const CHARACTERS_MAX = 20_000_000;
export const tooLong = (): Refusal =>
  refusal('GRAPHQL_COST_EXCEEDED', {
    detail: `An answer may have ${CHARACTERS_MAX / 1e6} million characters: ask for fewer records, or fewer of their fields.`,
  });

/** Thrown for a misfit without a place. One for all takes no stack. */
const UNWRITABLE = new TypeError('The value does not fit its type.');

const unwritable = (place: AnswerPlace | undefined): never => {
  throw place ? new Misfit(place) : UNWRITABLE;
};

export const nullable =
  (write: Writer): Writer =>
  (value, place) => {
    if (value == null) return 'null';
    return place ? writtenOrNull(write, value, place) : write(value);
  };

function writtenOrNull(write: Writer, value: unknown, place: AnswerPlace): string {
  try {
    return write(value, place);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    place.watch.misfit(error.place);
    return 'null';
  }
}

export const required =
  (write: Writer): Writer =>
  (value, place) =>
    value == null ? unwritable(place) : write(value, place);

export const constant = (value: string): Writer => {
  const json = JSON.stringify(value);
  return () => json;
};

/** A link of a record, which is written by what it leads to. */
export const link: Writer = (_value, place) => {
  place?.watch.link?.();
  return 'null';
};

export function list(write: Writer): Writer {
  return (value, place) => {
    if (!Array.isArray(value)) return unwritable(place);
    place?.watch.values?.(value.length);
    let text = '[';
    for (let at = 0; at < value.length; at += 1) {
      text += (at === 0 ? '' : ',') + write(value[at], place && inside(place, place.nodes, at));
      if (text.length > CHARACTERS_MAX) throw tooLong();
    }
    return `${text}]`;
  };
}

export type MemberWriter = {
  readonly responseName: string;
  readonly nodes: readonly FieldNode[];
  /** The member of a record that is written. */
  readonly member: string;
  readonly write: Writer;
};

/** Writes an object of members of a record. */
export function object(members: readonly MemberWriter[]): Writer {
  const responseNames = members.map(({ responseName }) => responseName);
  const nodes = members.map((member) => member.nodes);
  const heads = responseNames.map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const names = members.map(({ member }) => member);
  // Every object has a `constructor`; what is inherited is no member.
  const inherits = names.map((name) => name in Object.prototype);
  const writers = members.map(({ write }) => write);
  const count = members.length;
  return (value, place) => {
    if (!isObject(value)) return unwritable(place);
    if (count === 0) return '{}';
    place?.watch.values?.(count);
    let text = '';
    for (let at = 0; at < count; at += 1) {
      const name = names[at] as string;
      const member = inherits[at] && !Object.hasOwn(value, name) ? undefined : value[name];
      const to = place && inside(place, nodes[at] as MemberWriter['nodes'], responseNames[at] as string);
      text += (heads[at] as string) + (writers[at] as Writer)(member, to);
      if (text.length > CHARACTERS_MAX) throw tooLong();
    }
    return `${text}}`;
  };
}

/** Writes a record by the type that it is of. */
export function oneOf(typeOf: (value: unknown) => unknown, writers: ReadonlyMap<unknown, Writer>): Writer {
  return (value, place) => {
    const write = writers.get(typeOf(value));
    return write ? write(value, place) : unwritable(place);
  };
}

/** Texts that JSON holds as they are. */
const PLAIN = /^[ !#-[\]-~]*$/;

const quoted = (text: string) => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

const text: Writer = (value, place) =>
  typeof value === 'string' ? quoted(value) : serialized(GraphQLString, value, place);
const id: Writer = (value, place) =>
  typeof value === 'string' ? quoted(value) : serialized(GraphQLID, value, place);
const int: Writer = (value, place) =>
  typeof value === 'number' && value === (value | 0) ? `${value}` : serialized(GraphQLInt, value, place);

/** Writes a scalar or an enum as its type serializes it. */
export function leaf(type: GraphQLLeafType): Writer {
  if (type === GraphQLString) return text;
  if (type === GraphQLID) return id;
  if (type === GraphQLInt) return int;
  return isEnumType(type) ? ofEnum(type) : (value, place) => serialized(type, value, place);
}

function ofEnum(type: GraphQLEnumType): Writer {
  const names = new Map<unknown, string>(
    type.getValues().map(({ name, value }) => [value, JSON.stringify(name)]),
  );
  return (value, place) => names.get(value) ?? unwritable(place);
}

function serialized(type: GraphQLLeafType, value: unknown, place: AnswerPlace | undefined): string {
  let result: unknown;
  try {
    result = type.serialize(value);
  } catch {
    return unwritable(place);
  }
  return result == null ? unwritable(place) : (JSON.stringify(result) ?? unwritable(place));
}
