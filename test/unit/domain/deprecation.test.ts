import { describe, expect, it } from 'vitest';
import { deprecationHeaders } from '../../../src/data-plane/snapshot/deprecation.ts';

const deprecated = {
  state: 'DEPRECATED',
  deprecatedAt: new Date('2023-06-30T23:59:59.999Z'),
  sunsetAt: new Date('2018-12-31T23:59:59.500Z'),
} as const;
const SUCCESSOR = 'https://portal.example/products/customer:2.0.0';
const EXPLANATION = 'https://portal.example/changes?product=customer';
const addresses = { successor: SUCCESSOR, explanation: EXPLANATION };
const none = { successor: undefined, explanation: undefined };

describe('the answers of a deprecated product', () => {
  it('say since when (RFC 9745 §2.1), until when (RFC 8594 §3), and what comes after it (RFC 5829 §3.4)', () => {
    expect(deprecationHeaders(deprecated, { ...none, successor: SUCCESSOR })).toEqual([
      'Deprecation',
      '@1688169599',
      'Sunset',
      'Mon, 31 Dec 2018 23:59:59 GMT',
      'Link',
      `<${SUCCESSOR}>; rel="successor-version"`,
    ]);
  });

  it('lead to what explains them (RFC 9745 §3, RFC 8594 §6)', () => {
    const explained = (rel: string) => `<${EXPLANATION}>; rel="${rel}"; type="text/html"`;
    expect(deprecationHeaders(deprecated, addresses)).toContain(
      `<${SUCCESSOR}>; rel="successor-version", ${explained('deprecation')}, ${explained('sunset')}`,
    );
    expect(
      deprecationHeaders({ ...deprecated, sunsetAt: null }, { ...addresses, successor: undefined }),
    ).toEqual(['Deprecation', '@1688169599', 'Link', explained('deprecation')]);
  });

  it('write the day of the month with two digits, as an HTTP-date asks for (RFC 9110 §5.6.7)', () => {
    const sunsetAt = new Date('1994-11-06T08:49:37Z');
    expect(deprecationHeaders({ ...deprecated, sunsetAt }, none)).toContain('Sun, 06 Nov 1994 08:49:37 GMT');
  });

  it('say nothing of an end that was not set, nor of a successor that there is not', () => {
    expect(deprecationHeaders({ ...deprecated, sunsetAt: null }, none)).toEqual([
      'Deprecation',
      '@1688169599',
    ]);
  });
});

it.each(['STAGED', 'PUBLISHED', 'RETIRED', 'ARCHIVED'] as const)(
  'a product that is %s says nothing',
  (state) => {
    expect(deprecationHeaders({ ...deprecated, state }, addresses)).toEqual([]);
  },
);
