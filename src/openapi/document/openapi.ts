import { type InputPath, refuse } from '../../foundation/errors.ts';
import { isLongerThan, isObject, type JsonObject } from '../../foundation/json.ts';
import { withPathsMerged } from '../paths/merged-paths.ts';
import { pathsFaults } from '../paths/path-faults.ts';
import { type OpenApiFault, treeFaults } from './document-tree.ts';
import { isOpenApi2, openApi3Of } from './openapi-2.ts';
import { openApi2Faults } from './openapi-2-faults.ts';
import { schemaFaults } from './openapi-schema.ts';

/** An OpenAPI document of 3.0, 3.1 or 3.2, as {@link checkOpenApi} returns it. */
type OpenApiDocument = JsonObject & {
  readonly info: JsonObject & { readonly title: string; readonly version: string };
  readonly paths: JsonObject;
};

const FAULTS_SHOWN = 10;
/** Characters of a document after conversion, which can lengthen it. */
const CHARACTERS_MAX = 20_000_000;

/**
 * Returns an OpenAPI document that the gateway can serve. A document of 2.0 is converted to 3.0, one of 3.1 or later without
 * paths gets an empty list of paths, and paths that the gateway cannot tell apart are merged ({@link withPathsMerged}).
 * It is checked for what routing, the portal and the GraphQL server rely on, and against the schema of the OpenAPI
 * Initiative.
 *
 * Decision: a document without an operation is valid, because an API may exist before its operations do.
 *
 * @param path the document's path in the input
 * @throws OPENAPI_INVALID; the message names the places as JSON pointers (RFC 6901)
 */
export function checkOpenApi(value: unknown, path: InputPath): OpenApiDocument {
  const document = isOpenApi2(value) ? openApi3Of(checked(value, openApi2Faults(value), path)) : value;
  if (document !== value) checked(document, lengthFaults(document), path);
  const sound = checked(document, openApiFaults(document), path);
  checkSchema(value as JsonObject, path);
  const withPaths = sound.paths === undefined ? { ...sound, paths: {} } : sound;
  const merged = withPathsMerged(withPaths);
  return merged === withPaths ? withPaths : checked(merged, mergeFaults(merged), path);
}

/**
 * Checks a document against the schema of the OpenAPI Initiative.
 *
 * @param document not nested deeper than the stack takes
 * @throws OPENAPI_INVALID
 */
export function checkSchema(document: JsonObject, path: InputPath): void {
  checked(document, schemaFaults(document), path);
}

/**
 * Yields a fault for a document that is too long. Parts shared by many operations are repeated at each when it is kept.
 */
function* lengthFaults(document: unknown): Generator<OpenApiFault> {
  if (isLongerThan(document, CHARACTERS_MAX))
    yield {
      pointer: '#',
      fault:
        'it says so much for many operations at once that it would be too long to keep: say it in components.',
    };
}

/** Yields faults that merging paths can cause. The document may become too long, and references may lead nowhere. */
function* mergeFaults(merged: JsonObject): Generator<OpenApiFault> {
  if (isLongerThan(merged, CHARACTERS_MAX)) return yield* lengthFaults(merged);
  for (const { pointer } of treeFaults(merged))
    yield {
      pointer,
      fault:
        'what this refers to becomes one with others, as paths do that differ in a query, a fragment or names of parameters alone: put it into components.',
    };
}

function checked(document: unknown, found: Iterable<OpenApiFault>, path: InputPath) {
  const faults: string[] = [];
  for (const { pointer, fault } of found) {
    faults.push(`At ${pointer.slice(0, 300)}: ${fault}`);
    if (faults.length === FAULTS_SHOWN) break;
  }
  if (faults.length > 0) refuse('OPENAPI_INVALID', { detail: faults.join('\n'), path });
  return document as OpenApiDocument;
}

function* openApiFaults(document: unknown): Generator<OpenApiFault> {
  if (!isObject(document))
    return yield { pointer: '#', fault: 'an OpenAPI document is an object, or YAML or JSON text of one.' };
  const { openapi } = document;
  if (typeof openapi !== 'string' || !/^3\.[012]\.\d+$/.test(openapi))
    return yield {
      pointer: '#/openapi',
      fault: 'this is no OpenAPI document of version 2.0, 3.0.x, 3.1.x or 3.2.x.',
    };
  yield* treeFaults(document);
  yield* infoFaults(document['info']);
  yield* serverFaults(document['servers']);
  if (document['paths'] !== undefined || openapi.startsWith('3.0')) yield* pathsFaults(document);
  else if (document['webhooks'] === undefined && document['components'] === undefined)
    yield { pointer: '#', fault: 'there must be paths, webhooks or components.' };
}

function* infoFaults(info: unknown): Generator<OpenApiFault> {
  if (!isObject(info))
    return yield { pointer: '#/info', fault: 'there must be an object with title and version.' };
  for (const member of ['title', 'version'] as const)
    if (typeof info[member] !== 'string' || info[member].trim() === '')
      yield { pointer: `#/info/${member}`, fault: 'there must be a text.' };
}

function* serverFaults(servers: unknown): Generator<OpenApiFault> {
  if (servers === undefined) return;
  if (!Array.isArray(servers))
    return yield { pointer: '#/servers', fault: 'there must be a list of servers.' };
  for (const [index, server] of servers.entries()) {
    const pointer = `#/servers/${index}`;
    if (!isObject(server) || typeof server['url'] !== 'string')
      yield { pointer, fault: 'a server is an object with a url.' };
    // Calls go to the first server only, unless another address is set.
    else if (index > 0) continue;
    else if (/[{}]/.test(filled(server)))
      yield { pointer: `${pointer}/variables`, fault: 'each variable of the url needs a default.' };
    else if (!URL.canParse(filled(server), 'http://localhost'))
      yield { pointer: `${pointer}/url`, fault: 'this is no URL.' };
  }
}

/** Returns the URL of a server, with the defaults of its variables. */
function filled({ url, variables }: JsonObject): string {
  return String(url).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined;
    return isObject(variable) && typeof variable['default'] === 'string' ? variable['default'] : whole;
  });
}

/** Returns the URL of the first server, which may be relative. Undefined when the document names none. */
export function serverUrl({ servers }: JsonObject): string | undefined {
  const server: unknown = Array.isArray(servers) ? servers[0] : undefined;
  return isObject(server) ? filled(server) : undefined;
}
