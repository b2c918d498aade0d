import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiDocument, readApiDocument } from '../../src/control-plane/management/api/openapi-document.ts';
import { Refusal, refusal } from '../../src/foundation/errors.ts';
import { type ChildLimits, runInChild } from '../../src/infrastructure/child-processes/run-in-child.ts';
import { compiledChild } from '../support/compiled-children.ts';
import { until } from '../support/eventually.ts';

// A child process takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 120_000 });

let begun: unknown[] = [];
const count = (begins: unknown) => begun.push(begins);
beforeEach(() => {
  begun = [];
  subscribe('child_process', count);
});
afterEach(() => {
  unsubscribe('child_process', count);
});

const document = JSON.stringify({ openapi: '3.0.3', info: { title: 'A', version: '1.0.0' }, paths: {} });
const read = (given: unknown) => readApiDocument({ openapi: given }, ['input'], 'acme');

it('a document is always read in a child process, and the child process goes on to the next one', async () => {
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
    await runInChild({
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

/** Runs it in a child process of a kind that nothing else uses, so that each has to begin. */
const readWithin = (limits: Omit<ChildLimits, 'memoryMb'>, text = longDocument) =>
  runInChild({
    module: 'control-plane/management/api/openapi-document',
    work: apiDocument,
    input: { text, path: ['input'] },
    limits: { ...limits, memoryMb: 511 },
    tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: amount }),
  });

it('one that took too long does not: it ends, and the next is read by another', async () => {
  await expect(readWithin({ timeMs: 400, lastsMs: 60_000 })).rejects.toMatchObject({
    code: 'OPENAPI_INVALID',
    message: 'more than 0.4 seconds',
  });
  begun = [];
  await expect(readWithin({ timeMs: 400, lastsMs: 60_000 })).rejects.toBeInstanceOf(Refusal);
  expect(begun).toHaveLength(1);
});

describe('a child process', () => {
  /** One array of so many objects. JSON.parse gives V8 no occasion to end only this call of it. */
  const dense = `{"openapi":"3.0.3","x-all":[${'{},'.repeat(6_000_000)}{}]}`;
  const readDense = () =>
    runInChild({
      module: 'control-plane/management/api/openapi-document',
      work: apiDocument,
      input: { text: dense, path: ['input'] },
      limits: { timeMs: 60_000, memoryMb: 128 },
      tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: amount }),
    });
  /** The process that work begins. */
  const processOf = (work: () => Promise<unknown>) =>
    new Promise<ChildProcess>((resolve) => {
      const first = (event: unknown) => {
        unsubscribe('child_process', first);
        const { process: child } = event as { process: ChildProcess };
        child.once('spawn', () => resolve(child));
      };
      subscribe('child_process', first);
      void work().catch(() => {});
    });
  const procOf = ({ pid }: ChildProcess, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

  it.skipIf(process.platform !== 'linux')(
    'that was left too little time says so: the document may be valid',
    async () => {
      let answer: Promise<unknown> = Promise.resolve();
      const child = await processOf(() => {
        answer = readWithin({ timeMs: 1_000 });
        return answer;
      });
      child.kill('SIGSTOP');
      await expect(answer).rejects.toMatchObject({
        code: 'TEMPORARILY_UNAVAILABLE',
        message: 'This is temporarily unavailable.',
      });
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'that the machine held up for longer than its time limit goes on to its answer',
    async () => {
      const timeMs = 4_000;
      let title: Promise<string> = Promise.resolve('');
      const child = await processOf(() => {
        title = readWithin({ timeMs, lastsMs: 60_000 }, document).then((read) => read.title);
        return title;
      });
      const stopped = performance.now();
      child.kill('SIGSTOP');
      await until(() => performance.now() - stopped > timeMs * 1.1);
      child.kill('SIGCONT');
      await expect(title).resolves.toBe('A');
    },
  );

  it('that passes its memory within one call of V8 dies alone', async () => {
    await expect(readDense()).rejects.toMatchObject({
      code: 'OPENAPI_INVALID',
      message: 'more than 128 MB of memory',
    });
    await expect(read(document)).resolves.toMatchObject({ title: 'A' });
  });

  it('that was killed while it was idle is followed by another', async () => {
    const limits = { timeMs: 60_000, memoryMb: 510 };
    const work = () =>
      runInChild({
        module: 'control-plane/management/api/openapi-document',
        work: apiDocument,
        input: { text: document, path: ['input'] },
        limits,
        tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: amount }),
      });
    let done: Promise<unknown> = Promise.resolve();
    const child = await processOf(() => {
      done = work();
      return done;
    });
    await done;
    child.kill('SIGKILL');
    await until(() => hasEnded(child));
    await expect(work()).resolves.toMatchObject({ title: 'A' });
  });

  it.skipIf(process.platform !== 'linux')(
    'knows no secrets, leaves no memory on the disk, and ends first where the machine has no memory left',
    async () => {
      const child = await processOf(readDense);
      await until(() => procOf(child, 'oom_score_adj').trim() === '1000');
      await until(() => /^0+$/.test(procOf(child, 'coredump_filter').trim()));
      expect(procOf(child, 'environ')).toMatch(/^(NODE_CHANNEL_[A-Z_]+=\w+\0)*$/);
      await until(() => hasEnded(child));
    },
  );

  it('ends with its parent, also one that was killed', async () => {
    const parent = spawn(process.execPath, [compiledChild('read-long-document.ts')], { stdio: 'pipe' });
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    const isThere = () => {
      try {
        return process.kill(Number(line), 0);
      } catch {
        return false;
      }
    };
    expect(isThere()).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isThere());
  });
});
