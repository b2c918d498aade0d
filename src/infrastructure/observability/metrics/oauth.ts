import { Counter, type Registry } from 'prom-client';

/** Tells what may be theft of authorizations, read when it is asked for: by `authorization_code` and `refresh_token`. */
export function registerOAuthMetrics(
  registry: Registry,
  reuses: () => Readonly<Record<string, number>>,
): void {
  new Counter({
    name: 'oauth_reuses_total',
    help: 'Authorizations revoked because an authorization code or a refresh token of theirs was used a second time.',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [what, count] of Object.entries(reuses())) this.inc({ what }, count);
    },
  });
}
