import { expect, it, onTestFinished, vi } from 'vitest';
import { PlainRequest } from '../../../src/http/plain/plain-request.ts';
import { basic, client, oauthWorld, passwordGrant, TOKEN_PATH, urlEncoded } from '../../support/oauth.ts';
import { exchange, type RawAnswer } from '../../support/raw-http.ts';

const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';

/** The head and the body of a request that clients send. */
function post(path: string, form: Record<string, string>, headers = ''): { head: string; body: string } {
  const body = urlEncoded(form);
  const length = `Content-Length: ${body.length}\r\n`;
  return { head: `POST ${path} HTTP/1.1\r\nHost: gateway.test\r\n${FORM}${headers}${length}\r\n`, body };
}

/** What may differ from one answer to the next. */
function comparable({ status, headers, body }: RawAnswer) {
  const { date, 'x-request-id': id, ...others } = headers;
  const text = body
    .replace(/"access_token":"[^"]+"/, '"access_token":"…"')
    .replaceAll(/\b[0-9a-f-]{36}\b/g, '…');
  return { status, headers: others, text, date: typeof date, id: typeof id };
}

it('the token endpoints answer alike, whoever reads the request', async () => {
  const world = await oauthWorld();
  onTestFinished(() => world.close());
  const plain = vi.spyOn(PlainRequest.prototype, 'takeBody');
  const { json } = await passwordGrant(world);
  const token = String(json['access_token']);
  const alice = { grant_type: 'password', username: 'alice', password: 'alice-password' };
  const { authorization } = basic('demo-key', 'demo-key-secret');
  const introspection = TOKEN_PATH.replace('/token', '/introspect');
  const requests = {
    'secret in the form': post(TOKEN_PATH, { ...alice, ...client() }),
    'HTTP Basic': post(TOKEN_PATH, alice, `Authorization: ${authorization}\r\n`),
    'both ways': post(TOKEN_PATH, { ...alice, ...client() }, `Authorization: ${authorization}\r\n`),
    'wrong secret': post(TOKEN_PATH, { ...alice, client_id: 'demo-key', client_secret: 'wrong' }),
    'wrong password': post(TOKEN_PATH, { ...alice, ...client(), password: 'wrong' }),
    'no form': post(TOKEN_PATH, {}),
    introspection: post(introspection, { token, ...client() }),
  };
  const { port } = new URL(world.url);
  for (const [name, { head, body }] of Object.entries(requests)) {
    plain.mockClear();
    const whole = await exchange(Number(port), head + body, { answers: 1 });
    // A form without a parameter has no body: its head is all of it.
    expect(plain, `${name} is read from the socket`).toHaveBeenCalled();
    plain.mockClear();
    // Node reads what does not come whole, here for a field that is not plain.
    const byNode = await exchange(Number(port), head.replace('\r\n\r\n', '\r\nTE: trailers\r\n\r\n') + body, {
      answers: 1,
    });
    expect(plain, `${name} is read by Node`).not.toHaveBeenCalled();
    expect(byNode.answers.map(comparable), name).toEqual(whole.answers.map(comparable));
    expect(whole.answers, name).toHaveLength(1);
  }
});

it('two Authorization headers are refused, whoever reads the request', async () => {
  const world = await oauthWorld();
  onTestFinished(() => world.close());
  const { authorization } = basic('demo-key', 'demo-key-secret');
  const { head, body } = post(
    TOKEN_PATH,
    { grant_type: 'password', username: 'alice', password: 'alice-password' },
    `Authorization: ${authorization}\r\nauthorization: ${authorization}\r\n`,
  );
  const { answers } = await exchange(Number(new URL(world.url).port), head + body, { answers: 1 });
  expect(answers.map(({ status }) => status)).toEqual([400]);
  expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({
    error: 'invalid_request',
    error_description: 'Authenticate the client in one way: HTTP Basic or the form.',
  });
});

it('pages and key sets are never read from the socket', async () => {
  const world = await oauthWorld();
  onTestFinished(() => world.close());
  const plain = vi.spyOn(PlainRequest.prototype, 'resume');
  for (const endpoint of ['authorize', 'consents', 'jwks'])
    await world.send(TOKEN_PATH.replace('/token', `/${endpoint}`));
  expect(plain).not.toHaveBeenCalled();
});
