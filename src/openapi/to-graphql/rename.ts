import { type InputPath, refuse } from '../../foundation/errors.ts';
import { isObject } from '../../foundation/json.ts';
import { didYouMean } from '../../foundation/text/did-you-mean.ts';
import { graphqlName as ownName } from './naming.ts';
import type { RestOperation } from './rest-operations.ts';

/** Names for fields and arguments, by operationId. Arguments are listed by their names in the document. */
export type Rename = Readonly<
  Record<string, { readonly field?: string; readonly arguments?: Readonly<Record<string, string>> }>
>;

/** Returns the new names of an operation and its arguments. A lookup is safe for names such as `constructor`. */
export function renamed(rename: Rename, id: string) {
  const own = Object.hasOwn(rename, id) ? rename[id] : undefined;
  const names = own?.arguments ?? {};
  return {
    field: own?.field,
    argument: (name: string) => (Object.hasOwn(names, name) ? names[name] : undefined),
  };
}

const NAME = /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/;
const SHOWN = 20;

/**
 * Reads names for the fields and arguments of operations, for example
 * `{getCustomer: {field: 'getCustomerById', arguments: {customerId: 'id'}}}`.
 *
 * @throws BAD_USER_INPUT for an operation or argument that the document does not have, a name that GraphQL forbids, or
 * one that another field or argument has
 */
export function readRename(value: unknown, operations: readonly RestOperation[], path: InputPath): Rename {
  if (value == null) return {};
  const renames = Object.entries(members(value, path));
  const read = renames.map(([id, value]) => {
    const at = [...path, id];
    const operation = operations.find((each) => each.id === id);
    const ids = operations.map((each) => each.id);
    if (!operation)
      return refuse('BAD_USER_INPUT', {
        detail: `There is no operation ${quoted(id)} in the document; it has ${listed(ids)}.${didYouMean(id, ids)}`,
        path: at,
      });
    const { field, arguments: args, ...others } = members(value, at);
    const other = Object.keys(others)[0];
    if (other !== undefined)
      refuse('BAD_USER_INPUT', {
        detail: `There is no ${quoted(other)} here: only field and arguments.${didYouMean(other, ['field', 'arguments'])}`,
        path: [...at, other],
      });
    return [
      id,
      {
        ...(field !== undefined && { field: graphqlName(field, [...at, 'field']) }),
        ...(args !== undefined && { arguments: argumentNames(args, operation, [...at, 'arguments']) }),
      },
    ] as const;
  });
  const rename: Rename = Object.fromEntries(read);
  refuseTakenFields(rename, operations, path);
  return rename;
}

/** Refuses a field name that is taken. The field would get another name, which the access policies do not mean. */
function refuseTakenFields(rename: Rename, operations: readonly RestOperation[], path: InputPath): void {
  const owners = new Map<string, string>();
  const fieldOf = ({ id, method }: RestOperation) => {
    const root = method === 'GET' ? 'Query' : 'Mutation';
    return `${root}.${renamed(rename, id).field ?? ownName(id)}`;
  };
  const isRenamed = ({ id }: RestOperation) => renamed(rename, id).field !== undefined;
  for (const each of operations.filter((operation) => !isRenamed(operation)))
    owners.set(fieldOf(each), each.id);
  for (const each of operations.filter(isRenamed)) {
    const field = fieldOf(each);
    const owner = owners.get(field);
    if (owner !== undefined)
      refuse('BAD_USER_INPUT', {
        detail: `${field} is what ${quoted(owner)} is called: choose another name, or rename that one too.`,
        path: [...path, each.id, 'field'],
      });
    owners.set(field, each.id);
  }
}

function argumentNames(value: unknown, { parameters, body, id }: RestOperation, path: InputPath) {
  const known = [...parameters.map(({ place }) => place.name), ...(body ? ['input'] : [])];
  const names = Object.entries(members(value, path)).map(([name, wished]) => {
    if (!known.includes(name))
      refuse('BAD_USER_INPUT', {
        detail: `${id} has no argument ${quoted(name)}; it has ${listed(known)}.${didYouMean(name, known)}`,
        path: [...path, name],
      });
    return [name, graphqlName(wished, [...path, name])] as const;
  });
  const renames = new Map(names);
  for (const [name, wished] of names) {
    const owner = known.find((each) => each !== name && (renames.get(each) ?? ownName(each)) === wished);
    if (owner !== undefined)
      refuse('BAD_USER_INPUT', {
        detail: `${wished} is what ${quoted(owner)} is called: choose another name, or rename that one too.`,
        path: [...path, name],
      });
  }
  return Object.fromEntries(names);
}

function members(value: unknown, path: InputPath): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  return refuse('BAD_USER_INPUT', {
    detail:
      'Give an object such as {getCustomer: {field: "getCustomerById", arguments: {customerId: "id"}}}.',
    path,
  });
}

function graphqlName(value: unknown, path: InputPath): string {
  if (typeof value === 'string' && NAME.test(value)) return value;
  return refuse('BAD_USER_INPUT', {
    detail: `${quoted(String(value))} is no name in GraphQL: letters, digits and _, not first a digit or __.`,
    path,
  });
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 80));

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
