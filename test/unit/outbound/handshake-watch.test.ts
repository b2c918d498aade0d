import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { HandshakeWatch } from '../../../src/infrastructure/outbound/handshake-watch.ts';

type Outcome = (error: Error | null, socket: null) => void;

/** A connection of a connector that only the test ends. */
class FakeSocket extends EventEmitter {
  readonly connecting = true;
  readonly done: Outcome;

  constructor(done: Outcome) {
    super();
    this.done = done;
  }

  destroy(error: Error): void {
    this.done(error, null);
  }
}

let now: number;
let opened: FakeSocket[];
let connect: (target: string, done: Outcome) => void;
beforeEach(() => {
  now = 1_000;
  opened = [];
  const watch = new HandshakeWatch(() => now);
  const connector = (_target: unknown, done: Outcome) => {
    const socket = new FakeSocket(done);
    opened.push(socket);
    return socket;
  };
  const watched = watch.watched(connector as never, { tls: '', openedBy: undefined });
  connect = (target, done) => {
    const { protocol, host, hostname, port } = new URL(target);
    watched({ protocol, host, hostname, port }, done as never);
  };
});

const TARGET = 'https://bank.example/';
const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });

/** Connects, and returns how it ended. */
function outcomeOf(target: string): { error?: Error | null } {
  const outcome: { error?: Error | null } = {};
  connect(target, (error) => {
    outcome.error = error;
  });
  return outcome;
}

/** Has the last opened connection fail after a turn of so many milliseconds. */
function failIn(ms: number, socket = opened.at(-1)): void {
  socket?.emit('connect');
  now += ms;
  socket?.done(expired, null);
}

describe('a target whose handshake fails in a long turn', () => {
  it('rests for twenty times as long: connections to it fail at once, with the same error', () => {
    expect(outcomeOf(TARGET)).toEqual({});
    failIn(100);
    now += 1_999;
    expect(outcomeOf(TARGET)).toEqual({ error: expired });
    expect(opened).toHaveLength(1);
    now += 1;
    expect(outcomeOf(TARGET)).toEqual({});
    expect(opened).toHaveLength(2);
  });

  it('rests for ten seconds at most', () => {
    outcomeOf(TARGET);
    failIn(5_000);
    now += 10_000;
    expect(outcomeOf(TARGET)).toEqual({});
  });

  it('takes with it the connections to it that are under way, and those to no other', () => {
    const [first, second, other] = [TARGET, TARGET, 'https://shop.example/'].map(outcomeOf);
    failIn(100, opened[0]);
    expect([first, second, other]).toEqual([{ error: expired }, { error: expired }, {}]);
  });

  it('is told from the same host at another port, and without TLS', () => {
    outcomeOf(TARGET);
    failIn(100);
    for (const target of ['https://bank.example:8443/', 'http://bank.example/'])
      expect(outcomeOf(target)).toEqual({});
  });
});

describe('a target is called again at once', () => {
  it('whose handshake fails in a short turn', () => {
    outcomeOf(TARGET);
    failIn(49);
    expect(outcomeOf(TARGET)).toEqual({});
  });

  it('that was not reached, however long the turn was', () => {
    outcomeOf(TARGET);
    now += 500;
    opened[0]?.done(expired, null);
    expect(outcomeOf(TARGET)).toEqual({});
  });
});
