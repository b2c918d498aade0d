import { describe, expect, it } from 'vitest';
import { ownOrigins } from '../../../src/domain/addresses/own-servers.ts';

describe('the origins of our own pages', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com:443/', 'https://api.example.com'],
    ['http://10.0.0.5:9000', 'http://10.0.0.5:9000'],
    ['https://api.example.com/below', 'https://api.example.com'],
  ])('of %s is %s alone', (url, origin) => {
    expect([...ownOrigins(url)]).toEqual([origin]);
  });

  it.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000', 'http://0.0.0.0:9000'])(
    'of %s are all names of this machine, with that scheme and port',
    (url) => {
      const origins = ownOrigins(url);
      for (const name of ['localhost', '127.0.0.1', '[::1]'])
        expect(origins).toContain(`http://${name}:9000`);
      for (const other of ['http://localhost', 'https://localhost:9000', 'http://localhost.test:9000'])
        expect(origins).not.toContain(other);
    },
  );

  it('leave out the port that the scheme implies', () => {
    expect(ownOrigins('http://localhost:80')).toContain('http://127.0.0.1');
  });
});
