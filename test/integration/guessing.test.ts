import { randomBytes } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustedProxies } from '../../src/http/ingress/client-address.ts';
import type { Layers } from '../../src/process/layers.ts';
import { createControl } from '../../src/process/parts/control/routes.ts';
import type { Config } from '../../src/process/settings/config.ts';
import { type Listening, listen } from '../support/gateway.ts';
import { client } from '../support/oauth.ts';
import { openPortal, type PortalWorld, passwordOf } from '../support/portal.ts';
import { authorizePath, openProviderBrowser } from '../support/provider-browser.ts';
import { openStoredOAuth, type StoredOAuth } from '../support/stored-oauth.ts';

/** A way to sign in, over HTTP: the status of the answer, and the cookies that a browser then has. */
type SignIn = (person: {
  readonly username: string;
  readonly password: string;
  /** What the request says in X-Forwarded-For. */
  readonly from: string;
  readonly device?: string | undefined;
}) => Promise<{ readonly status: number; readonly text: string; readonly device: string | undefined }>;
type Entrance = {
  readonly signIn: SignIn;
  /** Somebody whom nobody guessed at before. */
  someone(): Promise<string>;
  readonly right: (username: string) => string;
  readonly refused: number;
  readonly isPage: boolean;
};
type World = { readonly entrances: Record<string, Entrance>; close(): Promise<void> };

const WRONG = 'a wrong password';
const WAIT = 'There were too many attempts: try again in 5 seconds.';
const ADDRESS = '192.0.2.7';
const OTHER_ADDRESS = '198.51.100.9';
const names = ['token endpoint', 'provider page', 'portal API', 'portal page', 'console page'] as const;
const pages = ['provider page', 'portal page', 'console page'] as const;

const deviceIn = (cookies: readonly string[]) =>
  cookies.find((each) => each.includes('.device='))?.split(';')[0];

function providerEntrances(oauth: StoredOAuth): Record<string, Entrance> {
  let people = 0;
  const person = {
    right: (username: string) => `${username}-password`,
    async someone() {
      people += 1;
      oauth.registry.state.people[`person-${people}`] = `person-${people}-password`;
      return `person-${people}`;
    },
    refused: 400,
  };
  return {
    'token endpoint': {
      ...person,
      isPage: false,
      async signIn({ username, password, from }) {
        const form = { grant_type: 'password', ...client(), username, password };
        const { status, text } = await oauth.post('token', form, { 'x-forwarded-for': from });
        return { status, text, device: undefined };
      },
    },
    'provider page': {
      ...person,
      refused: 429,
      isPage: true,
      async signIn({ username, password, from, device }) {
        const browser = openProviderBrowser(oauth.url);
        if (device) browser.cookies.set(...(device.split(/=(.*)/s) as [string, string]));
        await browser.get(authorizePath());
        const page = await browser.submit('sign-in', { username, password }, { 'x-forwarded-for': from });
        return { status: page.status, text: page.text, device: deviceIn(page.headers.getSetCookie()) };
      },
    },
  };
}

