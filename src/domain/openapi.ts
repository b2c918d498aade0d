import { type InputPath, refuse } from '../errors.ts';
import { escaped } from './json-pointer.ts';
import { isOpenApi2, openApi3Of } from './openapi-2.ts';
import { type Fault, isObject, type JsonObject, treeFaults } from './openapi-tree.ts';

/** An OpenAPI document of 3.0 or 3.1, as {@link checkOpenApi} gives it. */
export type OpenApiDocument = JsonObject & {
  readonly info: JsonObject & { readonly title: string; readonly version: string };
  readonly paths: JsonObject;
};

const FAULTS_SHOWN = 3;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const STATUS = /^([1-5](\d\d|XX)|default|x-.*)$/;
const PARAMETER_PLACES = ['path', 'query', 'header', 'cookie'];

/**
 * An OpenAPI document that a gateway can serve; one of 2.0 is brought into the form of 3.0. It is not checked against the whole of the specification: only
 * what routing, the portal and the GraphQL server rely on.
 *
 * @param path where the input holds the document
 * @throws OPENAPI_INVALID; the sentence names the places, as JSON pointers (RFC 6901)
 */
export function checkOpenApi(given: unknown, path: InputPath): OpenApiDocument {
  if (!isOpenApi2(given)) return checked(given, openApiFaults(given), path);
  const document = openApi3Of(checked(given, treeFaults(given), path));
  return checked(document, openApiFaults(document), path);
}

function checked(document: unknown, found: Iterable<Fault>, path: InputPath) {
  const faults: string[] = [];
  for (const { place, fault } of found) {
    faults.push(`At ${place.slice(0, 300)}: ${fault}`);
    if (faults.length === FAULTS_SHOWN) break;
  }
  if (faults.length > 0) refuse('OPENAPI_INVALID', { detail: faults.join(' '), path });
  return document as OpenApiDocument;
}

function* openApiFaults(document: unknown): Generator<Fault> {
  if (!isObject(document))
    return yield { place: '#', fault: 'an OpenAPI document is an object, or YAML or JSON text of one.' };
  const { openapi } = document;
  if (typeof openapi !== 'string' || !/^3\.[01]\.\d+$/.test(openapi))
    return yield {
      place: '#/openapi',
      fault: 'this is no OpenAPI document of version 2.0, 3.0.x or 3.1.x.',
    };
  yield* treeFaults(document);
  yield* infoFaults(document['info']);
  yield* serverFaults(document['servers']);
  yield* pathsFaults(document['paths']);
}

function* infoFaults(info: unknown): Generator<Fault> {
  if (!isObject(info))
    return yield { place: '#/info', fault: 'there must be an object with title and version.' };
  for (const member of ['title', 'version'] as const)
    if (typeof info[member] !== 'string' || info[member].trim() === '')
      yield { place: `#/info/${member}`, fault: 'there must be a text.' };
}

function* serverFaults(servers: unknown): Generator<Fault> {
  if (servers === undefined) return;
  if (!Array.isArray(servers)) return yield { place: '#/servers', fault: 'there must be a list of servers.' };
  for (const [index, server] of servers.entries()) {
    const place = `#/servers/${index}`;
    if (!isObject(server) || typeof server['url'] !== 'string')
      yield { place, fault: 'a server is an object with a url.' };
    // Calls go to the first alone, unless another address is given.
    else if (index > 0) continue;
    else if (/[{}]/.test(filled(server)))
      yield { place: `${place}/variables`, fault: 'each variable of the url needs a default.' };
    else if (!URL.canParse(filled(server), 'http://localhost'))
      yield { place: `${place}/url`, fault: 'this is no URL.' };
  }
}

/** The URL of a server with the defaults of its variables. */
function filled({ url, variables }: JsonObject): string {
  return String(url).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined;
    return isObject(variable) && typeof variable['default'] === 'string' ? variable['default'] : whole;
  });
}

