import { expect, it } from 'vitest';
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
