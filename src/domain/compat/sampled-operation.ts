import { isObject } from '../../foundation/json.ts';
import { exampleOf } from '../../openapi/contract/example-value.ts';
import { child, children, type DocumentNode, items, resolved } from '../../openapi/document/document-node.ts';

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

/** Fills in the parameters of a path by examples. */
export function sampledPath(template: string, operation: DocumentOperation): string {
  const values = new Map(
    parametersOf(operation).flatMap(({ in: location, name, texts }) =>
      location === 'path' ? [[name, texts.join(',')]] : [],
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
};

/** Lists the parameters of an operation that are one value, or a list of such. */
function parametersOf({ item, operation }: DocumentOperation): SampledParameter[] {
  const found = new Map<string, SampledParameter>();
  for (const owner of [item, operation])
    for (const each of items(child(owner, 'parameters'))) {
      const node = resolved(each);
      if (!node || !isObject(node.value)) continue;
      const { in: location, name, example, required, explode } = node.value;
      const texts = textsOf(example ?? exampleOf(child(node, 'schema')), explode !== false);
      if (typeof name !== 'string' || texts === undefined) continue;
      found.set(`${location} ${name}`, { in: location, name, texts, isRequired: required === true });
    }
  return [...found.values()];
}

/** The texts of a value; undefined for an object. A list that is not exploded is one text. */
function textsOf(value: unknown, isExploded: boolean): readonly string[] | undefined {
  if (!Array.isArray(value)) return typeof value === 'object' ? undefined : [`${value}`];
  if (value.some((each) => typeof each === 'object')) return undefined;
  return isExploded ? value.map(String) : [value.join(',')];
}
