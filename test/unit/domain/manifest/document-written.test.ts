import { describe, expect, it } from 'vitest';
import { documentWriting } from '../../../../src/domain/manifest/document-written.ts';
import { atOnce } from '../../../../src/foundation/event-loop-turns.ts';

const written = (text: string) => atOnce(documentWriting(text)).join('');

describe('a document as a manifest has it', () => {
  it('has its members in the order in which people read them, each as it was', () => {
    expect(
      written(
        '{"info": {"title": "a \\"{, \\\\"}, "paths": {}, "x-b": 1.50, "openapi": "3.0.3", "a": [], "$schema": "s", "servers": []}',
      ),
    ).toBe(
      '{"$schema": "s","openapi": "3.0.3","info": {"title": "a \\"{, \\\\"},"servers": [],"paths": {},"a": [],"x-b": 1.50}',
    );
  });

  it('stays as it is when it is written again, and may be empty', () => {
    const once = written('{"paths":{"/a":{}},"openapi":"3.0.3"}');
    expect(written(once)).toBe(once);
    expect(written('{}')).toBe('{}');
  });

  it('is written in short steps, however large one member is', () => {
    const text = JSON.stringify({
      openapi: '3.0.3',
      paths: { '/a': Array.from({ length: 500_000 }, () => 'x') },
    });
    const steps = [...documentWriting(text)];
    expect(steps.length).toBeGreaterThan(text.length / 100_000);
    expect(written(text)).toBe(text);
  });

  it('keeps its order where it has thousands of members, which nobody reads', () => {
    const text = JSON.stringify(
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x-${at}`, at])),
    );
    expect(documentWriting(text).next().done).toBe(false);
    expect(written(text)).toBe(text);
  });
});
