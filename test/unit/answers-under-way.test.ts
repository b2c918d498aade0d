import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { OpenResponses } from '../../src/process/parts/control/open-responses.ts';

const BOUNDS = { sharerMax: 3, networkMax: 5, bytesMax: 100, readWithinMs: 60_000 };
const ORG = { kind: 'TOKENS', key: 'org' } as const;
let now = 0;
const open = () => new OpenResponses(() => new Date(now), BOUNDS);

/** An answer of which so many bytes wait to be read. */
class Answer extends EventEmitter {
  isBroken = false;
  writableLength: number;
  constructor(bytes = 0) {
    super();
    this.writableLength = bytes;
  }
  destroy(): this {
    this.isBroken = true;
    this.emit('close');
    return this;
  }
}

it('a network waits for so many answers at once, and touches no other', () => {
  const answers = open();
  const [first] = [new Answer(), new Answer(), new Answer()].map((answer) => {
    answers.begin({ network: 'slow', sharer: ORG }, answer as never);
    return answer;
  });
  expect(() => answers.begin({ network: 'slow', sharer: ORG }, new Answer() as never)).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMIT_EXCEEDED',
      message:
        "Your network waits for 3 answers to this org's access tokens already: read them, then ask again.",
      headers: { 'Retry-After': '1' },
    }),
  );
  answers.begin({ network: 'other', sharer: ORG }, new Answer() as never);
  first?.emit('close');
  expect(() => answers.begin({ network: 'slow', sharer: ORG }, new Answer() as never)).not.toThrow();
});

it('an org with many answers leaves others behind its network theirs, up to what the network may have', () => {
  const answers = open();
  const begin = (key: string) => () =>
    answers.begin({ network: 'office', sharer: { ...ORG, key } }, new Answer() as never);
  for (let at = 0; at < 3; at += 1) begin('eve')();
  expect(begin('eve')).toThrow('Your network waits for 3 answers to this');
  const release = begin('vic')();
  begin('vic')();
  expect(begin('vic')).toThrow('Your network waits for 5 answers already: read them, then ask again.');
  release();
  release();
  begin('another')();
  expect(begin('vic')).toThrow('Your network waits for 5 answers already');
});

it('what goes on for as long as its reader likes is counted until that is known', () => {
  const answers = open();
  for (let at = 0; at < 10; at += 1)
    answers.begin({ network: 'streams', sharer: ORG }, new Answer() as never)();
  const ended = new Answer();
  const release = answers.begin({ network: 'streams', sharer: ORG }, ended as never);
  release();
  ended.emit('close');
  for (let at = 0; at < 3; at += 1) answers.begin({ network: 'streams', sharer: ORG }, new Answer() as never);
  expect(() => answers.begin({ network: 'streams', sharer: ORG }, new Answer() as never)).toThrow();
});

it('where too much waits to be read, the network that holds the most loses its oldest', () => {
  const answers = open();
  const begun = (network: string, bytes: number) => {
    const answer = new Answer(bytes);
    answers.begin({ network, sharer: ORG }, answer as never);
    return answer;
  };
  const honest = begun('honest', 30);
  const all = [honest, begun('slow', 40), begun('slow', 20), begun('slow', 40), begun('honest', 0)];
  answers.look();
  expect(all.map(({ isBroken }) => isBroken)).toEqual([false, true, false, false, false]);
});

it('an answer that is not read to its end in time is broken off; one that was read meanwhile is not', () => {
  const answers = open();
  const [stuck, read] = [new Answer(10), new Answer(10)];
  for (const answer of [stuck, read]) answers.begin({ network: 'slow', sharer: ORG }, answer as never);
  answers.look();
  now += 59_000;
  read.writableLength = 0;
  answers.look();
  read.writableLength = 10;
  now += 2_000;
  answers.look();
  expect([stuck.isBroken, read.isBroken]).toEqual([true, false]);
});
