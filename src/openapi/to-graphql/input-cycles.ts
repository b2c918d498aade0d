import type { FieldModel, ObjectModel, TypeModel } from './model.ts';

/**
 * Breaks cycles of inputs that need themselves. GraphQL forbids them, because such an input could never be sent.
 * (GraphQL §3.10, "Circular References") Members within a cycle become nullable; others stay as they are.
 */
export function withoutInputCycles(types: readonly TypeModel[]): TypeModel[] {
  const inputs = types.filter((type): type is ObjectModel => type.kind === 'INPUT');
  /** The inputs that need an input, by its name. */
  const neededBy = new Map<string, string[]>(inputs.map(({ name }) => [name, []]));
  /** The number of inputs that an input needs and that are not known to end. */
  const open = new Map<string, number>();
  for (const { name, fields } of inputs) {
    const needed = fields.flatMap((field) => neededType(field) ?? []).filter((each) => neededBy.has(each));
    for (const each of needed) neededBy.get(each)?.push(name);
    open.set(name, needed.length);
  }
  const ended = inputs.filter(({ name }) => open.get(name) === 0).map(({ name }) => name);
  for (let name = ended.pop(); name !== undefined; name = ended.pop()) {
    open.delete(name);
    for (const other of neededBy.get(name) ?? []) {
      const left = (open.get(other) ?? 0) - 1;
      open.set(other, left);
      if (left === 0) ended.push(other);
    }
  }
  if (open.size === 0) return [...types];
  const loosened = (field: FieldModel): FieldModel =>
    open.has(neededType(field) ?? '') ? { ...field, type: field.type.replace(/!$/, '') } : field;
  return types.map((type) =>
    type.kind === 'INPUT' && open.has(type.name) ? { ...type, fields: type.fields.map(loosened) } : type,
  );
}

/** Returns the type that a field cannot be without: `Address!`. A list may be empty. */
const neededType = ({ type }: FieldModel): string | undefined => /^(\w+)!$/.exec(type)?.[1];
