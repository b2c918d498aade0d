import { isObject } from '../../foundation/json.ts';
import { type DocumentNode, resolved } from '../document/document-node.ts';

/** Returns the types that a schema names, also by reference. Empty means any. */
export function typesOf(schema: DocumentNode): string[] {
  const value = resolved(schema)?.value;
  if (!isObject(value)) return [];
  const { type } = value;
  if (Array.isArray(type)) return type.map(String);
  if (typeof type === 'string') return [type];
  return isObject(value['properties']) ? ['object'] : isObject(value['items']) ? ['array'] : [];
}
