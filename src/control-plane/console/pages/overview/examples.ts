import { readdirSync, readFileSync } from 'node:fs';
import type { ExampleDocument } from '../../../../../web/props.ts';
import { packageFile } from '../../../../foundation/package-files.ts';
import { spelled } from '../../../../foundation/text/title.ts';

const folders = [
  { name: 'story', path: 'examples/' },
  { name: 'changes', path: 'examples/changes/' },
] as const;

/** Examples of a folder. Pages have their own title for it. */
type Examples = {
  readonly folder: (typeof folders)[number]['name'];
  readonly documents: readonly ExampleDocument[];
};

/** Reads the example documents of the management API, by folder. The tests execute the same files. */
export function readExamples(): readonly Examples[] {
  return folders.map(({ name, path }) => ({
    folder: name,
    documents: documentsIn(packageFile(path)),
  }));
}

function documentsIn(folder: string): readonly ExampleDocument[] {
  return readdirSync(folder)
    .filter((name) => /^\d\d-.*\.graphql$/.test(name))
    .sort()
    .map((file) => ({ name: nameOf(file), query: readFileSync(folder + file, 'utf8') }));
}

/** Names an example: `09-create-api.graphql` is `09 Create API`. */
function nameOf(file: string): string {
  const [number, first = '', ...rest] = file.replace('.graphql', '').split('-');
  const verb = first.charAt(0).toUpperCase() + first.slice(1);
  return [number, verb, ...rest.map(spelled)].join(' ');
}

/** The examples on an org, in place of the story's. */
export const examplesFor = (examples: readonly Examples[], org: string): readonly Examples[] =>
  examples.map(({ folder, documents }) => ({
    folder,
    documents: documents.map(({ name, query }) => ({
      name,
      query: query.replace('$org: String! = "story"', () => `$org: String! = ${JSON.stringify(org)}`),
    })),
  }));
