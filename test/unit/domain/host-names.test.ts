import { describe, expect, it } from 'vitest';
import {
  type HostName,
  HostNames,
  isHostName,
  pathElsewhere,
  readHostName,
} from '../../../src/domain/addresses/host-names.ts';
import { catalogUrl } from '../../../src/domain/addresses/public-urls.ts';

const namesOf = (...texts: string[]) => new HostNames(texts.map((text) => readHostName(text) as HostName));

describe('a host name of an org or a catalog', () => {
  it.each([
    ['api.acme.example=acme/production', { host: 'api.acme.example', path: '/acme/production' }],
    ['API.Acme.Example = acme', { host: 'api.acme.example', path: '/acme' }],
    ['localhost=acme', { host: 'localhost', path: '/acme' }],
    ['*.apis.example=*', { host: '*.apis.example', path: '/*' }],
    ['*.acme.example=acme/*', { host: '*.acme.example', path: '/acme/*' }],
    ['*.apis.example=*/production', { host: '*.apis.example', path: '/*/production' }],
  ])('is read: %s', (text, read) => {
    expect(readHostName(text)).toEqual(read);
  });

  it.each([
    '',
    'api.acme.example',
    '=acme',
    'api.acme.example=',
    'api.acme.example=acme/production/v1',
    'api.acme.example=acme/',
    'api.acme.example=/acme',
    'api.acme.example=Acme',
    'api.acme.example=acme=beta',
    'api.acme.example:8443=acme',
    'https://api.acme.example=acme',
    'api.acme.example/v1=acme',
    '-api.example=acme',
    'api..example=acme',
    '10.0.0.1=acme',
    '[::1]=acme',
    '*.example=acme',
    'api.example=*',
    '*.example=*/*',
    '*=acme',
    'a.*.example=*',
    `${'a'.repeat(64)}.example=acme`,
  ])('is not read: %s', (text) => {
    expect(readHostName(text)).toBeUndefined();
  });

  it('is a name of DNS', () => {
    expect(['a', 'a-b.example', 'xn--bcher-kva.example', '1.example'].map(isHostName)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['', '.', 'a.', 'a_b', 'a.1', `${'a.'.repeat(127)}a`].map(isHostName)).toEqual(
      Array(6).fill(false),
    );
  });
});

describe('the host of a request', () => {
  const names = namesOf('api.acme.example=acme/production', '*.apis.example=*', '*.acme.example=acme/*');

  it.each([
    ['api.acme.example', '/acme/production'],
    ['API.ACME.EXAMPLE', '/acme/production'],
    ['api.acme.example:8443', '/acme/production'],
    ['api.acme.example.', '/acme/production'],
    ['beta.apis.example', '/beta'],
    ['sandbox.acme.example:80', '/acme/sandbox'],
  ])('%s stands for %s', (host, path) => {
    expect(names.pathOf(host)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'acme.example',
    'apis.example',
    'a.b.apis.example',
    'a_b.apis.example',
    '*.apis.example',
    '..apis.example',
    'a/b.apis.example',
    'api.acme.example.evil.example',
    '127.0.0.1:8080',
    '[::1]:8080',
  ])('%j stands for nothing', (host) => {
    expect(names.pathOf(host)).toBeUndefined();
  });
});

describe('the address of a catalog', () => {
  const gatewayHosts = namesOf(
    'api.acme.example=acme/production',
    '*.apis.example=*',
    '*.beta.example=beta/*',
  );
  const at = (gateway: string, path: string) => catalogUrl({ gateway, gatewayHosts }, path);

  it('is at the first host name that leads to it, with the scheme and port of GATEWAY_URL', () => {
    expect(at('https://gateway.example', '/acme/production')).toBe('https://api.acme.example');
    expect(at('http://127.0.0.1:8080', '/acme/production')).toBe('http://api.acme.example:8080');
    expect(at('https://gateway.example/behind', '/acme/sandbox')).toBe('https://acme.apis.example/sandbox');
    expect(at('https://gateway.example', '/beta/main')).toBe('https://beta.apis.example/main');
  });

  it('is below GATEWAY_URL where none does', () => {
    const one = namesOf('api.acme.example=acme/production');
    const urls = { gateway: 'https://gateway.example', gatewayHosts: one };
    expect(catalogUrl(urls, '/acme/sandbox')).toBe('https://gateway.example/acme/sandbox');
    expect(catalogUrl({ gateway: 'https://gateway.example' }, '/acme/sandbox')).toBe(
      'https://gateway.example/acme/sandbox',
    );
  });

  it('is never a host that stands for another by its whole name', () => {
    const names = namesOf('*.a.example=*', 'acme.a.example=beta/main', '*.b.example=acme/*');
    expect(names.addressOf('/acme/main')).toEqual({ host: 'main.b.example', path: '' });
    expect(names.addressOf('/beta/main')).toEqual({ host: 'beta.a.example', path: '/main' });
  });

  it('leads back to the catalog, whichever entry it came of', () => {
    const stars = namesOf(
      '*.a.example=*',
      '*.b.example=acme/*',
      '*.c.example=*/production',
      'd.example=acme',
    );
    for (const path of ['/acme/production', '/beta/production', '/beta/main']) {
      const { host, path: rest } = stars.addressOf(path) ?? { host: '', path: '' };
      expect(`${stars.pathOf(host)}${rest}`).toBe(path);
    }
  });
});

it('a path of such a host is below its place; well-known addresses keep their beginning, and nothing leads out', () => {
  const of = (path: string) => pathElsewhere('/acme/production', path);
  expect(of('/customerdb/v1')).toBe('/acme/production/customerdb/v1');
  expect(of('/')).toBe('/acme/production/');
  expect(of('/beta/main/spy')).toBe('/acme/production/beta/main/spy');
  expect(of('/.well-known/oauth-authorization-server/idp')).toBe(
    '/.well-known/oauth-authorization-server/acme/production/idp',
  );
  expect(of('/.well-known/oauth-authorization-server/beta/main/idp')).toBe(
    '/.well-known/oauth-authorization-server/acme/production/beta/main/idp',
  );
  expect(of('/.well-known/oauth-protected-resource/customerdb/v1')).toBe(
    '/.well-known/oauth-protected-resource/acme/production/customerdb/v1',
  );
  expect(of('/.well-known/security.txt')).toBe('/.well-known/security.txt');
});
