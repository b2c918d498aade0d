import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../foundation/json.ts';
import { resolved } from '../document/document-node.ts';
import { parameterKey } from './path-parameters.ts';
import { isPlain, type WrittenPath } from './written-path.ts';

/** The path item of the merged operation. */
type PathItemTarget = { readonly template: string; readonly document: JsonObject };

/** An operation and the path that describes it in the document. */
export type DescribedOperation = { readonly path: WrittenPath; readonly operation: JsonObject };

/** Characters of a summary. A long one belongs in the description. */
const SUMMARY_CHARACTERS = 200;
/** Media types of one body or answer. References must not multiply long content. */
const MEDIA_TYPES_MAX = 20;

/**
 * Merges operations that differ only in query, fragment or names of parameters. The gateway sees them as one. The
 * operation of the first path without query and fragment is taken if there is one. Otherwise the merged operation has
 * the parameters that all have, and the media types and statuses that any has. Its description names them all.
 */
export function oneOperation(described: readonly DescribedOperation[], target: PathItemTarget): JsonObject {
  const [only, ...others] = described;
  if (only && others.length === 0) return only.operation;
  const plain = described.find(({ path }) => isPlain(path));
  if (!plain) return commonOperation(described, target);
  const { description } = plain.operation;
  const more = described.filter((each) => each !== plain);
  const text = `Under these paths, which the gateway does not tell apart, it is described too:\n\n${listed(more)}`;
  return {
    ...plain.operation,
    description: typeof description === 'string' && description !== '' ? `${description}\n\n${text}` : text,
  };
}

function commonOperation(
  described: readonly DescribedOperation[],
  { template, document }: PathItemTarget,
): JsonObject {
  const operations = described.map(({ operation }) => operation);
  const parameters = commonParameters(operations, document);
  const requestBody = commonBody(operations, document);
  return {
    summary: `${template} (${described.length} operations)`,
    description: `Which of these operations is called the gateway does not tell apart:\n\n${listed(described)}`,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: commonResponses(operations, document),
  };
}

function listed(described: readonly DescribedOperation[]): string {
  return described.map(({ path, operation }) => `- \`${path.written}\`${aboutOf(operation)}`).join('\n');
}

function aboutOf({ summary, operationId }: JsonObject): string {
  const title = [summary, operationId].find((text) => typeof text === 'string' && text !== '');
  return title === undefined ? '' : `: ${String(title).replace(/\s+/g, ' ').slice(0, SUMMARY_CHARACTERS)}`;
}

function commonParameters(operations: readonly JsonObject[], document: JsonObject): unknown[] {
  const [first = new Map(), ...others] = operations.map((operation) => parametersOf(operation, document));
  return [...first].flatMap(([key, parameter]) => {
    const all = [parameter, ...others.flatMap((each) => each.get(key) ?? [])];
    return all.length === operations.length ? [commonParameter(all, document)] : [];
  });
}

function parametersOf({ parameters }: JsonObject, document: JsonObject): Map<string, JsonObject> {
  const list: readonly unknown[] = Array.isArray(parameters) ? parameters : [];
  return new Map(
    list.filter(isObject).map((parameter) => [parameterKey(parameter, document), parameter] as const),
  );
}

/**
 * Merges a parameter without copying what it refers to. It stays a reference where all refer to the same; otherwise
 * only its name and location are taken.
 */
function commonParameter(all: readonly JsonObject[], document: JsonObject): unknown {
  const [first] = all;
  if (areSame(all)) return first;
  const { required: _required, schema: _schema, ...members } = first && !('$ref' in first) ? first : {};
  const values = all.map((parameter) => objectAt(parameter, document));
  const { name, in: location } = values[0] ?? {};
  const schema = schemaFor(all.map((parameter) => parameter['schema']));
  return { ...members, name, in: location, ...requiredBy(values), schema };
}

const areSame = ([first, ...others]: readonly unknown[]) =>
  others.every((other) => isDeepStrictEqual(other, first));

const requiredBy = (parts: readonly JsonObject[]) =>
  parts.every(({ required }) => required === true) ? { required: true } : {};

/** Returns the schema that all have, else an `enum` of the values that any names. */
function schemaFor(schemas: readonly unknown[]): unknown {
  const [first] = schemas;
  if (areSame(schemas)) return first ?? {};
  const values = schemas.map((schema) => (isObject(schema) ? schema['enum'] : undefined));
  const { type } = isObject(first) ? first : {};
  if (!values.every(Array.isArray)) return {};
  return { ...(type !== undefined && { type }), enum: [...new Set(values.flat())] };
}

function commonBody(operations: readonly JsonObject[], document: JsonObject): unknown {
  const bodies = operations.map(({ requestBody }) => requestBody);
  if (areSame(bodies)) return bodies[0];
  const values = bodies.map((body) => objectAt(body, document));
  return { ...requiredBy(values), content: mediaTypes(values) };
}

function commonResponses(operations: readonly JsonObject[], document: JsonObject): JsonObject {
  const byStatus = new Map<string, unknown[]>();
  const all = operations.flatMap(({ responses }) => Object.entries(isObject(responses) ? responses : {}));
  for (const [status, response] of all.filter(([name]) => !name.startsWith('x-'))) {
    const same = byStatus.get(status) ?? [];
    same.push(response);
    byStatus.set(status, same);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, responses]) => [status, commonResponse(responses, document)]),
  );
}

function commonResponse(responses: readonly unknown[], document: JsonObject): unknown {
  if (areSame(responses)) return responses[0];
  const content = mediaTypes(responses.map((response) => objectAt(response, document)));
  return { description: '', ...(Object.keys(content).length > 0 && { content }) };
}

/** Returns the media types of all parts, without their contents. */
function mediaTypes(parts: readonly JsonObject[]): JsonObject {
  const types = parts.flatMap(({ content }) =>
    isObject(content) ? Object.keys(content).slice(0, MEDIA_TYPES_MAX) : [],
  );
  return Object.fromEntries(types.map((type) => [type, {}]));
}

function objectAt(value: unknown, document: JsonObject): JsonObject {
  const node = resolved({ document, value, at: '' });
  return isObject(node?.value) ? node.value : {};
}
