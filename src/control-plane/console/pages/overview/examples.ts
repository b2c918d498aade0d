import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExampleFolder } from '../../../../../web/props.ts';

const folders = [
  { title: 'The story', path: '../../../../../examples/' },
  { title: 'Changes', path: '../../../../../examples/changes/' },
];

/** Reads the example documents of the management API, by folder. The tests execute the same files. */
export function readExamples(): ExampleFolder[] {
  return folders.map(({ title, path }) => ({
    title,
    documents: documentsIn(fileURLToPath(new URL(path, import.meta.url))),
  }));
}

function documentsIn(folder: string): ExampleFolder['documents'] {
  return readdirSync(folder)
    .filter((name) => /^\d\d-.*\.graphql$/.test(name))
    .sort()
    .map((file) => ({ name: nameOf(file), query: readFileSync(folder + file, 'utf8') }));
}

/** Names an example: `01-create-org.graphql` is `01 Create org`. */
function nameOf(file: string): string {
  const [number, first = '', ...rest] = file.replace('.graphql', '').split('-');
  return [number, first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}
