import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { curl, javascript } from '../../../src/control-plane/portal/pages/products/snippet.ts';
import {
  authorizationInShell,
  type TokenClient,
  tokenCall,
} from '../../../src/control-plane/portal/pages/products/token-call.ts';

const run = promisify(execFile);

const server = {
  tokenUrl: 'https://gateway.test/token',
  authorizeUrl: 'https://gateway.test/authorize',
  scopes: [
    { name: 'read', description: '' },
    { name: 'write', description: '' },
  ],
};
const confidential: TokenClient = {
  clientType: 'CONFIDENTIAL',
  clientKey: 'ck_mine',
  redirectUri: 'https://app.test/back?a=1',
};
const open: TokenClient = { ...confidential, clientType: 'PUBLIC' };

const formOf = (...args: Parameters<typeof tokenCall>) =>
  Object.fromEntries(new URLSearchParams(tokenCall(...args).body));

it('the call for a token has the form of its flow (RFC 6749 §4.1.3, §4.3.2, §4.4.2; RFC 7636 §4.5)', () => {
  const request = { server, client: confidential };
  expect(formOf('APPLICATION', request)).toEqual({ grant_type: 'client_credentials', scope: 'read write' });
  expect(formOf('RESOURCE_OWNER_PASSWORD', request)).toEqual({
    grant_type: 'password',
    username: 'USERNAME',
    password: 'PASSWORD',
    scope: 'read write',
  });
  expect(formOf('ACCESS_CODE', request)).toEqual({
    grant_type: 'authorization_code',
    code: 'THE_CODE',
    redirect_uri: 'https://app.test/back?a=1',
    code_verifier: 'THE_CODE_VERIFIER',
  });
  const plain = { server: { ...server, scopes: [] }, client: confidential };
  expect(formOf('APPLICATION', plain)).toEqual({ grant_type: 'client_credentials' });
});

it('a public application shows no secret, and names itself in the form (RFC 6749 §3.2.1)', () => {
  const call = tokenCall('ACCESS_CODE', { server, client: open });
  expect(call.person).toBeUndefined();
  expect(new URLSearchParams(call.body).get('client_id')).toBe('ck_mine');
  expect(curl(call)).not.toContain('SECRET');
  expect(curl(tokenCall('ACCESS_CODE', { server, client: confidential }))).toContain(
    "-u 'ck_mine:YOUR_CLIENT_SECRET'",
  );
});

it('the call for a token arrives as it was meant, from a program', async () => {
  const endpoint = createServer(async (request, response) => {
    const { authorization = '', 'content-type': type } = request.headers;
    response.end(JSON.stringify({ authorization, type, form: await text(request) }));
  });
  await new Promise<void>((listening) => endpoint.listen(0, '127.0.0.1', listening));
  try {
    const tokenUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/token`;
    const call = tokenCall('APPLICATION', { server: { ...server, tokenUrl }, client: confidential });
    const script = javascript(call).replace('console.log', 'globalThis.tell');
    const tell = 'globalThis.tell = (answer) => process.stdout.write(JSON.stringify(answer));';
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', `${tell}\n${script}`]);
    expect(JSON.parse(stdout)).toEqual({
      authorization: `Basic ${btoa('ck_mine:YOUR_CLIENT_SECRET')}`,
      type: 'application/x-www-form-urlencoded',
      form: 'grant_type=client_credentials&scope=read+write',
    });
  } finally {
    endpoint.close();
  }
});

it('the beginning of the code flow makes another verifier each time, whose challenge is in the address (RFC 7636 §4.2)', async () => {
  const begin = async () => {
    const { stdout } = await run('sh', ['-c', authorizationInShell({ server, client: open })]);
    const [address = '', made = ''] = stdout.split('\n');
    const [verifier = '', state = ''] = made.split(' ');
    return { address: new URL(address), verifier, state };
  };
  const { address, verifier, state } = await begin();
  expect(verifier).toMatch(/^[0-9a-f]{64}$/);
  expect((await begin()).verifier).not.toBe(verifier);
  expect(`${address.origin}${address.pathname}`).toBe('https://gateway.test/authorize');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'ck_mine',
    redirect_uri: 'https://app.test/back?a=1',
    scope: 'read write',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    state,
  });
});
