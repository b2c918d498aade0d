import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenIdDraft, openIdSettingsFrom } from '../../../src/domain/oauth/open-id-settings.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { checkOpenId } from '../../../src/infrastructure/user-registries/check-open-id.ts';
import { openIdConnect } from '../../../src/infrastructure/user-registries/openid-connect.ts';
import {
  type IdentifiedRegistry,
  Registries,
} from '../../../src/infrastructure/user-registries/registries.ts';
import { type LyingIssuer, openLyingIssuer } from '../../support/lying-issuer.ts';
import { noLocalUsers } from '../../support/registry.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const REDIRECT_URL = 'https://gateway.test/callback';

let issuer: LyingIssuer;
let outbound: Outbound;
beforeAll(async () => {
  issuer = await openLyingIssuer();
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
});
beforeEach(() => {
  Object.assign(issuer.state, { metadata: {}, claims: {}, userInfo: undefined, isForged: false });
  issuer.state.answers.clear();
  issuer.seen.length = 0;
});
afterAll(async () => {
  await Promise.all([issuer.close(), outbound.close()]);
});

const registryOf = (
  draft: OpenIdDraft = {},
  change: Partial<IdentifiedRegistry> = {},
): IdentifiedRegistry => ({
  id: 'people',
  orgId: 'acme',
  type: 'OPENID_CONNECT',
  url: issuer.url,
  openId: openIdSettingsFrom({ clientId: 'gatehouse', ...draft }, issuer.url, []),
  secret: 'a secret',
  ...change,
});

const begun = { redirectUrl: REDIRECT_URL, state: 'a state', nonce: 'a nonce', verifier: 'v'.repeat(43) };
const query = 'code=a-code&state=a+state';

/** Signs alice in as a new process would. */
async function signIn(registry = registryOf(), change: { query?: string } = {}) {
  const registries = new Registries({ outbound, localUsers: noLocalUsers });
  const url = new URL(await registries.signInUrl(registry, { ...begun, isAnew: false }));
  issuer.state.nonce = url.searchParams.get('nonce') ?? '';
  return registries.finishSignIn(registry, { ...begun, query, ...change });
}

const faultsOf = async (draft: OpenIdDraft = {}) =>
  (
    await checkOpenId(
      { url: issuer.url, openId: openIdSettingsFrom({ clientId: 'gatehouse', ...draft }, issuer.url, []) },
      outbound,
      () => new Date(),
    )
  ).faults.join(' ');

describe('a registry of type OPENID_CONNECT', () => {
  it('sends code, verifier and redirect URI to the issuer, with the secret of the client by HTTP Basic', async () => {
    expect(await signIn()).toMatchObject({ answer: 'ACCEPTED', subject: 'alice' });
    const { body, authorization } = issuer.seen.find(({ path }) => path === '/token') ?? {};
    expect(Object.fromEntries(body ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'a-code',
      code_verifier: begun.verifier,
      redirect_uri: REDIRECT_URL,
    });
    expect(authorization).toBe(`Basic ${btoa('gatehouse:a+secret')}`);
  });

  it('sends the secret in the form where the issuer takes no HTTP Basic, and none of a public client', async () => {
    issuer.state.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    expect(await signIn()).toMatchObject({ answer: 'ACCEPTED' });
    expect(issuer.seen.find(({ path }) => path === '/token')?.body.get('client_secret')).toBe('a secret');
    issuer.seen.length = 0;
    expect(await signIn(registryOf({ clientType: 'PUBLIC' }))).toMatchObject({ answer: 'ACCEPTED' });
    const { body, authorization } = issuer.seen.find(({ path }) => path === '/token') ?? {};
    expect([body?.get('client_id'), body?.get('client_secret'), authorization]).toEqual([
      'gatehouse',
      null,
      undefined,
    ]);
  });

  it('is not asked for its metadata again, however many issuers another org asks', async () => {
    const registries = new Registries({ outbound, localUsers: noLocalUsers });
    const begin = (change: Partial<IdentifiedRegistry> = {}) =>
      registries.signInUrl(registryOf({}, change), { ...begun, isAnew: false });
    const discovered = () => issuer.seen.filter(({ path }) => path === DISCOVERY).length;
    await begin();
    const others = Array.from({ length: 1_100 }, (_, at) => ({
      orgId: 'eve',
      url: `http://127.0.0.1:1/${at}`,
    }));
    await Promise.allSettled(others.map(begin));
    await begin();
    expect(discovered()).toBe(1);
    await begin({ orgId: 'another' });
    expect(discovered(), 'those of one org are of no use to others').toBe(2);
  });

  it.each<[what: string, change: () => void]>([
    ['another nonce', () => Object.assign(issuer.state.claims, { nonce: 'of another sign-in' })],
    ['another issuer', () => Object.assign(issuer.state.claims, { iss: 'https://evil.test' })],
    ['another audience', () => Object.assign(issuer.state.claims, { aud: 'another client' })],
    ['an end in the past', () => Object.assign(issuer.state.claims, { exp: 1 })],
    ['a signature of another key', () => Object.assign(issuer.state, { isForged: true })],
    ['an empty subject', () => Object.assign(issuer.state.claims, { sub: '' })],
    ['a subject with a control character', () => Object.assign(issuer.state.claims, { sub: 'al\u0000ice' })],
    ['a subject of 257 characters', () => Object.assign(issuer.state.claims, { sub: 'x'.repeat(257) })],
  ])('does not take an ID token with %s', async (_what, change) => {
    change();
    const { answer, subject, message } = await signIn();
    expect([answer, subject]).toEqual(['REFUSED', undefined]);
    expect(message).toMatch(/^The (answer of the )?identity provider /);
  });

  it.each([
    'state=other',
    'state=a+state',
    'code=a-code',
    'code=a-code&state=a+state&iss=https%3A%2F%2Fevil.test',
  ])('does not take the answer %s', async (answer) => {
    expect(await signIn(registryOf(), { query: answer })).toMatchObject({ answer: 'REFUSED' });
    expect(issuer.seen.map(({ path }) => path)).not.toContain('/token');
  });

  it('does not take userinfo of somebody else', async () => {
    issuer.state.userInfo = { sub: 'mallory', email: 'alice@acme.test', email_verified: true };
    expect(await signIn(registryOf({ subjectClaim: 'email' }))).toMatchObject({ answer: 'REFUSED' });
  });

  it('tells an issuer that fails from an answer that does not hold', async () => {
    issuer.state.answers.set('/token', (_request, response) => response.writeHead(500).end());
    expect(await signIn()).toMatchObject({
      answer: 'UNAVAILABLE',
      message: 'The identity provider cannot be asked: it answered 500.',
    });
    issuer.state.answers.set('/token', (_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
    });
    expect(await signIn()).toMatchObject({ answer: 'REFUSED' });
    issuer.state.answers.set('/token', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(300_000)}"`);
    });
    expect(await signIn()).toMatchObject({
      answer: 'UNAVAILABLE',
      message: 'The identity provider cannot be asked: its answer has more than 262144 bytes.',
    });
  });

  it('never calls endpoints of the metadata that may not be called', async () => {
    issuer.state.metadata = { token_endpoint: 'http://10.0.0.1/token' };
    expect(await signIn()).toMatchObject({ answer: 'UNAVAILABLE' });
    expect(issuer.seen.map(({ path }) => path)).toEqual([DISCOVERY]);
  });

  it('asks for the metadata once, and not again at once where they could not be had', async () => {
    const registries = new Registries({ outbound, localUsers: noLocalUsers });
    const ask = () => registries.signInUrl(registryOf(), { ...begun, isAnew: true });
    const urls = await Promise.all([ask(), ask(), ask()]);
    expect(urls.every((url) => url.includes('prompt=login'))).toBe(true);
    expect(issuer.seen).toHaveLength(1);
    const others = new Registries({ outbound, localUsers: noLocalUsers });
    const url = `${issuer.url}/absent`;
    for (const _attempt of [1, 2, 3])
      await expect(others.signInUrl(registryOf({}, { url }), { ...begun, isAnew: false })).rejects.toThrow(
        'answered 404',
      );
    expect(issuer.seen).toHaveLength(2);
  });

  it('takes no username and password', async () => {
    expect(openIdConnect.personFault({ username: 'alice', password: 'x' })).toContain('no username');
    const registries = new Registries({ outbound, localUsers: noLocalUsers });
    const person = { username: 'alice', password: 'x' };
    expect(await registries.authenticate(registryOf(), person)).toMatchObject({ answer: 'REFUSED' });
  });
});

