// What a large document costs everybody else: the turns of the event loop in which nothing but it is handled.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { readRestDocument, restDocument } from '../../../src/management/rest-document.ts';
import { fewAtOnce } from '../../../src/threads/few-at-once.ts';
import { answering, documentOf } from '../../support/built-server.ts';

// A thread takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 90_000 });

const text = { type: 'string', description: 'A text that says what this is, as documents have them.' };
const members = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`member${at}`, text]));
const paths = Array.from({ length: 3_000 }, (_, at) => [
  `/p${at}`,
  { get: { operationId: `op${at}`, ...answering({ type: 'object', properties: members }) } },
]);
const large = JSON.stringify(documentOf(Object.fromEntries(paths)));
const place = ['input', 'sources', 0];

it('is read in another thread: the longest turn is far shorter than reading it takes here', async () => {
  const start = performance.now();
  const here = restDocument({ text: large, rename: undefined, place });
  const milliseconds = performance.now() - start;

  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const there = await readRestDocument({ openapi: large }, place);
  delays.disable();
  expect(there).toEqual(here);
  expect(delays.max / 1e6).toBeLessThan(milliseconds / 2);
});

it('is refused from there as from here, with the place', async () => {
  const hostile = large.replace('"/p2999"', '"/{env.SECRET}"');
  await expect(readRestDocument({ openapi: hostile }, place)).rejects.toMatchObject({
    code: 'OPENAPI_INVALID',
    message: expect.stringContaining('begins a template'),
    inputPath: [...place, 'openapi'],
  });
  await expect(readRestDocument({ openapi: large, rename: { op: {} } }, place)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining('There is no operation "op" in the document'),
    inputPath: [...place, 'rename', 'op'],
  });
});

it('waits for its turn: two are read at once, twenty wait, and the next is told to come back', async () => {
  let running = 0;
  let most = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const work = () =>
    fewAtOnce(async () => {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
    });
  const all = Array.from({ length: 22 }, work);
  await expect(work()).rejects.toMatchObject({
    code: 'TEMPORARILY_UNAVAILABLE',
    headers: { 'Retry-After': '5' },
  });
  open();
  await Promise.all(all);
  expect(most).toBe(2);
});