function portalEntrances(portal: PortalWorld, url: string): Record<string, Entrance> {
  const base = `${url}/portal/acme/sandbox`;
  let people = 0;
  const person = {
    right: passwordOf,
    refused: 429,
    async someone() {
      people += 1;
      const username = `person-${people}`;
      const consumerOrg = await portal.database.prisma.consumerOrg.findFirstOrThrow();
      const passwordHash = await portal.deps.passwords.hash(passwordOf(username), ['test']);
      const { id: consumerOrgId, catalogId } = consumerOrg;
      await portal.database.prisma.member.create({
        data: { catalogId, consumerOrgId, username, passwordHash },
      });
      return username;
    },
  };
  return {
    'portal API': {
      ...person,
      isPage: false,
      async signIn({ username, password, from }) {
        const query = `mutation ($username: String!, $password: String!) {
          signIn(username: $username, password: $password) { token } }`;
        const response = await fetch(`${base}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/graphql-response+json',
            'x-forwarded-for': from,
          },
          body: JSON.stringify({ query, variables: { username, password } }),
        });
        return { status: response.status, text: await response.text(), device: undefined };
      },
    },
    'portal page': {
      ...person,
      isPage: true,
      async signIn({ username, password, from, device }) {
        const response = await fetch(`${base}/sign-in`, {
          method: 'POST',
          redirect: 'manual',
          headers: { origin: url, 'x-forwarded-for': from, ...(device && { cookie: device }) },
          body: new URLSearchParams({ username, password }),
        });
        const { status, headers } = response;
        return { status, text: await response.text(), device: deviceIn(headers.getSetCookie()) };
      },
    },
  };
}

function consoleEntrances(portal: PortalWorld, url: string): Record<string, Entrance> {
  let people = 0;
  return {
    'console page': {
      right: passwordOf,
      refused: 429,
      isPage: true,
      async someone() {
        people += 1;
        const email = `person-${people}@acme.example`;
        const passwordSalt = randomBytes(16);
        const passwordHash = await portal.deps.passwords.hash(passwordOf(email), ['test'], passwordSalt);
        const org = await portal.database.prisma.org.findFirstOrThrow();
        const membership = { orgId: org.id, role: 'VIEWER', state: 'ENABLED', passwordHash } as const;
        await portal.database.prisma.user.create({
          data: { email, passwordSalt, memberships: { create: membership } },
        });
        return email;
      },
      async signIn({ username: email, password, from, device }) {
        const response = await fetch(`${url}/console/sign-in`, {
          method: 'POST',
          redirect: 'manual',
          headers: { origin: url, 'x-forwarded-for': from, ...(device && { cookie: device }) },
          body: new URLSearchParams({ email, password }),
        });
        const { status, headers } = response;
        return { status, text: await response.text(), device: deviceIn(headers.getSetCookie()) };
      },
    },
  };
}

/** The places where people sign in, behind proxies of these networks. */
async function openWorld(networks: readonly string[]): Promise<World> {
  const isTrustedProxy = trustedProxies(networks);
  const [oauth, portal] = await Promise.all([openStoredOAuth({ isTrustedProxy }), openPortal()]);
  const urls = { ...portal.deps.urls, console: portal.deps.urls.control };
  const onFault = (fault: unknown) => fault;
  const layers = { ...portal.deps, urls, isTrustedProxy, onFault } as unknown as Layers;
  const config = { adminToken: undefined, demo: false, urls } as Config;
  const { handler } = await createControl(config, layers);
  const server: Listening = await listen(getRequestListener(handler.fetch));
  return {
    entrances: {
      ...providerEntrances(oauth),
      ...portalEntrances(portal, server.url),
      ...consoleEntrances(portal, server.url),
    },
    async close() {
      await server.close();
      await Promise.all([oauth.close(), portal.close()]);
    },
  };
}

let trusting: World;
let alone: World;
beforeAll(async () => {
  [trusting, alone] = await Promise.all([openWorld(['127.0.0.0/8']), openWorld([])]);
});
afterAll(() => Promise.all([trusting.close(), alone.close()]));

const entranceOf = ({ entrances }: World, name: string): Entrance => {
  const entrance = entrances[name];
  if (!entrance) throw new Error(`no ${name}`);
  return entrance;
};

/** Guesses ten times, which is free; the next guess from there waits. */
async function guess(
  entrance: Entrance,
  person: Pick<Parameters<SignIn>[0], 'username' | 'from' | 'device'>,
) {
  for (let count = 0; count < 10; count += 1) {
    const { text, status } = await entrance.signIn({ ...person, password: WRONG });
    expect([status >= 400, text.includes('too many attempts')]).toEqual([true, false]);
  }
}

describe.each(names)('guessing at the %s', (name) => {
  it('behind a trusted proxy counts by the address that the proxy tells', async () => {
    const entrance = entranceOf(trusting, name);
    const username = await entrance.someone();
    const password = entrance.right(username);
    await guess(entrance, { username, from: `6.6.6.6, ${ADDRESS}` });
    const held = await entrance.signIn({ username, password, from: ADDRESS });
    expect([held.status, held.text]).toEqual([entrance.refused, expect.stringContaining(WAIT)]);
    const elsewhere = await entrance.signIn({ username, password, from: `${ADDRESS}, ${OTHER_ADDRESS}` });
    expect(elsewhere.status).toBeLessThan(400);
  });

  it('counts by the peer where it is no trusted proxy, whatever it says', async () => {
    const entrance = entranceOf(alone, name);
    const username = await entrance.someone();
    await guess(entrance, { username, from: ADDRESS });
    const { status, text } = await entrance.signIn({
      username,
      password: entrance.right(username),
      from: OTHER_ADDRESS,
    });
    expect([status, text]).toEqual([entrance.refused, expect.stringContaining(WAIT)]);
  });

  it('tells nobody whether a person exists', async () => {
    const entrance = entranceOf(trusting, name);
    const answers = [];
    for (const username of [await entrance.someone(), `nobody at the ${name}`]) {
      await guess(entrance, { username, from: ADDRESS });
      const { status, text } = await entrance.signIn({ username, password: WRONG, from: ADDRESS });
      answers.push([status, text.includes(WAIT)]);
    }
    expect(answers).toEqual([
      [entrance.refused, true],
      [entrance.refused, true],
    ]);
  });
});

describe.each(pages)('a device cookie of the %s', (name) => {
  const world = () => entranceOf(trusting, name);
  /** Somebody who has signed in with this browser, and at whom somebody else guesses from its address now. */
  async function guessedAt() {
    const entrance = world();
    const username = await entrance.someone();
    const right = { username, password: entrance.right(username), from: ADDRESS };
    const { device = '' } = await entrance.signIn(right);
    expect(device).toMatch(/^__Host-[\w.-]+\.device=dv_/);
    // A guesser from an address of the person's own, who has all the turns there.
    await guess(entrance, { username, from: ADDRESS });
    expect((await entrance.signIn(right)).status).toBe(429);
    return { entrance, right, device };
  }

  it('lets the person in at once, whoever guesses from the same address', async () => {
    const { entrance, right, device } = await guessedAt();
    expect((await entrance.signIn({ ...right, device })).status).toBe(303);
  });

  it('lets nobody guess without end', async () => {
    const { entrance, right, device } = await guessedAt();
    await guess(entrance, { ...right, from: OTHER_ADDRESS, device });
    const { status, text } = await entrance.signIn({ ...right, from: OTHER_ADDRESS, device });
    expect([status, text]).toEqual([429, expect.stringContaining(WAIT)]);
  });

  it('counts for nothing when it is forged, or was made for another person', async () => {
    const { entrance, right, device } = await guessedAt();
    const other = await entrance.someone();
    const others = await entrance.signIn({ username: other, password: entrance.right(other), from: ADDRESS });
    const [head = '', until = '', signature = ''] = device.split('.').slice(-3);
    const prefix = device.slice(0, -[head, until, signature].join('.').length);
    const forged = [
      `${prefix}${head}.${Number(until) + 1}.${signature}`,
      `${prefix}${head.slice(0, -1)}${head.endsWith('A') ? 'B' : 'A'}.${until}.${signature}`,
      `${prefix}${head}.${until}.${'A'.repeat(43)}`,
      `${prefix}${head}`,
      `${prefix}`,
      others.device,
    ];
    for (const each of forged) {
      const { status, text } = await entrance.signIn({ ...right, device: each });
      expect([each, status, text]).toEqual([each, 429, expect.stringContaining('too many attempts')]);
    }
    expect((await entrance.signIn({ ...right, device })).status).toBe(303);
  });

  it('is not made for who is wrong', async () => {
    const entrance = world();
    const username = await entrance.someone();
    const { status, device } = await entrance.signIn({ username, password: WRONG, from: ADDRESS });
    expect([status >= 400, device]).toEqual([true, undefined]);
  });
});
