import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from './soak-callers.ts';
import { type Application, TOKEN_SECONDS } from './soak-world.ts';

type Headers = { readonly authorization: string };

/** Access tokens that come and go: every other one is revoked, the rest expire. */
export type Tokens = {
  /** One that is good for a while; undefined before the first. */
  valid(): Headers | undefined;
  isGood(headers: Headers): boolean;
  /** Gets one more, and resolves when it was seen to be refused. */
  renew(): Promise<void>;
  stop(): void;
};

export type TokensDeps = {
  readonly application: Application;
  readonly send: Send;
  readonly random: () => number;
  /** Calls with a token that must not be good any more. */
  readonly check: (headers: Headers) => Promise<void>;
};

const REVOKED_AFTER_MS = 10_000;
/** A revocation is in force within a second; another for the machine. Nor do clocks agree better. */
const IN_FORCE_MS = 2_000;

export function createTokens({ application, send, random, check }: TokensDeps): Tokens {
  const good: Headers[] = [];
  const stopping = new AbortController();
  let issued = 0;

  async function ask(endpoint: string, more: Record<string, string>): Promise<Record<string, string>> {
    const { clientKey, clientSecret } = application;
    const form = new URLSearchParams({ client_id: clientKey, client_secret: clientSecret, ...more });
    const { statusCode, body } = await send({
      path: `native/oauth2/${endpoint}`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`The ${endpoint} endpoint answers ${statusCode}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  }

  return {
    valid: () => good[Math.floor(random() * good.length)],
    isGood: (headers) => good.includes(headers),
    async renew() {
      issued += 1;
      const isRevoked = issued % 2 === 0;
      const { access_token: token = '' } = await ask('token', {
        grant_type: 'client_credentials',
        scope: 'read',
      });
      const headers = { authorization: `Bearer ${token}` };
      good.push(headers);
      const lifetime = isRevoked ? REVOKED_AFTER_MS : TOKEN_SECONDS * 1000 - IN_FORCE_MS;
      try {
        // A signal of its own for each token that lives: as listeners of one signal they would look like a leak.
        await sleep(lifetime, undefined, { signal: AbortSignal.any([stopping.signal]) });
      } catch {
        return;
      }
      good.splice(good.indexOf(headers), 1);
      await sleep(IN_FORCE_MS);
      if (isRevoked) await ask('revoke', { token });
      await sleep(IN_FORCE_MS);
      await check(headers);
    },
    stop: () => stopping.abort(),
  };
}
