import { describe, expect, it } from 'vitest';
import { FrameMeter } from '../../../src/http/tls/http2/frame-meter.ts';

const DATA = 0;
const HEADERS = 1;
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

const frame = (type: number, length: number) => {
  const bytes = Buffer.alloc(9 + length, 0xff);
  bytes.writeUIntBE(length, 0, 3);
  bytes[3] = type;
  return bytes;
};
const many = (count: number, each: Buffer) => Buffer.concat(Array.from({ length: count }, () => each));

/** A connection behind its preface. */
function begun(): FrameMeter {
  const meter = new FrameMeter();
  expect(meter.pass(PREFACE, 1)).toEqual({ bytes: 24, cost: 0 });
  return meter;
}

describe('of the bytes of a connection', () => {
  it('pass as many frames as they may cost, however small', () => {
    const meter = begun();
    expect(meter.pass(many(100, frame(DATA, 1)), 64)).toEqual({ bytes: 63 * 10 + 9, cost: 64 });
    expect(meter.pass(many(100, frame(DATA, 0)), 64).cost).toBe(64);
  });

  it('a large frame of a body costs as much as a small one', () => {
    expect(begun().pass(frame(DATA, 16_384), 2)).toEqual({ bytes: 9 + 16_384, cost: 1 });
  });

  it('fields cost by their bytes, and a part of them may pass', () => {
    const meter = begun();
    const fields = frame(HEADERS, 16_384);
    const first = meter.pass(fields, 64);
    expect(first).toEqual({ bytes: 9 + 63 * 32, cost: 64 });
    expect(meter.pass(fields.subarray(first.bytes), 1_000)).toEqual({
      bytes: fields.length - first.bytes,
      cost: 16_384 / 32 - 63,
    });
  });

  it('the same pass wherever a read ends', () => {
    const bytes = Buffer.concat([PREFACE, frame(HEADERS, 40), frame(DATA, 70_000), frame(DATA, 0)]);
    const whole = new FrameMeter().pass(bytes, 1_000);
    const meter = new FrameMeter();
    const costs = Array.from(bytes, (_, at) => meter.pass(bytes.subarray(at, at + 1), 1_000).cost);
    expect(costs.reduce((sum, cost) => sum + cost)).toBe(whole.cost);
    expect(whole).toEqual({ bytes: bytes.length, cost: 3 + 40 / 32 });
  });
});
