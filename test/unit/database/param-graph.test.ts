import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import {
  type ParamGraph,
  paramGraphOf,
  type StoredParamGraph,
} from '../../../src/infrastructure/database/param-graph.ts';

const CLIENT = createRequire(import.meta.url).resolve('@prisma/client/runtime/client');
/** The reader of Prisma's client, with the function that begins it. */
const READER =
  /function (\w+)\(\w+\)\{return new (\w+)\(\w+\)\.deserialize\(\)\}.*?var \2=class\{.*?return \w+\}\};/s;

/** Makes the reader that Prisma's client has, which it does not export. */
function prismaReader(): (stored: StoredParamGraph) => ParamGraph {
  const [text, name] = READER.exec(readFileSync(CLIENT, 'utf8')) ?? [];
  if (text === undefined) throw new Error(`${CLIENT} has no such reader.`);
  return new Function(`${text} return ${name};`)() as (stored: StoredParamGraph) => ParamGraph;
}

/** Reads the graph of the platform's schema, as `prisma generate` writes it. */
function storedGraph(): StoredParamGraph {
  const written = readFileSync('src/infrastructure/database/generated/prisma/internal/class.ts', 'utf8');
  const [, strings = '', graph = ''] =
    /parameterizationSchema = \{\s*strings: JSON\.parse\(("(?:[^"\\]|\\.)*")\),\s*graph: "([\w-]+)"/.exec(
      written,
    ) ?? [];
  return { strings: JSON.parse(JSON.parse(strings)), graph };
}

test('the graph of the schema is read as the client of the database reads it, whichever node is asked for first', () => {
  const stored = storedGraph();
  const expected = prismaReader()(stored);
  const read = paramGraphOf(stored);
  expect(expected.inputNodes.length).toBeGreaterThan(100);
  expect(Object.keys(expected.roots).length).toBeGreaterThan(100);
  expect(read.roots).toEqual(expected.roots);
  expect(read.strings).toEqual(expected.strings);
  const edgesOf = (nodes: ParamGraph['inputNodes']) => nodes.map(({ edges }) => edges);
  // Backwards, since a reader that only goes on would read those that follow from the wrong place.
  const backwards = [...read.inputNodes].reverse().map(({ edges }) => edges);
  expect(backwards.reverse()).toEqual(
    edgesOf(expected.inputNodes).map((edges) =>
      Object.fromEntries(Object.entries(edges).map(([name, edge]) => [name, { scalarMask: 0, ...edge }])),
    ),
  );
  expect(edgesOf(read.outputNodes)).toEqual(edgesOf(expected.outputNodes));
  expect(read.inputNodes[0]?.edges).toBe(read.inputNodes[0]?.edges);
});
