import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, items, resolved } from '../document/document-node.ts';
import type { OpenApiFault } from '../document/document-tree.ts';
import { METHODS } from '../path-template.ts';
import { parameterNames, type WrittenPath } from './written-path.ts';

type ItemOfPath = { readonly item: JsonObject; readonly pointer: string; readonly document: JsonObject };

/** A parameter that is declared in the path, and its pointer. */
type PathParameter = { readonly name: string; readonly at: string };

/**
 * Yields mismatches between a path and the parameters of its operations. Each name in braces is declared at the path or
 * the operation, and each declared name is in braces. (OpenAPI, "Path Templating")
 */
export function* pathParameterFaults(
  { template, written }: WrittenPath,
  { item, pointer, document }: ItemOfPath,
): Generator<OpenApiFault> {
  const whole = resolved({ document, value: item, at: pointer });
  if (!whole) return;
  const shared = pathParameters(whole);
  // Names in a query that is cut off are no longer in the path. Their declarations move.
  const names = new Set(parameterNames(written));
  yield* unknownFaults(shared, names);
  for (const method of METHODS) {
    const operation = child(whole, method);
    if (!isObject(operation.value)) continue;
    const own = pathParameters(operation);
    yield* unknownFaults(own, names);
    const declared = new Set([...shared, ...own].map(({ name }) => name));
    for (const name of parameterNames(template))
      if (name !== '' && !declared.has(name))
        yield {
          pointer: operation.at,
          fault: `the path has {${name}}, which no parameter declares: add one of this name, with in: path and required: true.`,
        };
  }
}

function* unknownFaults(
  parameters: readonly PathParameter[],
  names: ReadonlySet<string>,
): Generator<OpenApiFault> {
  for (const { name, at } of parameters)
    if (!names.has(name))
      yield {
        pointer: at,
        fault: `the path has no {${name}}: take the parameter out, or write it into the path.`,
      };
}

const pathParameters = (owner: DocumentNode): PathParameter[] =>
  items(child(owner, 'parameters')).flatMap((each) => {
    const value = resolved(each)?.value;
    if (!isObject(value) || value['in'] !== 'path' || typeof value['name'] !== 'string') return [];
    return [{ name: value['name'], at: each.at }];
  });
