import { isObject, type JsonObject } from '../foundation/json.ts';
import { type Operation, operationsOf, pathsByShape } from './breaking/operations.ts';
import { exampleOf } from './contract/example-value.ts';
import { child, children, type DocumentNode, items, resolved } from './document/document-node.ts';
import { shapeOf } from './path-template.ts';
import { type DescribedMember, schemaParts, textOf, typeInWords } from './schema-parts.ts';

/** A parameter of an operation. */
export type OperationParameter = {
  readonly name: string;
  readonly location: 'path' | 'query' | 'header' | 'cookie';
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | null;
  /** A value that its schema allows, as it is sent. */
  readonly example: string;
};

/** A request or an answer in one media type. */
export type MediaTypeContent = {
  readonly mediaType: string;
  readonly parts: readonly DescribedMember[];
  /** An example: the document's own, else one that the schema allows. */
  readonly example: string | null;
};

/** An answer of an operation. */
export type OperationAnswer = {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string | null;
  readonly contents: readonly MediaTypeContent[];
};

/** One operation of a document, for people who call it. */
export type OperationDetails = {
  readonly method: string;
  readonly path: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly isDeprecated: boolean;
  readonly parameters: readonly OperationParameter[];
  readonly isBodyRequired: boolean;
  readonly request: readonly MediaTypeContent[];
  readonly answers: readonly OperationAnswer[];
};

/** An operation of a document, named. */
export type OperationName = { readonly method: string; readonly path: string };

const PARAMETERS_MAX = 60;
const CONTENTS_MAX = 4;
const ANSWERS_MAX = 20;
const EXAMPLE_MAX = 4_000;
const DESCRIPTION_MAX = 4_000;

/** Reads one operation of a document in JSON text. Null where it has none. */
export function operationDetails({
  openapi,
  method,
  path,
}: OperationName & { readonly openapi: string }): OperationDetails | null {
  const found = pathsByShape(JSON.parse(openapi) as JsonObject).get(shapeOf(path));
  const own = found && operationsOf(found).find((each) => each.method === method.toLowerCase());
  return own?.template === path ? detailsOf(own) : null;
}

/**
 * Describes an operation of a document.
 * @param statuses matches those of the answers to describe
 */
export function detailsOf(
  { template: path, method, operation, item }: Operation,
  statuses = /^/,
): OperationDetails {
  const value = isObject(operation.value) ? operation.value : {};
  const body = resolved(child(operation, 'requestBody'));
  return {
    method: method.toUpperCase(),
    path,
    summary: textOf(value['summary']),
    description: descriptionOf(value['description']),
    isDeprecated: value['deprecated'] === true,
    parameters: parametersOf(item, operation),
    isBodyRequired: isObject(body?.value) && body.value['required'] === true,
    request: body ? contentsOf(body, 'REQUEST') : [],
    answers: children(child(operation, 'responses'))
      .filter(([status]) => statuses.test(status))
      .slice(0, ANSWERS_MAX)
      .map(([status, response]) => answerOf(status, response)),
  };
}

const descriptionOf = (text: unknown): string | null =>
  typeof text === 'string' && text.trim() !== '' ? text.slice(0, DESCRIPTION_MAX) : null;

/** Lists the parameters of an operation. They stand in for those of its path. */
function parametersOf(item: DocumentNode, operation: DocumentNode): OperationParameter[] {
  const byKey = new Map<string, OperationParameter>();
  for (const node of [item, operation].flatMap((each) => items(child(each, 'parameters')))) {
    const parameter = resolved(node);
    if (!parameter || !isObject(parameter.value)) continue;
    const { name, in: location, required, description } = parameter.value;
    if (typeof name !== 'string' || !isLocation(location)) continue;
    const schema = schemaOf(parameter);
    byKey.set(`${location} ${name}`, {
      name,
      location,
      type: typeInWords(schema),
      isRequired: required === true || location === 'path',
      description: textOf(description),
      example: plain(exampleIn(parameter) ?? exampleOf(schema)),
    });
  }
  const locations = ['path', 'query', 'header', 'cookie'];
  return [...byKey.values()]
    .slice(0, PARAMETERS_MAX)
    .sort((a, b) => locations.indexOf(a.location) - locations.indexOf(b.location));
}

const isLocation = (text: unknown): text is OperationParameter['location'] =>
  text === 'path' || text === 'query' || text === 'header' || text === 'cookie';

/** A parameter has a schema, or one media type with a schema. */
function schemaOf(parameter: DocumentNode): DocumentNode {
  const schema = child(parameter, 'schema');
  const [content] = children(child(parameter, 'content'));
  return schema.value === undefined && content ? child(content[1], 'schema') : schema;
}

const plain = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, EXAMPLE_MAX);

function answerOf(status: string, node: DocumentNode): OperationAnswer {
  const response = resolved(node) ?? node;
  const description = isObject(response.value) ? textOf(response.value['description']) : null;
  return { status, description, contents: contentsOf(response, 'RESPONSE') };
}

function contentsOf(node: DocumentNode, direction: 'REQUEST' | 'RESPONSE'): MediaTypeContent[] {
  return children(child(node, 'content'))
    .slice(0, CONTENTS_MAX)
    .map(([mediaType, content]) => {
      const schema = child(content, 'schema');
      const example = exampleIn(content) ?? (schema.value === undefined ? undefined : exampleOf(schema));
      return { mediaType, parts: schemaParts(schema, direction), example: exampleText(example) };
    });
}

/** The example that a parameter or a content gives itself. */
function exampleIn(node: DocumentNode): unknown {
  if (!isObject(node.value)) return undefined;
  if (node.value['example'] !== undefined) return node.value['example'];
  const [first] = children(child(node, 'examples'));
  const example = first && resolved(first[1])?.value;
  return isObject(example) ? example['value'] : undefined;
}

/** A longer example would be no example any more. */
function exampleText(example: unknown): string | null {
  if (example === undefined) return null;
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return text.length > EXAMPLE_MAX ? null : text;
}
