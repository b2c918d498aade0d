import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remedyFor } from '../../../src/domain/call/remedies.ts';
import {
  ALICE,
  basic,
  CLIENT,
  client,
  ENDING_CLIENT,
  type OAuthWorld,
  oauthWorld,
  PROVIDER,
  START,
  TOKEN_PATH,
} from '../../support/oauth.ts';

let world: OAuthWorld;
beforeAll(async () => {
  world = await oauthWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.refused.length = 0;
});

/** The only refused request that is kept. */
function only() {
  const [request, ...others] = world.refused;
  if (!request || others.length > 0) throw new Error(`${others.length + 1} are kept.`);
  return request;
}

describe('a refused request of an OAuth endpoint', () => {
  it('is kept under the id that its answer tells, with the client that it names and the step that refused it', async () => {
    const { status, headers, json } = await world.post('token', {
      ...ALICE,
      ...client(),
      client_secret: 'wrong',
    });
    expect([status, json['error']]).toEqual([401, 'invalid_client']);
    const request = only();
    expect(request).toMatchObject({
      requestId: headers.get('x-request-id'),
      requestIdIsOwn: true,
      at: START.toISOString(),
      method: 'POST',
      path: TOKEN_PATH,
      oauthProvider: PROVIDER,
      api: null,
      status: 401,
      code: 'CLIENT_INVALID',
      detail: json['error_description'],
      decision: [
        { step: 'request', outcome: 'PASSED' },
        {
          step: 'oauthClient',
          outcome: 'REFUSED',
          facts: { keySent: true, secretSent: true, isKnown: true, client: `${CLIENT.slice(0, 7)}…` },
        },
      ],
    });
    expect(request.applicationId).not.toBeNull();
    expect(remedyFor(request)).toContain('client secret as it was issued');
  });

  it('names the end of a secret that has ended, from that instant on, to who shows it', async () => {
    const end = START.getTime() + 3_600_000;
    const own = { ...ALICE, ...client(ENDING_CLIENT) };
    world.state.now = new Date(end - 1);
    expect((await world.post('token', own)).status).toBe(200);
    world.state.now = new Date(end);
    const { status, json } = await world.post('token', own);
    expect([status, json['error'], json['error_description']]).toEqual([
      401,
      'invalid_client',
      `The client secret ended on ${new Date(end).toISOString()}: replace it.`,
    ]);
    expect(only()).toMatchObject({ code: 'CLIENT_INVALID', applicationId: ENDING_CLIENT });
    expect(only().decision.at(-1)).toMatchObject({
      step: 'oauthClient',
      facts: { isKnown: true, secretEndedAt: new Date(end).toISOString() },
    });
    const wrong = await world.post('token', { ...own, client_secret: 'wrong' });
    expect(wrong.json['error_description']).not.toContain('ended');
    world.state.now = START;
  });

  it.each([
    [{ ...ALICE, client_id: 'nobody', client_secret: 'x' }, 'CLIENT_INVALID', 'oauthClient'],
    [{ ...client(), grant_type: 'dance' }, 'GRANT_TYPE_UNSUPPORTED', 'grantType'],
    [{ ...client() }, 'BAD_USER_INPUT', 'grantType'],
    [{ ...ALICE, ...client(), password: 'wrong' }, 'GRANT_INVALID', 'grant'],
    [{ ...ALICE, ...client(), scope: 'no-such' }, 'SCOPE_INVALID', 'grant'],
  ])('tells the step of %j: %s', async (form, code, step) => {
    const { status } = await world.post('token', form);
    expect(only()).toMatchObject({ code, status });
    expect(only().decision.at(-1)).toMatchObject({ step, outcome: 'REFUSED' });
  });

  it('is kept of revocation and introspection too, and of a request that is no form', async () => {
    await world.post('revoke', client());
    await world.post('introspect', client('nobody'));
    await world.send(TOKEN_PATH, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    await world.send(TOKEN_PATH);
    expect(world.refused.map(({ code, decision }) => [code, decision.at(-1)?.step])).toEqual([
      ['BAD_USER_INPUT', 'token'],
      ['CLIENT_INVALID', 'oauthClient'],
      ['BAD_USER_INPUT', 'request'],
      ['METHOD_NOT_ALLOWED', 'request'],
    ]);
  });

  it('keeps the id that the client chose, and says that it did', async () => {
    const { headers } = await world.post('token', client(), { 'x-request-id': 'chosen-1' });
    expect(headers.get('x-request-id')).toBe('chosen-1');
    expect(only()).toMatchObject({ requestId: 'chosen-1', requestIdIsOwn: false });
  });

  it('leaves no secret behind: nothing of the form, the query or a header', async () => {
    const canary = 'canary-4f1c9';
    await world.post('token', { ...ALICE, client_id: canary, client_secret: canary, code: canary });
    await world.post('token', { ...ALICE, password: canary }, basic(CLIENT, canary));
    await world.post('token', { ...client(), username: 'alice', grant_type: 'password', password: canary });
    await world.send(`${TOKEN_PATH}?client_secret=${canary}`, { headers: { cookie: canary } });
    expect(world.refused).toHaveLength(4);
    expect(JSON.stringify(world.refused)).not.toContain(canary);
  });
});
