import { describe, expect, it } from 'vitest';
import { documentWritten } from '../../../../src/domain/manifest/document-written.ts';

const written = (text: string) => documentWritten(text).join('');

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
});
