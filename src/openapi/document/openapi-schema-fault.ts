import type { ErrorObject } from 'ajv';
import { escaped } from '../../foundation/json-pointer.ts';
import { METHODS } from '../path-template.ts';
import type { OpenApiFault } from './document-tree.ts';

/** Keywords whose fault says no more than the faults within them. */
const HOLDERS = /^(oneOf|anyOf|if|not|propertyNames)$/;

/**
 * Picks the most informative of the faults that a validator found in one part. A value of several possible forms has
 * faults by each of them.
 */
export function schemaFault(errors: readonly ErrorObject[]): OpenApiFault {
  const telling = errors.filter((error) => !HOLDERS.test(error.keyword) && !isReference(error));
  const found = firstOf(faultsOfNamedForm(telling), telling, errors);
  const depth = Math.max(...found.map(depthOf));
  const deepest = found.filter((error) => depthOf(error) === depth);
  // The allowed values say more than the type.
  const first = deepest.find(({ keyword }) => keyword === 'enum') ?? (deepest[0] as ErrorObject);
  const alike = deepest.filter(
    ({ keyword, instancePath }) => keyword === first.keyword && instancePath === first.instancePath,
  );
  return { pointer: `#${first.instancePath}${childOf(first, alike)}`, fault: textOf(first, alike) };
}

const isReference = ({ keyword, params }: ErrorObject) =>
  keyword === 'required' && params['missingProperty'] === '$ref';

const depthOf = ({ instancePath }: ErrorObject) => instancePath.split('/').length;

/** Returns the faults of the form that `in` or `type` names. */
function faultsOfNamedForm(errors: readonly ErrorObject[]): ErrorObject[] {
  const form = /properties\/(in|type)\/enum$/;
  const others = errors
    .filter(({ schemaPath }) => form.test(schemaPath))
    .map(({ schemaPath }) => schemaPath.replace(form, ''));
  return errors.filter(({ schemaPath }) => !others.some((other) => schemaPath.startsWith(other)));
}

const firstOf = (...lists: (readonly ErrorObject[])[]) => lists.find((list) => list.length > 0) ?? [];

/** Returns the member that a fault of an object is about. */
function childOf({ keyword, params, propertyName }: ErrorObject, alike: readonly ErrorObject[]): string {
  if (keyword === 'required' && missing(alike).length > 1) return '';
  const name: unknown =
    params['missingProperty'] ??
    params['additionalProperty'] ??
    params['unevaluatedProperty'] ??
    propertyName;
  return typeof name === 'string' ? `/${escaped(name)}` : '';
}

const missing = (errors: readonly ErrorObject[]) => [
  ...new Set(errors.map(({ params }) => String(params['missingProperty']))),
];

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
};

function textOf({ keyword, params, message }: ErrorObject, alike: readonly ErrorObject[]): string {
  switch (keyword) {
    case 'required': {
      const names = missing(alike);
      return names.length > 1 ? `there must be ${names.join(' or ')}.` : 'this is missing.';
    }
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownMember(String(params['additionalProperty'] ?? params['unevaluatedProperty']));
    case 'type':
      return `there must be ${[params['type']]
        .flat()
        .map((type) => TYPES[type] ?? type)
        .join(' or ')}.`;
    case 'enum':
    case 'const':
      return `there must be ${allowed(alike).join(', ')}.`;
    case 'minItems':
    case 'minProperties':
      return `there must be ${params['limit']} or more.`;
    case 'maxProperties':
      return `there must be ${params['limit']} at most.`;
    case 'uniqueItems':
      return 'each is there once.';
    case 'pattern':
      return `there must be a text that matches ${params['pattern']}.`;
    case 'oneOf':
      return 'members here exclude each other, as the specification of OpenAPI says: take one of them out.';
    default:
      return `${message ?? 'this is not as the specification of OpenAPI has it'}.`;
  }
}

function unknownMember(name: string): string {
  const method = name.toLowerCase();
  return method !== name && METHODS.includes(method)
    ? `a method is written in small letters: ${method}.`
    : 'OpenAPI has no such member here: take it out, or give it a name that begins with x-.';
}

const allowed = (errors: readonly ErrorObject[]) => [
  ...new Set(
    errors
      .flatMap(({ params }) => params['allowedValues'] ?? [params['allowedValue']])
      .map((value) => JSON.stringify(value)),
  ),
];
