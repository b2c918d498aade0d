import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALICE, CATALOG, client, PROVIDER } from '../../support/oauth.ts';
import {
  allow,
  authorizePath,
  CONSENTS,
  openProviderBrowser,
  VERIFIER,
} from '../../support/provider-browser.ts';
import { runs } from '../../support/runs.ts';
import { openStoredOAuth, REDIRECT_URI, type StoredOAuth } from '../../support/stored-oauth.ts';

/** RFC 6749 §5.2 and §4.1.2.1; RFC 9207 and OpenID Connect Core §3.1.2.6 add none but the last two. */
const ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'unsupported_response_type',
  'access_denied',
  'login_required',
  'consent_required',
];
const AUTHORIZE = `${CATALOG}/${PROVIDER}/oauth2/authorize`;

let world: StoredOAuth;
beforeAll(async () => {
  world = await openStoredOAuth();
});
afterAll(() => world.close());

/** Texts that break forms, headers, SQL and HTML, among any others. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '%zz',
    '%00',
    '%ff',
    '\0',
    "' OR 1=1 --",
    '"',
    '\\',
    '\r\nSet-Cookie: a=b',
    'é☃',
  ),
  fc.constantFrom('__proto__', 'constructor', '<script>', 'a'.repeat(5000), '{"a":1}', 'rt_', 'ac_', '../..'),
);
/** A parameter that is changed, or added. */
const changes = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), text), text), { maxLength: 4 });
const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each).toString('latin1'));

const encoded = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map((pair) => pair.map((each) => encodeURIComponent(each)).join('=')).join('&');

const right: Record<string, Record<string, string>> = {
  token: { ...ALICE, ...client(), scope: 'customer' },
  'token (code)': {
    grant_type: 'authorization_code',
    code: 'ac_x',
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    ...client(),
  },
  'token (refresh)': { grant_type: 'refresh_token', refresh_token: 'rt_x', scope: 'customer', ...client() },
  revoke: { token: 'x', token_type_hint: 'access_token', ...client() },
  introspect: { token: 'x', ...client() },
};

describe('a malformed request', () => {
  it.each(Object.entries(right))('to %s gets an error of RFC 6749, and never a 500', async (name, form) => {
    const [endpoint = ''] = name.split(' ');
    await fc.assert(
      fc.asyncProperty(changes(Object.keys(form)), async (changed) => {
        const body = encoded([...Object.entries({ ...form, ...Object.fromEntries(changed) })]);
        const { status, json } = await world.post(endpoint, body);
        if (status !== 200)
          expect([status, ERRORS.includes(String(json['error']))]).toEqual([expect.any(Number), true]);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: runs(60) },
    );
  });

  it('of any bytes gets an error of RFC 6749, and never a 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('token', 'revoke', 'introspect'), bytes, async (endpoint, body) => {
        const { status, json } = await world.send(`${CATALOG}/${PROVIDER}/oauth2/${endpoint}`, {
          method: 'POST',
          body: Buffer.from(body, 'latin1'),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        expect([status < 500, ERRORS.includes(String(json['error']))]).toEqual([true, true]);
      }),
      { numRuns: runs(60) },
    );
  });

  it('for an authorization leads nobody to where nothing is registered, and is never a 500', async () => {
    const browser = openProviderBrowser(world.url);
    await allow(browser);
    const names = [...new URL(authorizePath(), world.url).searchParams.keys(), 'prompt', 'response_mode'];
    await fc.assert(
      fc.asyncProperty(changes(names), fc.boolean(), async (changed, isAdded) => {
        const before = [...new URL(authorizePath(), world.url).searchParams];
        const pairs = isAdded
          ? [...before, ...changed]
          : [...Object.entries({ ...Object.fromEntries(before), ...Object.fromEntries(changed) })];
        const query = encoded(pairs);
        if (query.length > 12_000) return;
        const { status, location, html } = await browser.get(`${AUTHORIZE}?${query}`);
        expect(status).toBeLessThan(500);
        expect(html).not.toContain('<script');
        if (location) expect(location.href.startsWith(`${REDIRECT_URI}&`)).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });

  it('that is a form of our pages is never a 500', async () => {
    const browser = openProviderBrowser(world.url);
    await allow(browser);
    const actions = fc.constantFrom('allow', 'deny', 'switch', 'sign-in', 'withdraw', 'sign-out', 'foo');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(authorizePath({ prompt: 'consent' }), CONSENTS),
        actions,
        changes(['username', 'password', 'consent', 'shown_scope', 'form_token']),
        async (path, action, changed) => {
          const page = await browser.get(path);
          const shown = { ...page.hidden('allow'), ...page.hidden('sign-in'), ...page.hidden('sign-out') };
          const fields = Object.fromEntries(changed);
          const { status } = await browser.submit(action, { ...shown, ...fields });
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('is no fault of ours', () => expect(world.faults).toEqual([]));
});
