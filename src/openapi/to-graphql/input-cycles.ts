import type { FieldModel, ObjectModel, TypeModel } from './model.ts';

/**
 * Types in which no input needs itself: such a one could never be sent, and GraphQL forbids it. (GraphQL §3.10,
 * "Circular References") What such types need of each other may be null; what else they need stays so.
 */
export function withoutInputCycles(types: readonly TypeModel[]): TypeModel[] {
  const inputs = types.filter((type): type is ObjectModel => type.kind === 'INPUT');
  /** By the name of an input: those that need it. */
  const neededBy = new Map<string, string[]>(inputs.map(({ name }) => [name, []]));
  /** How many inputs one needs that are not known to end. */
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

/** The type that a field cannot be without: `Address!`; a list may be empty. */
const neededType = ({ type }: FieldModel): string | undefined => /^(\w+)!$/.exec(type)?.[1];
