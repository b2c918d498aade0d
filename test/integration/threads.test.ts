import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apiDocument, readApiDocument } from '../../src/control-plane/management/api/openapi-document.ts';
import { Refusal, refusal } from '../../src/foundation/errors.ts';
import { runInThread } from '../../src/infrastructure/threads/run-in-thread.ts';
import { eventually } from '../support/eventually.ts';

// A thread takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 120_000 });

let begun: Worker[] = [];
const count = (worker: Worker) => begun.push(worker);
beforeEach(() => {
  begun = [];
  process.on('worker', count);
});
afterEach(() => process.off('worker', count));

const document = JSON.stringify({ openapi: '3.0.3', info: { title: 'A', version: '1.0.0' }, paths: {} });
const read = (given: unknown) => readApiDocument({ openapi: given }, ['input'], 'acme');

it('a document is always read in a thread, and the thread goes on to the next one', async () => {
  await read(document);
  begun = [];
  const titles: string[] = [];
  for (let at = 0; at < 3; at += 1) titles.push((await read(document)).title);
  expect({ titles, begun: begun.length }).toEqual({ titles: ['A', 'A', 'A'], begun: 0 });
});

it('one that has refused something goes on, too', async () => {
  await read(document);
  begun = [];
  await expect(read('{"openapi":"3.0.3"}')).rejects.toMatchObject({ code: 'OPENAPI_INVALID' });
  await expect(read(document)).resolves.toMatchObject({ title: 'A' });
  expect(begun).toHaveLength(0);
});

it('one that has an owner goes on to work of that owner alone, and few of them wait', async () => {
  const begunBy = async (owner?: string) => {
    begun = [];
    await runInThread({
      module: 'control-plane/management/api/openapi-document',
      work: apiDocument,
      input: { text: document, path: ['input'] },
      ...(owner !== undefined && { owner }),
      tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: amount }),
    });
    return begun.length;
  };
  await begunBy();
  const owners = ['acme', 'acme', 'other', undefined, 'acme', 'third', 'acme', 'other'];
  const all: number[] = [];
  for (const owner of owners) all.push(await begunBy(owner));
  expect(all).toEqual([1, 0, 1, 0, 0, 1, 0, 1]);
});

/** A document that takes seconds to read on any machine. */
const longDocument = [
  'openapi: 3.0.3',
  'info: { title: A, version: 1.0.0 }',
  'paths:',
  ...Array.from(
    { length: 12_000 },
    (_, at) => `  /things/${at}: { get: { responses: { 200: { description: A thing } } } }`,
  ),
].join('\n');

/** Runs it in a thread of a kind that nothing else uses, so that each has to begin. */
const readWithin = (timeMs: number) =>
  runInThread({
    module: 'control-plane/management/api/openapi-document',
    work: apiDocument,
    input: { text: longDocument, path: ['input'] },
    limits: { timeMs, memoryMb: 511 },
    tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: amount }),
  });

it('one that took too long does not: it ends, and the next is read by another', async () => {
  // On a busy machine it is left too little time to count.
  await eventually(() =>
    expect(readWithin(200)).rejects.toMatchObject({
      code: 'OPENAPI_INVALID',
      message: 'more than 0.2 seconds',
    }),
  );
  begun = [];
  await expect(readWithin(200)).rejects.toBeInstanceOf(Refusal);
  expect(begun).toHaveLength(1);
});

it.skipIf(process.platform !== 'linux')(
  'that was left no time says so: the document may be valid',
  async () => {
    await expect(readWithin(1)).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
      message: 'This is temporarily unavailable.',
    });
  },
);
