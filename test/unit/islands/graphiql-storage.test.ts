import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openLinked } from '../../../web/graphiql/linked-tab.ts';
import { storageOf } from '../../../web/graphiql/storage.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('localStorage', localStorage);
  return () => vi.unstubAllGlobals();
});

const tabsIn = (storage: Storage) => JSON.parse(storage.getItem('graphiql:tabState') ?? '{}');

describe('the storage of an island', () => {
  it('is its own, and has defaults until something is stored', () => {
    const storage = storageOf('console', { 'graphiql:visiblePlugin': 'Examples' });
    expect(storage.getItem('graphiql:visiblePlugin')).toBe('Examples');
    storage.setItem('graphiql:visiblePlugin', '');
    expect(storage.getItem('graphiql:visiblePlugin')).toBe('');
    expect([...kept.keys()]).toEqual(['console graphiql:visiblePlugin']);
  });

  it('keeps no secret of a document, of its variables, or of a tab and the history that hold both', () => {
    const storage = storageOf('console');
    const canary = 'canary-"4f1c9';
    const literal = JSON.stringify(canary);
    const query = `mutation { createUser(input: { email: "a@b.example", password: ${literal} }) { id } }`;
    const variables = JSON.stringify({
      input: { clientSecret: canary, headers: [{ name: 'X-Api-Key', value: canary }], tokenUrl: 'https://t' },
    });
    storage.setItem('graphiql:query', query);
    storage.setItem('graphiql:variables', variables);
    storage.setItem('graphiql:queries', JSON.stringify({ queries: [{ query, variables }] }));
    storage.setItem('graphiql:tabState', JSON.stringify({ tabs: [{ query, variables }], activeTabIndex: 0 }));
    expect([...kept.values()].join()).not.toContain('4f1c9');
    const [tab] = tabsIn(storage).tabs;
    expect(tab.query).toContain('email: "a@b.example", password: ""');
    expect(JSON.parse(tab.variables)).toEqual({
      input: { clientSecret: '', headers: [{ name: 'X-Api-Key', value: '' }], tokenUrl: 'https://t' },
    });
  });
});

describe('the tab of links', () => {
  it('is one: a further document takes its place, and it is the active one', () => {
    const storage = storageOf('console');
    const own = { id: 'own', hash: null, title: 'Mine', query: '{ a }', variables: null, headers: null };
    storage.setItem('graphiql:tabState', JSON.stringify({ tabs: [own], activeTabIndex: 0 }));
    openLinked(storage, { query: 'mutation RetireProduct { a }', variables: '{}' });
    openLinked(storage, { query: 'mutation StageProduct { a }', variables: '{"input":1}' });
    expect(tabsIn(storage)).toEqual({
      tabs: [
        own,
        {
          id: 'linked',
          hash: null,
          title: 'StageProduct',
          query: 'mutation StageProduct { a }',
          variables: '{"input":1}',
          headers: null,
          operationName: null,
          response: null,
        },
      ],
      activeTabIndex: 1,
    });
    expect(storage.getItem('graphiql:query')).toBe('mutation StageProduct { a }');
  });

  it('is there where nothing was stored, or what is no JSON', () => {
    const storage = storageOf('console');
    storage.setItem('graphiql:tabState', 'broken');
    openLinked(storage, { query: '{ a }' });
    expect(tabsIn(storage)).toMatchObject({
      tabs: [{ title: '<untitled>', query: '{ a }' }],
      activeTabIndex: 0,
    });
  });
});
