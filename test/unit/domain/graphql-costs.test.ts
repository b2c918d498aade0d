import { describe, expect, it } from 'vitest';
import { type GraphQLCostsDraft, graphqlCostsFrom } from '../../../src/domain/api/graphql-costs.ts';

const rule = { at: 'Query.users' };

describe('what documents of a GraphQL API cost', () => {
  it.each([
    { assumedListSize: 0 },
    { assumedListSize: 1_000_000 },
    { rules: [{ ...rule, assumedSize: 0, weight: -1_000_000 }] },
    { rules: [{ ...rule, assumedSize: 1_000_000, weight: 1_000_000 }] },
    { rules: Array.from({ length: 1_000 }, () => rule) },
  ] satisfies GraphQLCostsDraft[])('goes as far as it may', (costs) => {
    expect(graphqlCostsFrom(costs)).toEqual(costs);
  });

  it.each([
    [{ assumedListSize: -1 }, ['assumedListSize']],
    [{ assumedListSize: 1_000_001 }, ['assumedListSize']],
    [{ assumedListSize: 0.5 }, ['assumedListSize']],
    [{ rules: [rule, { ...rule, assumedSize: 1_000_001 }] }, ['rules', 1, 'assumedSize']],
    [{ rules: [{ ...rule, weight: 1_000_001 }] }, ['rules', 0, 'weight']],
    [{ rules: [{ ...rule, weight: -1_000_001 }] }, ['rules', 0, 'weight']],
    [{ rules: [{ ...rule, weight: Number.NaN }] }, ['rules', 0, 'weight']],
    [{ rules: Array.from({ length: 1_001 }, () => rule) }, ['rules']],
  ] satisfies [GraphQLCostsDraft, (string | number)[]][])('goes no further', (costs, path) => {
    expect(() => graphqlCostsFrom(costs)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: ['input', 'costs', ...path] }),
    );
  });
});
