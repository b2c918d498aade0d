import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, items, resolved } from '../document/document-node.ts';
import type { ArgumentLocation, OperationModel } from './model.ts';
import { camelCase, freeName } from './naming.ts';

/** A parameter, in the words of OpenAPI 3. */
export type Parameter = {
  readonly place: ArgumentLocation;
  readonly isRequired: boolean;
  readonly description: unknown;
  readonly schema: DocumentNode;
};

/** Content of a request or answer. Without a schema it is any value. */
export type Content = {
  readonly mediaType: string;
  readonly schema: DocumentNode;
  /** Styles of the members of a form. */
  readonly formStyles?: OperationModel['formStyles'];
};

/** An operation of OpenAPI 2.0, 3.0 or 3.1, in one common form. */
export type RestOperation = {
  /** The operationId, else a name made of method and path. It is unique in the document. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly node: DocumentNode;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly content: readonly Content[]; readonly isRequired: boolean } | undefined;
  /** The answer of a successful call. Undefined when it has none. */
  readonly answer: { readonly node: DocumentNode; readonly content: readonly Content[] } | undefined;
  /** Parts that are left out, with their places. */
  readonly notes: readonly string[];
};

const METHODS = ['get', 'head', 'options', 'trace', 'post', 'put', 'patch', 'delete'];

/** Lists the operations of a document, in its order. */
export function restOperations(document: JsonObject): RestOperation[] {
  const root: DocumentNode = { document, value: document, at: '#' };
  const paths = child(root, 'paths');
  const ids = new Set<string>();
  return Object.keys(isObject(paths.value) ? paths.value : {}).flatMap((path) => {
    const item = resolved(child(paths, path));
    if (!path.startsWith('/') || !item || !isObject(item.value)) return [];
    return METHODS.filter((method) => isObject(child(item, method).value)).map((method) => {
      const node = child(item, method);
      const id = freeName(idOf(node, method, path), (name) => ids.has(name));
      ids.add(id);
      return { id, method: method.toUpperCase(), path, node, ...contentsOf(root, item, node) };
    });
  });
}

/** Counts the operations of a document without reading them: it may be hostile. */
export function countOperations({ paths }: JsonObject): number {
  const items = isObject(paths) ? Object.values(paths) : [];
  return items.reduce<number>(
    (sum, item) => sum + (isObject(item) ? METHODS.filter((method) => isObject(item[method])).length : 0),
    0,
  );
}

/** Makes a name: `GET /pets/{petId}/toys` gives `getPetsByPetIdToys`. */
function idOf({ value }: DocumentNode, method: string, path: string): string {
  const operationId = isObject(value) ? value['operationId'] : undefined;
  if (typeof operationId === 'string' && operationId.trim() !== '') return operationId;
  return camelCase(`${method} ${path.replaceAll('{', ' by ')}`);
}

function contentsOf(
  root: DocumentNode,
  item: DocumentNode,
  node: DocumentNode,
): Pick<RestOperation, 'parameters' | 'body' | 'answer' | 'notes'> {
  const found = new Map<string, DocumentNode>();
  const notes: string[] = [];
  for (const list of [child(item, 'parameters'), child(node, 'parameters')]) {
    if (!Array.isArray(list.value ?? []))
      notes.push(`${list.at}: this is no list of parameters, and is left out.`);
    for (const each of items(list)) {
      const parameter = resolved(each);
      // A reference that leads nowhere is reported elsewhere.
      if (parameter?.value === undefined) continue;
      if (
        isObject(parameter.value) &&
        (LOCATIONS.has(parameter.value['in']) || LOCATIONS_2.has(parameter.value['in']))
      )
        found.set(`${parameter.value['in']} ${parameter.value['name']}`, parameter);
      else notes.push(`${each.at}: this is no parameter in path, query, header or cookie, and is left out.`);
    }
  }
  const all = [...found.values()].map((parameter) => ({
    parameter,
    definition: parameter.value as JsonObject,
  }));
  const answer = answerOf(node);
  return {
    parameters: all
      .filter(({ definition }) => LOCATIONS.has(definition['in']))
      .map(({ parameter }) => parameterOf(parameter)),
    body:
      bodyOf(node) ??
      bodyOf2(
        all.map(({ parameter }) => parameter),
        { root, node },
      ),
    answer: answer && { node: answer, content: contentOf(answer, mediaTypes('produces', { root, node })) },
    notes,
  };
}

const LOCATIONS = new Set<unknown>(['path', 'query', 'header', 'cookie']);
/** Parameter locations of OpenAPI 2.0 that make a body. */
const LOCATIONS_2 = new Set<unknown>(['body', 'formData']);

