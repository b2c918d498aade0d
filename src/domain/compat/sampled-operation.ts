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
    parametersOf(operation).flatMap((each) => (each.in === 'path' ? [[each.name, each.text]] : [])),
  );
  return template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) || 'x'),
  );
}

/** Makes a query and headers with all parameters of an operation. */
export function sampledQuery(operation: DocumentOperation): {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const all = parametersOf(operation);
  const query = all.flatMap(({ in: location, name, text }) =>
    location === 'query' ? [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`] : [],
  );
  const headers = all.flatMap(({ in: location, name, text }) =>
    location === 'header' ? [[name.toLowerCase(), text]] : [],
  );
  return { query: query.join('&'), headers: Object.fromEntries(headers) };
}

type SampledParameter = { readonly in: unknown; readonly name: string; readonly text: string };

/** Lists the parameters of an operation that are one value. */
function parametersOf({ item, operation }: DocumentOperation): SampledParameter[] {
  const found = new Map<string, SampledParameter>();
  for (const owner of [item, operation])
    for (const each of items(child(owner, 'parameters'))) {
      const node = resolved(each);
      if (!node || !isObject(node.value)) continue;
      const { in: location, name, example } = node.value;
      const value = example ?? exampleOf(child(node, 'schema'));
      if (typeof name !== 'string' || typeof value === 'object') continue;
      found.set(`${location} ${name}`, { in: location, name, text: `${value}` });
    }
  return [...found.values()];
}
