import { isObject } from '../../foundation/json.ts';
import { exampleOf } from '../../openapi/contract/example-value.ts';
import { child, children, type DocumentNode, items, resolved } from '../../openapi/document/document-node.ts';
import { parameterKey, type Shape } from '../../openapi/shape/message-shape.ts';

/** An operation of a document, and the path item that it is in. */
export type DocumentOperation = { readonly item: DocumentNode; readonly operation: DocumentNode };

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** Lists the media types of JSON that a body has, with their schemas. */
export function jsonContents(node: DocumentNode): { readonly type: string; readonly schema: DocumentNode }[] {
  return children(child(resolved(node) ?? node, 'content')).flatMap(([name, content]) => {
    const type = name.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const schema = child(resolved(content) ?? content, 'schema');
    return JSON_TYPE.test(type) && schema.value !== undefined ? [{ type, schema }] : [];
  });
}

/** The shapes of parameters, such as `query status`. */
type ParameterShapes = Readonly<Record<string, Shape>>;

/** Fills in the parameters of a path by examples, or values that shapes name. */
export function sampledPath(
  template: string,
  operation: DocumentOperation,
  shapes: ParameterShapes = {},
): string {
  const values = new Map(
    parametersOf(operation).flatMap((parameter) =>
      parameter.in === 'path' ? [[parameter.name, textsLike(parameter, shapes).join(',')]] : [],
    ),
  );
  return template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) || 'x'),
  );
}

/** The query and the headers of a sampled request. */
export type SampledHead = { readonly query: string; readonly headers: Readonly<Record<string, string>> };

/** Makes the heads of two requests: with all parameters, and with the required ones. */
export function sampledHeads(
  operation: DocumentOperation,
): readonly [all: SampledHead, required: SampledHead] {
  const all = parametersOf(operation);
  return [headOf(all), headOf(all.filter(({ isRequired }) => isRequired))];
}

/** Makes the head of a request with the parameters that shapes name, and no others. */
export function recordedHead(operation: DocumentOperation, shapes: ParameterShapes): SampledHead {
  const sent = parametersOf(operation).filter((each) => Object.hasOwn(shapes, keyOf(each)));
  return headOf(sent.map((each) => ({ ...each, texts: textsLike(each, shapes) })));
}

const keyOf = ({ in: place, name }: SampledParameter) => parameterKey({ in: `${place}`, name });

/** The texts of a parameter by its shape. Values without a name are those of the example. */
function textsLike(parameter: SampledParameter, shapes: ParameterShapes): readonly string[] {
  const { texts, isExploded } = parameter;
  const key = keyOf(parameter);
  const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
  if (shape === undefined) return texts;
  const example = (isExploded ? texts[0] : texts[0]?.split(',')[0]) ?? '';
  if (typeof shape !== 'object' || !('array' in shape)) return [namedText(shape) ?? texts.join(',')];
  const count = shape.array === 'many' ? Math.max(2, shape.items.length) : 1;
  const all = Array.from(
    { length: count },
    (_, at) => namedText(shape.items[at % shape.items.length]) ?? example,
  );
  return isExploded ? all : [all.join(',')];
}

/** The text of a value that a shape names. */
function namedText(shape: Shape | undefined): string | undefined {
  if (shape === 'true' || shape === 'false') return shape;
  return typeof shape === 'object' && 'enum' in shape ? `${shape.enum}` : undefined;
}

function headOf(parameters: readonly SampledParameter[]): SampledHead {
  const query = parameters.flatMap(({ in: location, name, texts }) =>
    location === 'query'
      ? texts.map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
      : [],
  );
  const headers = parameters.flatMap(({ in: location, name, texts }) =>
    location === 'header' ? [[name.toLowerCase(), texts.join(',')]] : [],
  );
  return { query: query.join('&'), headers: Object.fromEntries(headers) };
}

type SampledParameter = {
  readonly in: unknown;
  readonly name: string;
  /** Several for a list. */
  readonly texts: readonly string[];
  readonly isRequired: boolean;
  /** False where a list is one text. */
  readonly isExploded: boolean;
};

/** Lists the parameters of an operation that are one value, or a list of such. */
function parametersOf({ item, operation }: DocumentOperation): SampledParameter[] {
  const found = new Map<string, SampledParameter>();
  for (const owner of [item, operation])
    for (const each of items(child(owner, 'parameters'))) {
      const node = resolved(each);
      if (!node || !isObject(node.value)) continue;
      const { in: location, name, example, required, explode } = node.value;
      const isExploded = explode !== false;
      const texts = textsOf(example ?? exampleOf(child(node, 'schema')), isExploded);
      if (typeof name !== 'string' || texts === undefined) continue;
      const isRequired = required === true;
      found.set(`${location} ${name}`, { in: location, name, texts, isRequired, isExploded });
    }
  return [...found.values()];
}

/** The texts of a value; undefined for an object. A list that is not exploded is one text. */
function textsOf(value: unknown, isExploded: boolean): readonly string[] | undefined {
  if (!Array.isArray(value)) return typeof value === 'object' ? undefined : [`${value}`];
  if (value.some((each) => typeof each === 'object')) return undefined;
  return isExploded ? value.map(String) : [value.join(',')];
}
