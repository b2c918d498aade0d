import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type PortalWorld } from '../../support/portal.ts';
import { INNER, simpleRequests } from '../../support/simple-requests.ts';

const URL = 'http://control.test/portal/acme/sandbox/graphql';

let portal: PortalWorld;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

describe('GraphQL over HTTP: the portal API', () => {
  const audits = serverAudits({
    url: URL,
    fetchFn: (url: string, init: RequestInit) => portal.fetch(new Request(url, init)),
  });
  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
    '%s %s',
    async (_id, _name, audit) => {
      const result = await audit.fn();
      expect(result.status === 'ok' ? undefined : result.reason).toBeUndefined();
    },
  );
});

describe('what a page of any site can make a browser send', () => {
  it.each(simpleRequests('mutation { signIn(username: "carol", password: "carol-password") { token } }'))(
    'is refused with 415: %s',
    async (_what, init) => {
      const response = await portal.fetch(new Request(URL, init));
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }],
      });
    },
  );

  it('changes nothing by GET', async () => {
    const url = `${URL}?query=${encodeURIComponent('mutation { signIn(username: "carol", password: "carol-password") { token } }')}`;
    const response = await portal.fetch(new Request(url));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('an error', () => {
  it.each(['{', '{ productss { name } }', 'mutation { signIn(usernam: "x") { token } }'])(
    'tells nothing from within, and suggests no name: %s',
    async (query) => {
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        const headers = { 'content-type': 'application/json', accept };
        const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
        const response = await portal.fetch(new Request(URL, init));
        const text = await response.text();
        expect(JSON.parse(text).errors[0].extensions.code).toMatch(/^[A-Z_]+$/);
        expect(text).not.toMatch(INNER);
      }
    },
  );
});