describe('the check of an OpenID provider', () => {
  it('finds nothing wrong with one that people can sign in with', async () => {
    expect(await faultsOf()).toBe('');
  });

  it.each<[what: string, answer: (url: string) => [number, Record<string, string>, string], fault: string]>([
    ['HTML', () => [200, { 'content-type': 'text/html' }, '<html>'], 'answered with no JSON object'],
    [
      'a redirect to itself',
      (url) => [302, { location: url + DISCOVERY }, ''],
      'answered 302, and redirects are not followed',
    ],
    ['10 MB', () => [200, {}, `"${'x'.repeat(10_000_000)}"`], 'answered with more than 64 KB'],
    ['404', () => [404, {}, ''], 'answered 404'],
    ['no endpoints', (url) => [200, {}, JSON.stringify({ issuer: url })], 'names no authorization_endpoint'],
  ])('names %s', async (_what, answer, fault) => {
    issuer.state.answers.set(DISCOVERY, (_request, response) => {
      const [status, headers, body] = answer(issuer.url);
      response.writeHead(status, headers).end(body);
    });
    expect(await faultsOf()).toContain(fault);
  });

  it.each<[metadata: Record<string, unknown>, fault: string]>([
    [{ issuer: 'https://other.test' }, 'its metadata names another issuer, https://other.test'],
    [{ authorization_endpoint: 'javascript:alert(1)' }, 'authorization_endpoint that has no https address'],
    [{ response_types_supported: ['id_token'] }, 'its response_types_supported have none of code'],
    [{ id_token_signing_alg_values_supported: ['HS256'] }, 'have none of ES256'],
    [{ token_endpoint_auth_methods_supported: ['private_key_jwt'] }, 'neither by client_secret_basic'],
  ])('names what is wrong with the metadata %j', async (metadata, fault) => {
    issuer.state.metadata = metadata;
    expect(await faultsOf()).toContain(fault);
  });

  it('names a clock that is an hour off, and a key set without keys', async () => {
    issuer.state.answers.set('/jwks', (_request, response) => response.writeHead(200).end('{"keys":[]}'));
    expect(await faultsOf()).toContain('its key set has no key');
    issuer.state.answers.clear();
    const { faults } = await checkOpenId(
      { url: issuer.url, openId: openIdSettingsFrom({ clientId: 'gatehouse' }, issuer.url, []) },
      outbound,
      () => new Date(Date.now() + 3_600_000),
    );
    expect(faults.join()).toMatch(/The clock of the issuer is 360\d seconds behind/);
  });
});
