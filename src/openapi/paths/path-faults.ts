import { isObject, type JsonObject } from '../../foundation/json.ts';
import { escaped } from '../../foundation/json-pointer.ts';
import type { OpenApiFault } from '../document/document-tree.ts';
import { pathParameterFaults } from './path-parameter-faults.ts';
import { type WrittenPath, writtenPath } from './written-path.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const STATUS = /^([1-5](\d\d|XX)|default|x-.*)$/;
const PARAMETER_LOCATIONS = ['path', 'query', 'header', 'cookie'];

/** Yields the faults in the paths of an OpenAPI document of 3.0 or later. Its references lead somewhere. */
export function* pathsFaults(document: JsonObject): Generator<OpenApiFault> {
  const { paths, openapi } = document;
  const needsResponses = String(openapi).startsWith('3.0');
  if (!isObject(paths)) return yield { pointer: '#/paths', fault: 'there must be an object of paths.' };
  const sameFaults = sameFaultsFinder();
  const operationIds = new Set<unknown>();
  for (const [written, item] of Object.entries(paths)) {
    if (written.startsWith('x-')) continue;
    const pointer = `#/paths/${escaped(written)}`;
    const path = writtenPath(written);
    yield* templateFaults(path.template, pointer);
    if (isObject(item)) {
      yield* sameFaults(path, item);
      yield* itemFaults(item, { pointer, operationIds, needsResponses });
      yield* pathParameterFaults(path, { item, pointer, document });
    } else yield { pointer, fault: 'there must be an object of operations.' };
  }
}

/** Finds faults that keep a path from being merged with earlier ones of its shape. */
function sameFaultsFinder() {
  const before = new Map<string, { readonly written: string; readonly isReference: boolean }>();
  return function* ({ written, shape }: WrittenPath, item: JsonObject): Generator<OpenApiFault> {
    const pointer = `#/paths/${escaped(written)}`;
    const same = before.get(shape);
    const isReference = '$ref' in item || same?.isReference === true;
    before.set(shape, { written, isReference });
    if (same && isReference)
      yield {
        pointer,
        fault: `the same path as ${same.written}, and one of them is a reference: write its operations in its place.`,
      };
  };
}

function* templateFaults(template: string, pointer: string): Generator<OpenApiFault> {
  const texts = template.replace(/\{[^{}/]+\}/g, '');
  if (!template.startsWith('/')) yield { pointer, fault: 'a path begins with a slash.' };
  else if (/\s/.test(texts) || /[^\S ]/.test(template))
    yield { pointer, fault: 'a path has no space but in the name of a parameter.' };
  else if (/\/\.\.?(\/|$)/.test(template)) yield { pointer, fault: 'a path has no dot segments.' };
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  if (/[{}]/.test(texts))
    yield { pointer, fault: 'a parameter is a name in braces within one segment, such as {id}.' };
  if (new Set(names).size < names.length) yield { pointer, fault: 'each parameter is there once.' };
}

type ItemFaultsInput = {
  readonly pointer: string;
  readonly operationIds: Set<unknown>;
  /** Required by OpenAPI 3.0, "Operation Object". 3.1 does not require them. */
  readonly needsResponses: boolean;
};

function* itemFaults(
  item: JsonObject,
  { pointer, operationIds, needsResponses }: ItemFaultsInput,
): Generator<OpenApiFault> {
  yield* parameterFaults(item['parameters'], pointer);
  for (const method of METHODS) {
    const operation = item[method];
    if (operation === undefined) continue;
    if (isObject(operation))
      yield* operationFaults(operation, { pointer: `${pointer}/${method}`, needsResponses });
    else yield { pointer: `${pointer}/${method}`, fault: 'an operation is an object.' };
    const operationId = isObject(operation) ? operation['operationId'] : undefined;
    if (operationId === undefined) continue;
    if (typeof operationId !== 'string' || operationIds.has(operationId))
      yield { pointer: `${pointer}/${method}/operationId`, fault: 'there must be a text of its own.' };
    operationIds.add(operationId);
  }
}

function* operationFaults(
  operation: JsonObject,
  { pointer, needsResponses }: Omit<ItemFaultsInput, 'operationIds'>,
): Generator<OpenApiFault> {
  yield* parameterFaults(operation['parameters'], pointer);
  const { responses } = operation;
  if (responses === undefined && !needsResponses) return;
  if (!isObject(responses) || Object.keys(responses).length === 0)
    return yield {
      pointer: `${pointer}/responses`,
      fault: 'there must be an object with a response or more.',
    };
  for (const [status, response] of Object.entries(responses)) {
    const where = `${pointer}/responses/${escaped(status)}`;
    if (!STATUS.test(status))
      yield { pointer: where, fault: 'a response is named by its HTTP status or default.' };
    else if (!isObject(response) && !status.startsWith('x-'))
      yield { pointer: where, fault: 'a response is an object.' };
  }
}

function* parameterFaults(parameters: unknown, owner: string): Generator<OpenApiFault> {
  if (parameters === undefined) return;
  const list = `${owner}/parameters`;
  if (!Array.isArray(parameters))
    return yield { pointer: list, fault: 'there must be a list of parameters.' };
  for (const [index, parameter] of parameters.entries()) {
    if (isObject(parameter) && '$ref' in parameter) continue;
    if (
      !isObject(parameter) ||
      typeof parameter['name'] !== 'string' ||
      !PARAMETER_LOCATIONS.includes(String(parameter['in']))
    )
      yield {
        pointer: `${list}/${index}`,
        fault: `a parameter has a name, and in is ${PARAMETER_LOCATIONS.join(', ')}.`,
      };
  }
}
