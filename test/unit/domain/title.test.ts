import { describe, expect, it } from 'vitest';
import { titleOf } from '../../../src/foundation/text/title.ts';

describe('a title of words', () => {
  it.each([
    ['sample graphql', 'Sample GraphQL'],
    ['parcel tracking', 'Parcel tracking'],
    ['oauth clients', 'OAuth clients'],
    ['rest api', 'REST API'],
    ['customer ids', 'Customer IDs'],
    ['grpc', 'gRPC'],
    ['restaurants', 'Restaurants'],
    ['constructor', 'Constructor'],
    ['', ''],
  ])('of %j is %j', (words, title) => {
    expect(titleOf(words)).toBe(title);
  });
});
