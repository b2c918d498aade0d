import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { GatheredBytes } from '../../../src/foundation/gathered-bytes.ts';

/** What a process has in use, in bytes, once nothing is left to be collected. */
function inUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('gathered bytes', () => {
  it.each([0, 1, 2, 255, 256, 257, 511, 512, 70_000])('are all there, in order: of %d parts', (count) => {
    const bytes = new GatheredBytes();
    const parts = Array.from({ length: count }, (_, at) => Buffer.from(`${at};`));
    for (const part of parts) bytes.add(part);
    const all = Buffer.concat(parts);
    expect(bytes.length).toBe(all.length);
    expect(bytes.whole().equals(all)).toBe(true);
  });

  it('are not copied where they came in one part', () => {
    const bytes = new GatheredBytes();
    const part = Buffer.from('all of it');
    bytes.add(part);
    expect(bytes.whole()).toBe(part);
  });

  it('take hardly more memory than they are, however small their parts', () => {
    const bytes = new GatheredBytes();
    const before = inUse();
    // Each of memory of its own, as the parser of a server hands them out.
    for (let at = 0; at < 500_000; at += 1) bytes.add(Buffer.alloc(1, at));
    expect(inUse() - before).toBeLessThan(10_000_000);
    expect(bytes.length).toBe(500_000);
  });
});
