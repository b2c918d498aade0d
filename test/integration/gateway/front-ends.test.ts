import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { exchange } from '../../support/raw-http.ts';
import { type Unclear, unclearCodings, unclearLengths } from '../../support/smuggling.ts';
import { openStrictWorld, PATH, type StrictWorld } from '../../support/strict-world.ts';

type FrontEnd = {
  readonly command: readonly string[];
  readonly config: (ports: { port: number; gateway: number; folder: string }) => string;
};

/** Both keep their connections to the gateway, over which requests of several callers go. */
const frontEnds: Readonly<Record<string, FrontEnd>> = {
  nginx: {
    command: ['nginx', '-c'],
    config: ({
      port,
      gateway,
      folder,
    }) => `daemon off; master_process off; pid ${folder}/x.pid; error_log ${folder}/x.error;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/x.body; proxy_temp_path ${folder}/x.proxy; fastcgi_temp_path ${folder}/x.f;
        uwsgi_temp_path ${folder}/x.u; scgi_temp_path ${folder}/x.s;
        upstream gateway { server 127.0.0.1:${gateway}; keepalive 4; }
        server { listen 127.0.0.1:${port}; location / {
          proxy_pass http://gateway; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_request_buffering off; } }
      }`,
  },
  haproxy: {
    command: ['haproxy', '-db', '-f'],
    config: ({ port, gateway }) => `global
defaults
  mode http
  option http-server-close
  option http-keep-alive
  http-reuse always
  timeout client 2s
  timeout server 2s
  timeout connect 2s
  timeout http-request 2s
frontend front
  bind 127.0.0.1:${port}
  default_backend gateway
backend gateway
  server gateway 127.0.0.1:${gateway}
`,
  },
};

const isThere = (name: string) => spawnSync(name, ['-v']).error === undefined;
const SMUGGLED = '/acme/sandbox/open/smuggled';
const second = `GET ${SMUGGLED} HTTP/1.1\r\nHost: gateway.test\r\n\r\n`;

const lengthy = `Content-Length: ${second.length}\r\n`;
const requestsInBodies: Unclear[] = [
  ['a GET with a request as its body', `GET ${PATH} HTTP/1.1\r\nHost: a\r\n${lengthy}\r\n${second}`],
  [
    'an upgrade with one',
    `POST ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n${lengthy}\r\n${second}`,
  ],
  [
    'chunks with one',
    `POST ${PATH} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${second.length.toString(16)};a=b\r\n${second}\r\n0\r\nX: 1\r\n\r\n`,
  ],
];

describe.each(Object.entries(frontEnds))('behind %s', (name, { command, config }) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-front-'));
  let world: StrictWorld;
  let port: number;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    world = await openStrictWorld();
    port = await freePort();
    const file = join(folder, 'config');
    writeFileSync(file, config({ port, gateway: world.port, folder }));
    const [program = '', ...args] = command;
    if (!isThere(program)) return;
    child = spawn(program, [...args, file], { stdio: 'ignore' });
    await served();
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Waits until a plain request comes through. */
  async function served(): Promise<void> {
    for (let tries = 100; tries > 0; tries -= 1) {
      const plain = `GET ${PATH} HTTP/1.1\r\nHost: gateway.test\r\nConnection: close\r\n\r\n`;
      const { answers } = await exchange(port, plain).catch(() => ({ answers: [] }));
      if (answers[0]?.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${name} did not come up.`);
  }

  it.skipIf(!isThere(name))('no request is one for it and two for the gateway', async () => {
    for (const [what, bytes] of [...unclearCodings(PATH), ...unclearLengths(PATH), ...requestsInBodies]) {
      world.upstream.seen.length = 0;
      const { answers } = await exchange(port, bytes + second, { ends: true });
      // Whoever comes next on the kept connection would get what was smuggled.
      await served();
      const taken = world.upstream.seen.filter(({ url }) => url.endsWith('/smuggled')).length;
      const read = Math.max(0, answers.filter(({ status }) => status >= 200).length - 1);
      expect({ what, surplus: Math.max(0, taken - read) }).toEqual({ what, surplus: 0 });
    }
  });
});
