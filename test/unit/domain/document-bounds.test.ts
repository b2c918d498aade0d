import { describe, expect, it } from 'vitest';
import { type DocumentBoundsDraft, documentBoundsFrom } from '../../../src/domain/api/document-bounds.ts';

describe('how much one request to a GraphQL API may ask for', () => {
  it.each([
    {
      maxTokens: 1,
      maxOperations: 1,
      maxFragments: 0,
      maxAliases: 0,
      maxDirectives: 0,
      maxRootFields: 1,
      maxBatch: 0,
    },
    {
      maxTokens: 10_000,
      maxOperations: 200,
      maxFragments: 1_000,
      maxAliases: 10_000,
      maxDirectives: 10_000,
      maxRootFields: 10_000,
      maxBatch: 10,
    },
  ])('goes as far as it may: %j', (bounds) => {
    expect(documentBoundsFrom(bounds)).toEqual(bounds);
  });

  it.each([
    { maxTokens: 0 },
    { maxTokens: 10_001 },
    { maxOperations: 0 },
    { maxOperations: 201 },
    { maxFragments: -1 },
    { maxFragments: 1_001 },
    { maxAliases: -1 },
    { maxAliases: 10_001 },
    { maxDirectives: -1 },
    { maxDirectives: 10_001 },
    { maxRootFields: 0 },
    { maxRootFields: 10_001 },
    { maxBatch: 11 },
    { maxBatch: 1.5 },
    { maxBatch: Number.NaN },
  ] satisfies DocumentBoundsDraft[])('goes no further, and is a whole number: %j', (bounds) => {
    const [name = ''] = Object.keys(bounds);
    expect(() => documentBoundsFrom(bounds)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: ['input', 'documentBounds', name] }),
    );
  });
});
