import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesOfId, CellReader, CellWriter, packed } from '../../../src/data-plane/snapshot/packed-row.ts';
import { StoredSubscriptions } from '../../../src/data-plane/snapshot/stored-subscriptions.ts';

/** The texts that are stored for an application. */
function textsOf(stored: StoredSubscriptions, application: string): (string | null)[] {
  const writer = new CellWriter();
  stored.write(writer, Buffer.concat([Buffer.from('before'), bytesOfId(application)]), 'before'.length);
  const cells = new CellReader(Buffer.from(writer.bytes.subarray(0, writer.end)));
  const texts: (string | null)[] = [];
  while (!cells.isAtEnd) texts.push(cells.text());
  return texts.toSorted();
}

function store(stored: StoredSubscriptions, application: string, text: string): void {
  const cells = packed([bytesOfId(application), Buffer.from(text)]);
  stored.add(cells, cells.length);
}

describe('the subscriptions of applications while clients are read', () => {
  it('are all found by their application, and no others, however many there are', () => {
    const stored = new StoredSubscriptions();
    const applications = Array.from({ length: 40_000 }, () => randomUUID());
    for (const [at, application] of applications.entries())
      for (let one = 0; one < at % 3; one += 1)
        store(stored, application, `${at} ${one} ${'x'.repeat(at % 70)}`);
    for (const [at, application] of applications.entries())
      expect(textsOf(stored, application)).toEqual(
        Array.from({ length: at % 3 }, (_, one) => `${at} ${one} ${'x'.repeat(at % 70)}`),
      );
    expect(textsOf(stored, randomUUID())).toEqual([]);
  });

  it('are told apart by applications whose ids end alike', () => {
    const stored = new StoredSubscriptions();
    const ids = ['1', '2', '3'].map((digit) => `${digit}0000000-0000-7000-8000-00000000abcd`);
    for (const id of ids) store(stored, id, `of ${id}`);
    for (const id of ids) expect(textsOf(stored, id)).toEqual([`of ${id}`]);
  });

  it('may be longer than the memory that others share', () => {
    const stored = new StoredSubscriptions();
    const [before, long, after] = [randomUUID(), randomUUID(), randomUUID()];
    const text = 'long '.repeat(500_000);
    store(stored, before, 'before');
    store(stored, long, text);
    store(stored, after, 'after');
    expect(textsOf(stored, before)).toEqual(['before']);
    expect(textsOf(stored, long)).toEqual([text]);
    expect(textsOf(stored, after)).toEqual(['after']);
  });
});
