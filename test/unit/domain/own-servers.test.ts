import { describe, expect, it } from 'vitest';
import {
  namedByPath,
  ownServers,
  pathOnOwnServers,
  pathsOf,
} from '../../../src/domain/addresses/own-servers.ts';

describe('an address of a GraphQL server of this platform', () => {
  const local = ownServers(['http://127.0.0.1:8090']);

  it.each([
    'http://127.0.0.1:8090/api/acme/pets',
    'http://localhost:8090/api/acme/pets',
    'HTTP://LocalHost:8090/api/acme/pets',
    'http://[::1]:8090/api/acme/pets',
    'http://2130706433:8090/api/acme/pets/',
    'http://0x7f.1:8090/api/acme/x/../pets//',
    'http://somebody@localhost:8090/api/acme/pets?query={a}#b',
  ])('is known in any spelling: %s', (url) => {
    expect(pathOnOwnServers(local, url)).toBe('/api/acme/pets');
  });

  it.each(['http://127.0.0.1:8091/api/acme/pets', 'https://127.0.0.1:8090/api/acme/pets', 'api/acme/pets'])(
    'is not one of another listener: %s',
    (url) => {
      expect(pathOnOwnServers(local, url)).toBeUndefined();
    },
  );

  it('is below the path that the listener is known by', () => {
    const behind = ownServers(['https://shared.example/servers/']);
    expect(pathOnOwnServers(behind, 'https://shared.example/servers/api/acme/pets')).toBe('/api/acme/pets');
    expect(pathOnOwnServers(behind, 'https://shared.example/servers')).toBe('');
    for (const path of ['/api/acme/pets', '/serverside/api/acme/pets'])
      expect(pathOnOwnServers(behind, `https://shared.example${path}`)).toBeUndefined();
  });
});

describe('the path of a GraphQL server', () => {
  it('names its org and itself, or is the one that it had before names were of an org', () => {
    expect(namedByPath('/api/acme/pets')).toEqual({ org: 'acme', name: 'pets' });
    expect(namedByPath('/api/pets')).toEqual({ alias: 'pets' });
    expect(pathsOf({ org: 'acme', name: 'pets', alias: null })).toEqual(['/api/acme/pets']);
    expect(pathsOf({ org: 'acme', name: 'pets', alias: 'pets' })).toEqual(['/api/pets', '/api/acme/pets']);
  });

  it.each(['', '/', '/api', '/api/', '/api/a/b/c', '/apis/a/b', '/api//b', '/API/a/b'])(
    'is none: %j',
    (path) => {
      expect(namedByPath(path)).toBeUndefined();
    },
  );

  it('is not decoded: no name needs it', () => {
    expect(namedByPath('/api/acme%2Fpets')).toEqual({ alias: 'acme%2Fpets' });
  });
});
