import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type CallableApi,
  curl,
  type ExampleCall,
  exampleCall,
  javascript,
  python,
} from '../../../src/control-plane/portal/pages/products/snippet.ts';

const run = promisify(execFile);

const byKey = { type: 'API_KEY', keyName: 'X-Client-Id', keyLocation: 'HEADER' } as const;
const inQuery = { type: 'API_KEY', keyName: 'client id', keyLocation: 'QUERY' } as const;
const byPerson = { type: 'HTTP_BASIC', keyName: null, keyLocation: null } as const;
const byToken = { type: 'OAUTH2', keyName: null, keyLocation: null } as const;
const customers: CallableApi = {
  kind: 'REST',
  url: 'https://gateway.test/acme/sandbox/customers/v1',
  operations: [
    { method: 'DELETE', path: '/customers' },
    { method: 'GET', path: '/customers/{id}' },
    { method: 'GET', path: '/customers' },
  ],
  security: [byKey],
};

/** What a shell, a script or a program would have to quote. */
const awkward: ExampleCall = {
  method: 'POST',
  url: `https://gateway.test/it's/a "path"?a=$HOME&b=\`id\`\\`,
  headers: [['X-Client-Id', `ck_'"\\$(id)`]],
  body: `{"query":"{ a(b: \\"it's\\") }"}`,
};

describe('the example of an API', () => {
  it('reads, without a parameter where that is possible, with the key where it belongs', () => {
    expect(exampleCall(customers, 'ck_mine')).toEqual({
      method: 'GET',
      url: 'https://gateway.test/acme/sandbox/customers/v1/customers',
      headers: [['X-Client-Id', 'ck_mine']],
      body: undefined,
    });
    expect(exampleCall({ ...customers, security: [inQuery] }, 'ck&mine').url).toBe(
      'https://gateway.test/acme/sandbox/customers/v1/customers?client%20id=ck%26mine',
    );
  });

  it('shows all parts of an alternative, each header once, as its own operation asks', () => {
    const security = [{ ...byPerson, beside: [byKey, inQuery] }];
    const [remove, one, all] = customers.operations;
    if (!remove || !one || !all) throw new Error('There are three operations.');
    const operations = [remove, one, { ...all, security }];
    expect(exampleCall({ ...customers, operations }, 'ck_mine')).toEqual({
      method: 'GET',
      url: 'https://gateway.test/acme/sandbox/customers/v1/customers?client%20id=ck_mine',
      headers: [['X-Client-Id', 'ck_mine']],
      body: undefined,
      person: { username: 'YOUR_USERNAME', password: 'YOUR_PASSWORD' },
    });
    const open = { ...customers, operations: [{ ...all, security: [] }] };
    expect(exampleCall(open, 'ck_mine').headers).toEqual([]);
  });

  it('reads with a parameter, or does what there is to do, where there is no other operation', () => {
    const of = (count: number) =>
      exampleCall({ ...customers, operations: customers.operations.slice(0, count) }, 'ck_mine');
    expect([of(2).method, of(2).url.endsWith('/customers/{id}')]).toEqual(['GET', true]);
    expect([of(1).method, of(1).url.endsWith('/customers')]).toEqual(['DELETE', true]);
  });

  it('says what is missing: a key of one who has none, a token, which no page shows', () => {
    expect(exampleCall(customers, undefined).headers).toEqual([['X-Client-Id', 'YOUR_CLIENT_KEY']]);
    expect(exampleCall({ ...customers, security: [byToken] }, 'ck_mine').headers).toEqual([
      ['Authorization', 'Bearer YOUR_ACCESS_TOKEN'],
    ]);
    expect(exampleCall({ ...customers, security: [] }, 'ck_mine').headers).toEqual([]);
  });

  it('names the person of HTTP Basic in each language, beside the client key', () => {
    const call = exampleCall({ ...customers, security: [byPerson] }, 'ck_mine');
    expect(call.headers).toEqual([['X-Client-Id', 'ck_mine']]);
    expect(curl(call)).toContain("-u 'YOUR_USERNAME:YOUR_PASSWORD'");
    expect(javascript(call)).toContain(
      '"Authorization": "Basic " + btoa(String.fromCharCode(...new TextEncoder().encode("YOUR_USERNAME:YOUR_PASSWORD"))),',
    );
    expect(python(call)).toContain(
      '"Authorization": "Basic " + base64.b64encode("YOUR_USERNAME:YOUR_PASSWORD".encode()).decode(),',
    );
  });

  it('shows a client certificate by its files, in each language', () => {
    const byCertificate = { type: 'MUTUAL_TLS', keyKind: null, keyName: null, keyLocation: null } as const;
    const call = exampleCall({ ...customers, security: [byCertificate] }, 'ck_mine');
    expect(call.headers).toEqual([]);
    expect(curl(call)).toContain("--cert 'client.pem' --key 'client.key'");
    expect(javascript(call)).toContain(
      'cert: readFileSync("client.pem"),\n  key: readFileSync("client.key"),',
    );
    expect(python(call)).toContain('context.load_cert_chain("client.pem", "client.key")');
    expect(python(call)).toContain('urlopen(request, context=context)');
  });

  it('sends a document to a GraphQL API', () => {
    const { method, headers, body } = exampleCall({ ...customers, kind: 'GRAPHQL', operations: [] }, 'ck');
    expect([method, JSON.parse(body ?? '')]).toEqual(['POST', { query: '{ __typename }' }]);
    expect(headers).toEqual([
      ['Content-Type', 'application/json'],
      ['X-Client-Id', 'ck'],
    ]);
  });
});

describe('a snippet', () => {
  it('for curl reaches it as it was meant, whatever a shell does with quotes', async () => {
    const told = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${curl(awkward)}`;
    const { stdout } = await run('sh', ['-c', told]);
    const [name, value] = awkward.headers[0] ?? [];
    expect(stdout.split('\0')).toEqual([
      '-X',
      'POST',
      awkward.url,
      '-H',
      `${name}: ${value}`,
      '-d',
      awkward.body,
      '',
    ]);
  });

  it('for JavaScript makes the call', async () => {
    const server = createServer(async (request, response) => {
      const { method, url, headers } = request;
      response.end(JSON.stringify({ method, url, key: headers['x-client-id'], body: await text(request) }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/customers?a='`;
      const script = javascript({ ...awkward, url }).replace('console.log', 'globalThis.tell');
      const tell = 'globalThis.tell = (answer) => process.stdout.write(JSON.stringify(answer));';
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', `${tell}\n${script}`]);
      expect(JSON.parse(stdout)).toEqual({
        method: 'POST',
        url: '/customers?a=%27',
        key: awkward.headers[0]?.[1],
        body: awkward.body,
      });
    } finally {
      server.close();
    }
  });

  it('for Python has every value as a string of its own', () => {
    const lines = python(awkward).split('\n');
    for (const value of [awkward.url, awkward.method, awkward.body, awkward.headers[0]?.[1]])
      expect(lines.filter((line) => line.includes(JSON.stringify(value)))).toHaveLength(1);
    expect(lines.at(-1)).toBe('    print(json.load(response))');
  });
});
