import { Kind, parse } from 'graphql';
import { rootTypes } from '../../domain/access-policy/policies.ts';
import type { RootFields } from '../../domain/access-policy/root-fields.ts';

/** Returns the root fields of a schema from its valid SDL. The root types have their usual names. */
export function rootFieldsOf(sdl: string): RootFields {
  const { definitions } = parse(sdl, { noLocation: true });
  const roots = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    const { name, fields = [] } = definition;
    if (!rootTypes.some((each) => each === name.value)) continue;
    const byName = fields.map(({ name: field, arguments: args = [] }) => {
      return [field.value, args.map((each) => each.name.value)] as const;
    });
    roots.set(name.value, new Map(byName));
  }
  return roots;
}
