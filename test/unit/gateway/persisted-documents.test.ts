import { describe, expect, it } from 'vitest';
import { Persisted } from '../../../src/data-plane/gateway/graphql/persisted.ts';
import { documentHash } from '../../../src/domain/api/registered-operations.ts';
import { api } from '../../support/snapshot.ts';

const of = (org: string, id: string) => ({ api: api({ id, kind: 'GRAPHQL' }), schema: { orgId: org } });
const named = (query: string) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: documentHash(query) } },
});
const sent = (query: string) => ({ query, ...named(query) });
const NOT_FOUND = expect.objectContaining({ code: 'PERSISTED_QUERY_NOT_FOUND' });

describe('automatic persisted documents', () => {
  it('of an org with hundreds of APIs displace none of another org', () => {
    const persisted = new Persisted();
    const theirs = of('quiet', 'api');
    persisted.keep(theirs, sent('{ quiet }'));
    for (let at = 0; at < 400; at += 1) persisted.keep(of('busy', `busy ${at}`), sent('{ busy }'));
    expect(persisted.textOf(theirs, named('{ quiet }'), false)).toBe('{ quiet }');
  });

  it('of an org take no more memory than its share, however many APIs it has', () => {
    const persisted = new Persisted();
    const long = `{ a${'b'.repeat(499_000)} }`;
    const apis = Array.from({ length: 40 }, (_, at) => of('busy', `busy ${at}`));
    for (const each of apis) persisted.keep(each, sent(long));
    const isKept = (each: (typeof apis)[number]) => {
      try {
        return persisted.textOf(each, named(long), false) === long;
      } catch (error) {
        expect(error).toEqual(NOT_FOUND);
        return false;
      }
    };
    expect(apis.filter(isKept)).toEqual(apis.slice(-8));
  });

  it('of one API serve no other API of the org', () => {
    const persisted = new Persisted();
    persisted.keep(of('acme', 'one'), sent('{ x }'));
    expect(() => persisted.textOf(of('acme', 'other'), named('{ x }'), false)).toThrow(NOT_FOUND);
  });
});
