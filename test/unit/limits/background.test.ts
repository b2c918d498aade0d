import { describe, expect, it } from 'vitest';
import { Background } from '../../../src/infrastructure/limits/background.ts';

it('work of an org that has much of it under way keeps none of another from beginning', async () => {
  const faults: unknown[] = [];
  const background = new Background((fault) => faults.push(fault));
  let end: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let done = 0;
  const work = async () => {
    await held;
    done += 1;
  };
  for (let at = 0; at < 10; at += 1) background.begin('busy', work);
  expect(() => background.begin('busy', work)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS', status: 429 }),
  );
  background.begin('calm', work);
  end();
  await background.settled();
  background.begin('busy', work);
  await background.settled();
  expect([done, faults]).toEqual([12, []]);
});

describe('a stop', () => {
  it('waits for work under way, and tells of none', async () => {
    const faults: unknown[] = [];
    const background = new Background((fault) => faults.push(fault));
    let end: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    let isClosed = false;
    background.begin('acme', () => held);
    const closed = background.close().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    end();
    await closed;
    expect(faults).toEqual([]);
  });

  it('gives up work that takes too long, and tells how much', async () => {
    const faults: unknown[] = [];
    const background = new Background((fault) => faults.push(fault));
    background.begin('acme', () => new Promise(() => {}));
    await background.close(1);
    expect(faults.map((fault) => (fault as Error).message)).toEqual([
      'Work after an answer is given up: 1 under way',
    ]);
  });
});
