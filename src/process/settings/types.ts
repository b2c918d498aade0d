import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { type HostName, HostNames, readHostName } from '../../domain/addresses/host-names.ts';
import { readAllowedTarget } from '../../domain/addresses/target-allowlist.ts';
import { serverAddresses } from '../../infrastructure/database/server-address.ts';
import { readRedisUrl } from '../../infrastructure/limits/redis/redis-url.ts';

export const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
export const workers = z
  .preprocess(
    (value) => (value === 'auto' ? availableParallelism() : value),
    z.coerce.number({ error: 'is auto, or a number' }).int().min(1),
  )
  .default(1);
/**
 * A number of days with a lower bound.
 *
 * Usage of today and of the last 24 hours is shown, and a delivery of an event is tried for days.
 */
export const days = (least: number) => z.coerce.number().int().min(least);
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
/** An address of scheme, host and port alone. */
export const origin = httpUrl.refine((value) => new URL(value).pathname === '/', {
  error: 'has a path: give scheme and host alone',
});
/** The issuer's identifier as it writes it: of http only where nothing leaves this machine. */
export const issuer = z
  .url({ protocol: /^https?$/ })
  .refine((value) => /^https:|^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/.test(value), {
    error: 'is not https: tokens would travel in clear',
  });
/** One Redis, nodes of one Redis Cluster with commas between, or Sentinels. */
export const redisUrl = list.transform((parts, context) => {
  const text = parts.join(',');
  try {
    readRedisUrl(text);
  } catch (error) {
    context.issues.push({ code: 'custom', message: (error as Error).message, input: '' });
  }
  return text;
});
/** Servers of NATS, with commas between. */
export const natsUrls = list.pipe(
  z.array(
    z.url({ protocol: /^(nats|tls)$/, error: 'is no nats:// or tls:// URL, or several with commas between' }),
  ),
);
/** A PostgreSQL server, or several of one database with commas between. */
export const postgresUrl = z.string().transform((text, context) => {
  try {
    serverAddresses(text);
  } catch (error) {
    context.issues.push({ code: 'custom', message: (error as Error).message, input: '' });
  }
  return text;
});
export const network = z.union([z.cidrv4(), z.cidrv6()], { error: 'is not a network in CIDR notation' });

export const allowedTarget = z.string().refine((text) => readAllowedTarget(text) !== undefined, {
  error: ({ input }) =>
    `${JSON.stringify(input)} is no target: give a network (10.0.0.0/8), an address, a host (db.internal) or all below a domain (*.internal), with :port behind it for that port alone, and org= before it for that org alone`,
});

const NO_HOST_NAME =
  'is not host=org or host=org/catalog, as api.acme.example=acme/production is; in *.apis.example=* the first part of the host is the name of the org. Scheme and port are those of the address that all share';

/** Host names of orgs and catalogs; undefined where there are none. */
export const hostNames = list.transform((items, context) => namesOf(items, context, () => true));

/** Host names of catalogs alone. */
export const portalHosts = list.transform((items, context) =>
  namesOf(items, context, ({ path }) => path.split('/').length === 3),
);

type Fault = {
  readonly issues: { push(issue: { code: 'custom'; message: string; input: string }): unknown };
};

function namesOf(
  items: readonly string[],
  { issues }: Fault,
  isMeant: (name: HostName) => boolean,
): HostNames | undefined {
  const named = items.flatMap((item) => {
    const read = readHostName(item);
    const message = read ? 'names no catalog: give host=org/catalog' : NO_HOST_NAME;
    if (!read || !isMeant(read))
      issues.push({ code: 'custom', message: `${JSON.stringify(item)} ${message}`, input: item });
    return read ?? [];
  });
  const twice = named.find(({ host }, at) => named.findIndex((each) => each.host === host) !== at);
  const message = `${twice?.host} stands in it twice: a host is of one org or catalog`;
  if (twice) issues.push({ code: 'custom', message, input: '' });
  return named.length === 0 ? undefined : new HostNames(named);
}

type Hosted = { readonly [name in 'GATEWAY_HOSTS' | 'PORTAL_HOSTS']?: HostNames | undefined } & {
  readonly [name in 'GATEWAY_URL' | 'CONTROL_URL' | 'OAUTH_URL' | 'CONSOLE_URL']?: string | undefined;
};

/**
 * Finds settings that share a host with another one, which would then be unreachable.
 *
 * @returns by setting, the fault
 */
export function sharedHosts(settings: Hosted): [setting: string, fault: string][] {
  const faults: [string, string][] = [];
  const hostOf = (url: string | undefined) => (url === undefined ? undefined : new URL(url).hostname);
  for (const setting of ['GATEWAY_HOSTS', 'PORTAL_HOSTS'] as const)
    for (const name of ['GATEWAY_URL', 'CONTROL_URL', 'OAUTH_URL', 'CONSOLE_URL'] as const)
      if (settings[setting]?.pathOf(hostOf(settings[name])) !== undefined)
        faults.push([setting, `holds the host of ${name}, which is of all orgs: give it another one`]);
  const { GATEWAY_HOSTS: apis, PORTAL_HOSTS: portals, CONSOLE_URL, CONTROL_URL } = settings;
  const isIn = (names: HostNames, host: string) => names.pathOf(host.replace('*', 'any-name')) !== undefined;
  const both =
    apis && portals
      ? [
          ...apis.hosts.filter((host) => isIn(portals, host)),
          ...portals.hosts.filter((host) => isIn(apis, host)),
        ]
      : [];
  const [shared] = both;
  if (shared !== undefined)
    faults.push(['PORTAL_HOSTS', `shares ${shared} with GATEWAY_HOSTS: give the portal a host of its own`]);
  if (CONSOLE_URL !== undefined && hostOf(CONSOLE_URL) === hostOf(CONTROL_URL))
    faults.push([
      'CONSOLE_URL',
      'has the host of CONTROL_URL: give the console a host of its own, or leave it out',
    ]);
  return faults;
}
