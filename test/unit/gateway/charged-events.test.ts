import { describe, expect, it } from 'vitest';
import { ChargedEvents } from '../../../src/data-plane/gateway/forward/charged-events.ts';

/** What passes of a stream that comes in parts of this size. */
function passed(stream: string, size: number): string[] {
  const events: string[] = [];
  const next = {
    onSent: () => {},
    onHead: () => {},
    onData: (event: Buffer) => events.push(event.toString('latin1')),
    onEnd: () => {},
    onError: () => {},
  };
  const control = { abort: () => {}, pause: () => {}, resume: () => {} };
  const charged = new ChargedEvents({ charge: () => undefined }, next, control);
  const bytes = Buffer.from(stream, 'latin1');
  for (let at = 0; at < bytes.length; at += size) charged.onData(bytes.subarray(at, at + size));
  charged.onEnd();
  return events;
}

describe('the events of a stream', () => {
  it.each(['\n\n', '\r\n\r\n', '\r\r'])('are told apart alike in parts of any size: %j', (end) => {
    const events = ['data: 1', 'event: next\ndata: {}', ':', 'data: \xe9'].map((each) => each + end);
    const stream = events.join('');
    for (let size = 1; size <= stream.length; size += 1) expect(passed(stream, size)).toEqual(events);
    expect(passed(`${stream}rest`, 5)).toEqual([...events, 'rest']);
  });

  it('pass in a time that grows with their length, and not with its square', () => {
    const event = `data: ${'a'.repeat(990_000)}\n\n`;
    const before = performance.now();
    expect(passed(event, 20)).toEqual([event]);
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});
