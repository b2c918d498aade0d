import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

const { digestOf, IMAGES, withDigests } = await import(
  new URL('../../../bin/image-digests.mjs', import.meta.url).href
);
const DIGEST = `sha256:${'0a'.repeat(32)}`;
const OTHER = `sha256:${'1b'.repeat(32)}`;

const open: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** Starts a registry that answers as the function says, and returns its host. */
async function registry(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the images of a release', () => {
  it.each(Object.keys(IMAGES))(
    'stand in %s by tag and digest, each for itself, and nothing else changes',
    async (file) => {
      const text = readFileSync(file, 'utf8').replaceAll(/@sha256:[0-9a-f]+/g, '');
      const asked: string[] = [];
      const pinned = await withDigests(text, IMAGES[file], async (name: string) => {
        asked.push(name);
        return name.startsWith('redis') ? OTHER : DIGEST;
      });
      expect(new Set(asked).size).toBe(asked.length);
      for (const name of asked)
        expect(pinned).toContain(`${name}@${name.startsWith('redis') ? OTHER : DIGEST}`);
      expect(pinned.replaceAll(`@${DIGEST}`, '').replaceAll(`@${OTHER}`, '')).toBe(text);
      const again = await withDigests(pinned, IMAGES[file], async () => OTHER);
      expect(again).toBe(pinned.replaceAll(DIGEST, OTHER));
    },
  );

  it('are those that the image is built on and that Compose starts beside it', () => {
    const names = (file: string) => [...new Set(readFileSync(file, 'utf8').match(IMAGES[file]))];
    expect(names('Dockerfile')).toEqual([expect.stringMatching(/^node:/)]);
    expect(names('compose.yaml').map((name) => name.split(':')[0])).toEqual(['postgres', 'redis']);
  });

  it('are not released where a file names none', async () => {
    await expect(withDigests('services: {}\n', IMAGES['compose.yaml'], async () => DIGEST)).rejects.toThrow(
      'No image is where',
    );
  });
});

describe('the digest of an image', () => {
  it('is that of its index, after the token that the registry asks for', async () => {
    const host = await registry((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://registry.example');
      if (pathname === '/token') {
        response.end(
          JSON.stringify({ token: `${searchParams.get('service')} ${searchParams.get('scope')}` }),
        );
        return;
      }
      const isIndex = request.headers.accept?.includes('application/vnd.oci.image.index.v1+json');
      const isKnown = request.headers.authorization === 'Bearer acme repository:acme/node:pull';
      const isAsked = `${request.method} ${pathname}` === 'HEAD /v2/acme/node/manifests/24';
      if (isKnown && isAsked && isIndex) response.setHeader('docker-content-digest', DIGEST);
      else
        response.writeHead(401, {
          'www-authenticate': `Bearer realm="http://${host}/token",service="acme",scope="repository:acme/node:pull"`,
        });
      response.end();
    });
    await expect(digestOf(`${host}/acme/node:24`, 'http')).resolves.toBe(DIGEST);
  });

  it('is refused, with the status, where the registry has no such tag or no digest', async () => {
    const statuses = [404, 200];
    const host = await registry((_, response) => response.writeHead(statuses.shift() ?? 500).end());
    for (const status of [404, 200])
      await expect(digestOf(`${host}/acme/node:24`, 'http')).rejects.toThrow(
        `${host} has no digest of ${host}/acme/node:24. It answered ${status}.`,
      );
  });

  it('is refused where the registry wants a name and a password', async () => {
    const host = await registry((_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="acme"' }).end(),
    );
    await expect(digestOf(`${host}/acme/node:24`, 'http')).rejects.toThrow('serves only users that sign in');
  });
});