/** The URL of the first server, which may be relative; undefined when the document names none. */
export function serverUrl({ servers }: JsonObject): string | undefined {
  const server: unknown = Array.isArray(servers) ? servers[0] : undefined;
  return isObject(server) ? filled(server) : undefined;
}

function* pathsFaults(paths: unknown): Generator<Fault> {
  if (!isObject(paths)) return yield { place: '#/paths', fault: 'there must be an object of paths.' };
  const shapes = new Map<string, string>();
  const operationIds = new Set<unknown>();
  for (const [template, item] of Object.entries(paths)) {
    if (template.startsWith('x-')) continue;
    const place = `#/paths/${escaped(template)}`;
    yield* templateFaults(template, place);
    const shape = template.replace(/\{[^{}]*\}/g, '{}');
    const same = shapes.get(shape);
    if (same !== undefined) yield { place, fault: `the same path as ${same}.` };
    shapes.set(shape, template);
    if (isObject(item)) yield* itemFaults(item, { place, operationIds });
    else yield { place, fault: 'there must be an object of operations.' };
  }
}

function* templateFaults(template: string, place: string): Generator<Fault> {
  if (!template.startsWith('/')) yield { place, fault: 'a path begins with a slash.' };
  else if (/[?#\s]/.test(template)) yield { place, fault: 'a path has no query, fragment or space.' };
  else if (/\/\.\.?(\/|$)/.test(template)) yield { place, fault: 'a path has no dot segments.' };
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  if (/[{}]/.test(template.replace(/\{[^{}/]+\}/g, '')))
    yield { place, fault: 'a parameter is a name in braces within one segment, such as {id}.' };
  if (new Set(names).size < names.length) yield { place, fault: 'each parameter is there once.' };
}

type ItemPlace = { readonly place: string; readonly operationIds: Set<unknown> };

function* itemFaults(item: JsonObject, { place, operationIds }: ItemPlace): Generator<Fault> {
  yield* parameterFaults(item['parameters'], place);
  for (const method of METHODS) {
    const operation = item[method];
    if (operation === undefined) continue;
    if (isObject(operation)) yield* operationFaults(operation, `${place}/${method}`);
    else yield { place: `${place}/${method}`, fault: 'an operation is an object.' };
    const operationId = isObject(operation) ? operation['operationId'] : undefined;
    if (operationId === undefined) continue;
    if (typeof operationId !== 'string' || operationIds.has(operationId))
      yield { place: `${place}/${method}/operationId`, fault: 'there must be a text of its own.' };
    operationIds.add(operationId);
  }
}

function* operationFaults(operation: JsonObject, place: string): Generator<Fault> {
  yield* parameterFaults(operation['parameters'], place);
  const { responses } = operation;
  if (!isObject(responses) || Object.keys(responses).length === 0)
    return yield { place: `${place}/responses`, fault: 'there must be an object with a response or more.' };
  for (const [status, response] of Object.entries(responses)) {
    const where = `${place}/responses/${escaped(status)}`;
    if (!STATUS.test(status))
      yield { place: where, fault: 'a response is named by its HTTP status or default.' };
    else if (!isObject(response) && !status.startsWith('x-'))
      yield { place: where, fault: 'a response is an object.' };
  }
}

function* parameterFaults(parameters: unknown, owner: string): Generator<Fault> {
  if (parameters === undefined) return;
  const list = `${owner}/parameters`;
  if (!Array.isArray(parameters)) return yield { place: list, fault: 'there must be a list of parameters.' };
  for (const [index, parameter] of parameters.entries()) {
    if (isObject(parameter) && '$ref' in parameter) continue;
    if (
      !isObject(parameter) ||
      typeof parameter['name'] !== 'string' ||
      !PARAMETER_PLACES.includes(String(parameter['in']))
    )
      yield {
        place: `${list}/${index}`,
        fault: `a parameter has a name, and in is ${PARAMETER_PLACES.join(', ')}.`,
      };
  }
}
