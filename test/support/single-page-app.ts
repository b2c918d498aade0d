import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Settings of the application: its provider, its client, the address that it calls. */
export type SinglePageSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly api: string;
};

export type SinglePageApp = {
  /** Another site than that of a platform on 127.0.0.1. */
  readonly origin: string;
  readonly settings: { current: SinglePageSettings };
  close(): Promise<void>;
};

const OWN = new URL('./single-page-app/', import.meta.url);
const LIBRARY = new URL('../../node_modules/oauth4webapi/build/index.js', import.meta.url);
const files = {
  '/': ['text/html', new URL('index.html', OWN)],
  '/app.js': ['text/javascript', new URL('app.js', OWN)],
  '/oauth4webapi.js': ['text/javascript', LIBRARY],
} as const satisfies Record<string, readonly [string, URL]>;

const isFile = (path: string): path is keyof typeof files => path in files;

/** Serves an application that runs in browsers alone, with oauth4webapi as it is published. */
export async function serveSinglePageApp(settings: SinglePageApp['settings']): Promise<SinglePageApp> {
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (isFile(pathname)) {
      const [type, file] = files[pathname];
      response.setHeader('content-type', type).end(readFileSync(file));
    } else if (pathname === '/settings.json') response.end(JSON.stringify(settings.current));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    settings,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
