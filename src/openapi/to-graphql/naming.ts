import { scalars } from './scalars.ts';

const RESERVED = new Set([
  'Query',
  'Mutation',
  'Subscription',
  'String',
  'Int',
  'Float',
  'Boolean',
  'ID',
  ...Object.keys(scalars),
]);

/**
 * Converts a text to a GraphQL name and keeps its case: `kebab-name` gives `kebab_name`. (GraphQL §2.1.9; `__` is
 * GraphQL's own)
 */
export function graphqlName(text: string): string {
  const name = text.replace(/[^_0-9A-Za-z]/g, '_').replace(/^__+/, '_');
  return /^[_A-Za-z]/.test(name) ? name : `_${name}`;
}

/** Joins words, each with a capital: `list-pets` gives `ListPets`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^0-9A-Za-z]+/).filter(Boolean);
  return graphqlName(words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''));
}

export function camelCase(text: string): string {
  const name = pascalCase(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns the wished name, with a number where it is taken. */
export function freeName(wished: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wished)) return wished;
  // `__2` would be reserved for GraphQL.
  const stem = wished === '_' ? '_' : `${wished}_`;
  for (let number = 2; ; number++) if (!isTaken(`${stem}${number}`)) return `${stem}${number}`;
}

/** Returns a name for a type. Names that GraphQL and this platform use get `Type` at their end. */
export function typeName(text: string): string {
  const name = graphqlName(text);
  return RESERVED.has(name) ? `${name}Type` : name;
}
