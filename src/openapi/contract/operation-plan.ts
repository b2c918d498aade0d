import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, children, type DocumentNode, items, resolved } from '../document/document-node.ts';
import type { SchemaBundle } from './schema-bundle.ts';

/** A parameter of an operation, and how its text is read. */
export type PlannedParameter = {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  /** `JSON` is text of a value. `UNREAD` is an object, which has many forms and is not checked. */
  readonly reading: 'VALUE' | 'LIST' | 'JSON' | 'UNREAD';
  /** The text between items of a list; null where each has the name. */
  readonly separator: string | null;
  /** Types of a value, or of the items of a list. Empty is any. */
  readonly types: readonly string[];
  /** The name of its check. */
  readonly check: string;
};

/** A media type of a body. Only JSON has a check. */
export type PlannedContent = { readonly range: string; readonly check: string | null };

export type PlannedBody = { readonly required: boolean; readonly content: readonly PlannedContent[] };

export type PlannedAnswer = {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly content: readonly PlannedContent[];
};

/** Headers that OpenAPI leaves to other parts of a document. (OpenAPI, Parameter Object, "name") */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);
/** Parameters of an operation, and media types of a body. */
const LIST_MAX = 200;
const JSON_RANGE = /^(?:application|text)\/(?:[\w.*+-]+\+)?json$/;
const SEPARATORS: Readonly<Record<string, string>> = {
  simple: ',',
  form: ',',
  spaceDelimited: ' ',
  pipeDelimited: '|',
};

/** Finds an operation, with its path item. Undefined where the document has none of this name. */
export function operationNamed(
  document: JsonObject,
  name: string,
): { readonly item: DocumentNode; readonly operation: DocumentNode } | undefined {
  const [method = '', template = ''] = name.split(' ');
  const paths = child({ document, value: document, at: '#' }, 'paths');
  const item = resolved(child(paths, template));
  const operation = item && child(item, method.toLowerCase());
  return item && isObject(operation?.value) ? { item, operation } : undefined;
}

/** Plans the parameters of an operation. Its own come before those of its path. */
export function plannedParameters(
  { item, operation }: { readonly item: DocumentNode; readonly operation: DocumentNode },
  bundle: SchemaBundle,
): PlannedParameter[] {
  const planned = new Map<string, PlannedParameter>();
  for (const owner of [operation, item])
    for (const each of items(child(owner, 'parameters')).slice(0, LIST_MAX)) {
      const node = resolved(each);
      const parameter = node && plannedParameter(node, bundle);
      const key = parameter && `${parameter.in} ${parameter.name.toLowerCase()}`;
      if (key !== undefined && !planned.has(key)) planned.set(key, parameter as PlannedParameter);
    }
  return [...planned.values()];
}

function plannedParameter(node: DocumentNode, bundle: SchemaBundle): PlannedParameter | undefined {
  if (!isObject(node.value)) return undefined;
  const { in: location, name, required } = node.value;
  if (typeof name !== 'string' || (location !== 'path' && location !== 'query' && location !== 'header'))
    return undefined;
  if (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
  bundle.names.add(name);
  const [json] = children(child(node, 'content')).filter(([range]) => JSON_RANGE.test(range));
  const schema = json ? child(json[1], 'schema') : child(node, 'schema');
  const check = bundle.add(schema.at, schema.value ?? true);
  return {
    in: location,
    name,
    required: required === true,
    ...(json ? JSON_TEXT : readingOf(node.value, schema)),
    check,
  };
}

type Reading = Pick<PlannedParameter, 'reading' | 'separator' | 'types'>;
const JSON_TEXT: Reading = { reading: 'JSON', separator: null, types: [] };
const UNREAD: Reading = { reading: 'UNREAD', separator: null, types: [] };

function readingOf(parameter: JsonObject, schema: DocumentNode): Reading {
  const { in: location, explode } = parameter;
  const style = String(parameter['style'] ?? (location === 'query' ? 'form' : 'simple'));
  const types = typesOf(schema);
  if (types.includes('object') || parameter['content'] !== undefined || !(style in SEPARATORS)) return UNREAD;
  if (!types.includes('array')) return { reading: 'VALUE', separator: null, types };
  const isRepeated = location === 'query' && style === 'form' && explode !== false;
  const separator = isRepeated ? null : (SEPARATORS[style] ?? ',');
  return { reading: 'LIST', separator, types: typesOf(child(resolved(schema) ?? schema, 'items')) };
}

/** Returns the types that a schema names, also by reference. Empty means any. */
function typesOf(schema: DocumentNode): string[] {
  const value = resolved(schema)?.value;
  if (!isObject(value)) return [];
  const { type } = value;
  if (Array.isArray(type)) return type.map(String);
  if (typeof type === 'string') return [type];
  return isObject(value['properties']) ? ['object'] : isObject(value['items']) ? ['array'] : [];
}

/** Plans the body of a request. Null where the operation describes none. */
export function plannedBody(operation: DocumentNode, bundle: SchemaBundle): PlannedBody | null {
  const body = resolved(child(operation, 'requestBody'));
  if (!isObject(body?.value)) return null;
  return { required: body.value['required'] === true, content: plannedContent(body, bundle) };
}

/** Plans the answers of an operation by their statuses. */
export function plannedAnswers(operation: DocumentNode, bundle: SchemaBundle): PlannedAnswer[] {
  return children(child(operation, 'responses'))
    .filter(([status]) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(status))
    .map(([status, node]) => ({
      status: status === 'default' ? status : status.toUpperCase(),
      content: plannedContent(resolved(node) ?? node, bundle),
    }));
}

function plannedContent(owner: DocumentNode, bundle: SchemaBundle): PlannedContent[] {
  return children(child(owner, 'content'))
    .slice(0, LIST_MAX)
    .map(([name, node]) => {
      const range = name.split(';', 1)[0]?.trim().toLowerCase() ?? '';
      const schema = child(resolved(node) ?? node, 'schema');
      const isChecked = JSON_RANGE.test(range) && schema.value !== undefined;
      return { range, check: isChecked ? bundle.add(schema.at, schema.value) : null };
    });
}