/** Returns the media types of OpenAPI 2.0, of the operation or of the whole document. */
function mediaTypes(member: 'consumes' | 'produces', { root, node }: Record<'root' | 'node', DocumentNode>) {
  const list = [child(node, member), child(root, member)].find(({ value }) => Array.isArray(value));
  const texts = list ? items(list).map(({ value }) => String(value)) : [];
  return texts.length > 0 ? texts : ['application/json'];
}

const STYLES: Readonly<Record<string, string>> = {
  query: 'form',
  cookie: 'form',
  path: 'simple',
  header: 'simple',
};
/** `collectionFormat` of OpenAPI 2.0, in the words of 3. */
const COLLECTIONS: Readonly<Record<string, Pick<ArgumentLocation, 'style' | 'explode'>>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

function parameterOf(node: DocumentNode): Parameter {
  const definition = node.value as JsonObject;
  const where = definition['in'] as ArgumentLocation['in'];
  const schema = child(node, 'schema');
  const content = contentOf(node, [])[0];
  const style = String(definition['style'] ?? STYLES[where]);
  const isList = definition['type'] === 'array';
  const collection =
    isList && where === 'query' ? COLLECTIONS[String(definition['collectionFormat'] ?? 'csv')] : undefined;
  return {
    place: {
      in: where,
      name: String(definition['name']),
      style: content ? 'json' : style,
      explode: typeof definition['explode'] === 'boolean' ? definition['explode'] : style === 'form',
      ...collection,
    },
    isRequired: definition['required'] === true || where === 'path',
    description: definition['description'],
    // In OpenAPI 2.0 the parameter is its own schema.
    schema: content?.schema ?? (schema.value === undefined ? node : schema),
  };
}

function contentOf(node: DocumentNode, mediaTypes2: readonly string[]): Content[] {
  const content = child(node, 'content');
  if (isObject(content.value))
    return Object.keys(content.value).map((mediaType) => ({
      mediaType,
      schema: child(child(content, mediaType), 'schema'),
      ...formStylesOf(child(child(content, mediaType), 'encoding')),
    }));
  const schema = child(node, 'schema');
  return schema.value === undefined ? [] : mediaTypes2.map((mediaType) => ({ mediaType, schema }));
}

/** Reads the styles of a form's members. (OpenAPI 3.1, "Encoding Object") */
function formStylesOf({ value }: DocumentNode): Pick<Content, 'formStyles'> {
  const encodings = Object.entries(isObject(value) ? value : {}).flatMap(([name, encoding]) => {
    if (!isObject(encoding) || (encoding['style'] ?? encoding['explode']) === undefined) return [];
    const style = String(encoding['style'] ?? 'form');
    const explode = typeof encoding['explode'] === 'boolean' ? encoding['explode'] : style === 'form';
    return [[name, { style, explode }] as const];
  });
  return encodings.length > 0 ? { formStyles: Object.fromEntries(encodings) } : {};
}

function bodyOf(node: DocumentNode): RestOperation['body'] {
  const body = resolved(child(node, 'requestBody'));
  if (!isObject(body?.value)) return undefined;
  return { content: contentOf(body, []), isRequired: body.value['required'] === true };
}

/** Reads the body of OpenAPI 2.0: a parameter, or the fields of a form. */
function bodyOf2(
  parameters: readonly DocumentNode[],
  input: Record<'root' | 'node', DocumentNode>,
): RestOperation['body'] {
  const saying = (pointer: string) =>
    parameters.filter(({ value }) => isObject(value) && value['in'] === pointer);
  const [body] = saying('body');
  if (body)
    return {
      content: contentOf(body, mediaTypes('consumes', input)),
      isRequired: (body.value as JsonObject)['required'] === true,
    };
  const fields = saying('formData');
  if (fields.length === 0) return undefined;
  const members = fields.map(({ value }) => value as JsonObject);
  const isRequired = members.some(({ required }) => required === true);
  const form = {
    type: 'object',
    properties: Object.fromEntries(members.map((member) => [String(member['name']), member])),
    required: members.filter(({ required }) => required === true).map(({ name }) => String(name)),
  };
  const hasFile = members.some(({ type }) => type === 'file');
  const mediaType = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const schema = { document: input.root.document, value: form, at: `${input.node.at}/parameters` };
  return { content: [{ mediaType, schema }], isRequired };
}

/** Returns the response of success: the first with content, else the first of all. */
function answerOf(node: DocumentNode): DocumentNode | undefined {
  const responses = child(node, 'responses');
  const names = Object.keys(isObject(responses.value) ? responses.value : {});
  const good = names.filter((name) => /^2(\d\d|XX)$/i.test(name)).sort();
  const found = (good.length > 0 ? good : names.filter((name) => name === 'default')).flatMap(
    (name) => resolved(child(responses, name)) ?? [],
  );
  return found.find((each) => contentOf(each, ['']).length > 0) ?? found[0];
}
