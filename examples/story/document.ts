import { readFileSync } from 'node:fs';
import { type FieldNode, type OperationDefinitionNode, parse, valueFromASTUntyped } from 'graphql';
import { contentInShort } from './short.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** One of the numbered documents: its text and its one operation. */
export type Document = {
  readonly file: string;
  readonly text: string;
  readonly operation: OperationDefinitionNode;
};

/** @param name the file below examples/, without its ending */
export function documentNamed(name: string): Document {
  const file = `${name}.graphql`;
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const [operation] = parse(text).definitions;
  if (operation?.kind !== 'OperationDefinition')
    throw new TypeError(`${file} does not begin with an operation.`);
  return { file, text, operation };
}

/** The field that the document asks for. */
export function rootOf({ operation, file }: Document): FieldNode {
  const [field] = operation.selectionSet.selections;
  if (field?.kind !== 'Field') throw new TypeError(`${file} does not begin with a field.`);
  return field;
}

/** Picks the values that the document declares variables for. */
export function variablesFor({ operation }: Document, values: Variables): Variables {
  const declared = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  return Object.fromEntries(declared.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}

/** All values that the document runs with: those given, and its defaults. */
export function valuesOf({ operation }: Document, given: Variables): Variables {
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  );
  return { ...Object.fromEntries(defaults), ...given };
}

/** The document in short: its file, its field and the field's main input. */
export function requestInShort(document: Document, given: Variables): string {
  const values = valuesOf(document, given);
  const root = rootOf(document);
  const args = Object.fromEntries(
    (root.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, values)]),
  ) as Variables;
  const { input: inner = {}, ...others } = args;
  // The org and the catalog are the same in all of them.
  const { org: _org, catalog: _catalog, ...main } = { ...others, ...(inner as Variables) };
  return [document.file, root.name.value, contentInShort(main)].filter(Boolean).join('   ');
}
