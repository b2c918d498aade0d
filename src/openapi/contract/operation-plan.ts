import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, children, type DocumentNode, items, resolved } from '../document/document-node.ts';
import { type PlannedObject, plannedObject } from './object-parameter.ts';
import type { SchemaBundle } from './schema-bundle.ts';
import { typesOf } from './schema-types.ts';

/** A parameter of an operation, and how its text is read. */
export type PlannedParameter = {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  readonly required: boolean;
  /** `JSON` is text of a value. `UNREAD` has a form that is not checked. */
  readonly reading: 'VALUE' | 'LIST' | 'OBJECT' | 'JSON' | 'UNREAD';
  /** The text between items of a list; null where each has the name. */
  readonly separator: string | null;
  /** Types of a value, or of the items of a list. Empty is any. */
  readonly types: readonly string[];
  /** The values that the document lists for it, or for the items of a list. Null where it takes others. */
  readonly values: readonly string[] | null;
  /** The object that it is; null for any other. */
  readonly object: PlannedObject | null;
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
/** Values that a schema lists. Those of longer lists, and longer ones, are not told apart. */
const VALUES_MAX = 100;
const VALUE_LENGTH_MAX = 100;
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

/** The parts of a document that describe the parameters of an operation. */
type Owners = { readonly item: DocumentNode; readonly operation: DocumentNode };

/** Plans the parameters of an operation. Its own come before those of its path. */
export function plannedParameters(
  { item, operation }: Owners,
  bundle: Pick<SchemaBundle, 'add' | 'names'>,
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

function plannedParameter(
  node: DocumentNode,
  bundle: Pick<SchemaBundle, 'add' | 'names'>,
): PlannedParameter | undefined {
  if (!isObject(node.value)) return undefined;
  const { in: location, name, required } = node.value;
  if (typeof name !== 'string' || !isLocation(location)) return undefined;
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

const isLocation = (name: unknown): name is PlannedParameter['in'] =>
  name === 'path' || name === 'query' || name === 'header' || name === 'cookie';

type Reading = Pick<PlannedParameter, 'reading' | 'separator' | 'types' | 'values' | 'object'>;
const PLAIN = { separator: null, types: [], values: null, object: null };
const JSON_TEXT: Reading = { ...PLAIN, reading: 'JSON' };
const UNREAD: Reading = { ...PLAIN, reading: 'UNREAD' };

/** Tells how the text of a parameter is read, by its description and schema. */
export function readingOf(parameter: JsonObject, schema: DocumentNode): Reading {
  const { in: location, explode } = parameter;
  const isForm = location === 'query' || location === 'cookie';
  const style = String(parameter['style'] ?? (isForm ? 'form' : 'simple'));
  const types = typesOf(schema);
  if (parameter['content'] !== undefined) return UNREAD;
  if (types.includes('object')) {
    const object = plannedObject(parameter, schema);
    return object ? { ...PLAIN, reading: 'OBJECT', object } : UNREAD;
  }
  if (!(style in SEPARATORS)) return UNREAD;
  if (!types.includes('array')) return { ...PLAIN, reading: 'VALUE', types, values: listedValues(schema) };
  const isRepeated = isForm && style === 'form' && explode !== false;
  // OpenAPI does not say how a cookie repeats its name.
  if (isRepeated && location === 'cookie') return UNREAD;
  const separator = isRepeated ? null : (SEPARATORS[style] ?? ',');
  const item = child(resolved(schema) ?? schema, 'items');
  return { ...PLAIN, reading: 'LIST', separator, types: typesOf(item), values: listedValues(item) };
}

/** Returns the values that a schema lists, as text. Null where it takes others, or lists too many. */
function listedValues(schema: DocumentNode): readonly string[] | null {
  const { value } = resolved(schema) ?? schema;
  if (!isObject(value)) return null;
  const all = 'const' in value ? [value['const']] : value['enum'];
  if (!Array.isArray(all) || all.length > VALUES_MAX) return null;
  const texts = all.filter((each) => each !== null).map(String);
  return texts.every(({ length }) => length <= VALUE_LENGTH_MAX) ? texts : null;
}

/** Readings of parameters whose names are in the query. An object has those of its members. */
const NAMED: ReadonlySet<PlannedParameter['reading']> = new Set(['VALUE', 'LIST', 'JSON']);

/** Lists the parameters of an operation whose names are in its query. */
export const queryParameters = (owners: Owners): PlannedParameter[] =>
  plannedParameters(owners, { add: () => '', names: new Set() }).filter(
    (each) => each.in === 'query' && NAMED.has(each.reading),
  );

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
