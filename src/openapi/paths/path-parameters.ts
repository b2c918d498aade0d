import { isObject, type JsonObject } from '../../foundation/json.ts';
import { type DocumentNode, resolved } from '../document/document-node.ts';
import { parameterNames, type WrittenPath } from './written-path.ts';

/**
 * Returns parameters of an operation or path item, adjusted to another path. Those in the path take the names that it
 * has there. Those in the query that was cut off become query parameters.
 *
 * @param template the other path, of the same shape
 */
export function parametersAt(
  parameters: readonly unknown[],
  { path, template, document }: PathChange,
): unknown[] {
  const names = parameterNames(template);
  const renamed = new Map(parameterNames(path.template).map((name, index) => [name, names[index] ?? name]));
  const keys = new Map(
    queryOf(path).flatMap(([key, value]) => parameterNames(value).map((name) => [name, key])),
  );
  return parameters.map((parameter) => {
    const node = parameterNode(parameter, document);
    const { in: location, name } = isObject(node?.value) ? node.value : {};
    if (!node || location !== 'path' || typeof name !== 'string') return parameter;
    const inPath = renamed.get(name);
    const inQuery = keys.get(name) ?? name;
    if (inPath !== undefined)
      return inPath === name ? parameter : copy(parameter, node, { name: inPath, in: 'path' });
    return copy(parameter, node, { name: inQuery, in: 'query' });
  });
}

/** A change from one path to another. */
export type PathChange = {
  readonly path: WrittenPath;
  readonly template: string;
  readonly document: JsonObject;
};

/**
 * Returns parameters for a query that was cut off, unless they are declared. `?Action=Purge` becomes a parameter
 * `Action` with the value `Purge`.
 *
 * @param declared the declared parameters, those of the path item too
 */
export function queryParameters(
  declared: readonly unknown[],
  { path, document }: Omit<PathChange, 'template'>,
): JsonObject[] {
  const names = new Set(declared.map((parameter) => parameterKey(parameter, document)));
  return queryOf(path)
    .filter(([name, value]) => name !== '' && !/[{}]/.test(name + value) && !names.has(`query ${name}`))
    .map(([name, value]) => ({
      name,
      in: 'query',
      required: true,
      schema: { type: 'string', enum: [value] },
    }));
}

/**
 * Returns the key of a parameter among those of an operation. (OpenAPI, Parameter Object: "a combination of a name and
 * location")
 */
export function parameterKey(parameter: unknown, document: JsonObject): string {
  const { value } = parameterNode(parameter, document) ?? {};
  return isObject(value) ? `${value['in']} ${value['name']}` : '';
}

function parameterNode(parameter: unknown, document: JsonObject): DocumentNode | undefined {
  return resolved({ document, value: parameter, at: '' });
}

const queryOf = ({ query }: WrittenPath): [name: string, value: string][] => [
  ...new Map(new URLSearchParams(query ?? '')),
];

/** Copies a parameter and refers to the schema of a shared one. A copy of it at each reference could be large. */
function copy(
  parameter: unknown,
  { value, at }: DocumentNode,
  target: { name: string; in: string },
): JsonObject {
  const { style: _style, ...members } = value as JsonObject;
  if (value === parameter) return { ...members, ...target };
  return { ...target, required: true, schema: 'schema' in members ? { $ref: `${at}/schema` } : {} };
}
