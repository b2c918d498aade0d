import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

/** Folders that hold what is generated, built or installed. */
const MADE = new Set(['generated', 'built', 'node_modules', 'dist', 'cache']);
const SOURCES = /\.(m?ts|tsx|mjs|css|sql|prisma|ya?ml|graphql)$/;

function written(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : written(path);
    return SOURCES.test(entry.name) || path.endsWith('.md') ? [path] : [];
  });
}

const sources = ['src', 'web', 'test', 'bin', 'bench', 'examples', 'prisma', 'deploy', 'openapi']
  .filter((folder) => existsSync(folder))
  .flatMap(written)
  .filter((file) => SOURCES.test(file));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...written('docs').filter((file) => file.endsWith('.md')),
];

/** The comments of a source, each as one line. */
function commentsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const blocks = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*(?:\/\/|#|--).*\n)+/gm)];
  return blocks.map(([block]) =>
    block
      .replace(/^[ \t]*(?:\/\*+|\*+\/|\*|\/\/|#|--)/gm, '')
      .replace(/\*\/$/, '')
      .replace(/\s+/g, ' '),
  );
}

const plain = (text: string) => text.replace(/[*`|]/g, '').replace(/\s+/g, ' ');
const textOf = (document: string) => plain(readFileSync(document, 'utf8'));

/** Where a citation leads: a path, or the name of one document. */
function documentOf(name: string): string | undefined {
  return documents.find((document) => document === name || basename(document) === name);
}

/** What a comment cites of a document: its name, and the headings or words of it that follow. */
function citationsIn(comment: string): { name: string; words: string[] }[] {
  return [...comment.matchAll(/([\w/.-]+\.md)\b((?:(?![\w/-]+\.md)[^)])*)/g)].map(
    ([, name = '', rest = '']) => {
      const quoted = [...rest.matchAll(/"([^"]+)"/g)].map(([, words = '']) => words);
      const [, named] = /^, ([A-Z][^;:,."()]*)/.exec(rest) ?? [];
      return { name, words: named ? [named.trim(), ...quoted] : quoted };
    },
  );
}

const cited = sources.flatMap((file) =>
  commentsOf(file).flatMap((comment) => citationsIn(comment).map((citation) => ({ file, ...citation }))),
);

it('comments cite documents of this repository alone', () => {
  expect(cited.length).toBeGreaterThan(50);
  const unknown = cited.filter(({ name }) => !existsSync(name) && documentOf(name) === undefined);
  expect(unknown.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

it('what comments cite of a document stands in it', () => {
  const missing = cited.flatMap(({ file, name, words }) => {
    const document = documentOf(name);
    const text = document ? textOf(document) : '';
    return words.filter((each) => !text.includes(plain(each))).map((each) => `${file}: ${name}, "${each}"`);
  });
  expect(missing).toEqual([]);
});

it('nothing refers to an issue by its number', () => {
  const referring = sources.filter((file) =>
    commentsOf(file).some((comment) => /\bissue \d+\b/i.test(comment)),
  );
  expect(referring).toEqual([]);
});
