import { isObject, type JsonObject } from '../foundation/json.ts';
import { resolved } from './document/document-node.ts';
import { METHODS } from './path-template.ts';

/**
 * Adds members to operations of a document by their names. A path that refers to another place gets its operations
 * itself, since others may refer to that place too.
 */
export function withOperationMembers(
  document: JsonObject,
  membersOf: ReadonlyMap<string, JsonObject>,
): JsonObject {
  const { paths } = document;
  if (membersOf.size === 0 || !isObject(paths)) return document;
  const written = Object.entries(paths).map(([template, item]) => {
    const names = METHODS.map((method) => [method, `${method.toUpperCase()} ${template}`] as const);
    const meant = names.filter(([, name]) => membersOf.has(name));
    if (meant.length === 0) return [template, item];
    const whole = resolved({ document, value: item, at: '#' })?.value;
    if (!isObject(whole)) return [template, item];
    const changed = meant.flatMap(([method, name]) => {
      const operation = whole[method];
      return isObject(operation) ? [[method, { ...operation, ...membersOf.get(name) }] as const] : [];
    });
    return [template, { ...whole, ...Object.fromEntries(changed) }];
  });
  return { ...document, paths: Object.fromEntries(written) };
}
