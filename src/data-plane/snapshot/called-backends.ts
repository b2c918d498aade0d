import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BackendSettings, BackendTarget } from '../../domain/backend/backend.ts';
import { areTokens, type BackendCredentials, secretOf } from '../../domain/backend/credentials.ts';
import type { TokenGrant } from '../../infrastructure/client-credentials/client-tokens.ts';
import type { Prisma } from '../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';
import type { ClientTls } from '../../infrastructure/outbound/client-tls.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import type { CalledBackend, CalledTarget, CatalogSnapshot } from './snapshot.ts';

export const backendTree = {
  backend: { select: { name: true } },
  health: { select: { url: true, state: true, since: true } },
} as const satisfies Prisma.CatalogBackendInclude;
type BackendTree = Prisma.CatalogBackendGetPayload<{ include: typeof backendTree }>;
type SecretRow = Prisma.SecretGetPayload<object>;

type CalledBackendsInput = {
  readonly orgId: string;
  readonly rows: readonly BackendTree[];
  /** The secrets of the catalog. Only those that are used are opened. */
  readonly secretRows: readonly SecretRow[];
  readonly secrets: Secrets;
  /** The back-ends as they were read before. Where nothing has changed, they are returned. */
  readonly before: CatalogSnapshot['backends'] | undefined;
};

/**
 * The back-ends of a catalog by name, each with what proves the gateway to it.
 *
 * @throws UnsealError when the secret key is another one
 */
export function calledBackends({
  orgId,
  rows,
  secretRows,
  secrets,
  before,
}: CalledBackendsInput): CatalogSnapshot['backends'] {
  const sealed = new Map(secretRows.map((row) => [row.name, row]));
  const opened = (name: string | null | undefined): string => {
    const row = sealed.get(name ?? '');
    return row ? secrets.unseal(row.valueSealed, row.id) : '';
  };
  const made = new Map(
    rows.map((row) => {
      const settings = stored<BackendSettings>(row.settings);
      const secret = opened(secretOf(settings.credentials));
      const grant = grantOf(settings.credentials, { orgId, secret });
      const tls = tlsOf(settings, { orgId, key: opened(settings.tls?.key) });
      return [row.backend.name, { ...calledBackend(row, settings, secret), grant, tls }];
    }),
  );
  return before && isDeepStrictEqual(made, before) ? before : made;
}

function calledBackend(
  { id, health }: BackendTree,
  { targets, credentials, headers, timeouts, healthCheck, sticky, slowStartSeconds = 0 }: BackendSettings,
  secret: string,
): Omit<CalledBackend, 'grant' | 'tls'> {
  const parameter = credentials.type === 'QUERY' ? { name: credentials.name, value: secret } : null;
  const own = headers.flatMap(({ name, value }) => [name, value]);
  return {
    id,
    targets: targets.map((target) => calledTarget(target, health, healthCheck !== undefined)),
    healthCheck: healthCheck ?? null,
    sticky: sticky ?? null,
    slowStartMs: slowStartSeconds * 1_000,
    headers: [...own, ...headerOf(credentials, secret)],
    parameter,
    signingKey: credentials.type === 'HMAC_SIGNATURE' ? secret : null,
    timeouts,
  };
}

/** Adds what is known of a target. What checks have found holds as long as there are checks. */
function calledTarget(
  target: BackendTarget,
  health: BackendTree['health'],
  isChecked: boolean,
): CalledTarget {
  const found = health.find(({ url }) => url === target.url);
  return {
    ...target,
    health: (isChecked && found?.state) || 'UNKNOWN',
    since: found?.since.getTime() ?? 0,
  };
}

/** The header of credentials, as its name and value. (RFC 7617 §2: UTF-8) */
function headerOf(credentials: BackendCredentials, secret: string): string[] {
  if (credentials.type === 'HEADER') return [credentials.name, secret];
  if (credentials.type !== 'BASIC') return [];
  const pair = Buffer.from(`${credentials.username}:${secret}`, 'utf8').toString('base64');
  return ['Authorization', `Basic ${pair}`];
}

function tlsOf(
  { tls }: BackendSettings,
  { orgId, key }: { readonly orgId: string; readonly key: string },
): ClientTls | null {
  if (!tls) return null;
  const { certificate, authorities } = tls;
  const id = createHash('sha256')
    .update(JSON.stringify([orgId, certificate, authorities, key]))
    .digest('base64');
  const pair = certificate === null ? { cert: undefined, key: undefined } : { cert: certificate, key };
  return { id, ...pair, ca: authorities ?? undefined };
}

type GrantOwner = { readonly orgId: string; readonly secret: string };

function grantOf(credentials: BackendCredentials, { orgId, secret }: GrantOwner): TokenGrant | null {
  if (!areTokens(credentials)) return null;
  const { type, tokenUrl, clientId, scopes, audience } = credentials;
  const isExchange = type === 'OAUTH2_TOKEN_EXCHANGE';
  const request = { orgId, isExchange, tokenUrl, clientId, scopes, audience, clientSecret: secret };
  // The key stays in memory as long as its token: it must not hold the secret.
  const key = createHash('sha256').update(JSON.stringify(request)).digest('base64');
  return { ...request, key };
}
