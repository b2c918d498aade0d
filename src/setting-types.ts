import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { createHostNames, readHostName } from './domain/host-names.ts';
import { readRedisUrl } from './limits/redis-url.ts';

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
/** Usage of today, and of the last 24 hours by the hour, is shown; a delivery of an event is tried for days. */
export const days = (least: number) => z.coerce.number().int().min(least);
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
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
export const network = z.union([z.cidrv4(), z.cidrv6()], { error: 'is not a network in CIDR notation' });

const NO_HOST_NAME =
  'is not host=org or host=org/catalog, as api.acme.example=acme/production is; in *.apis.example=* the first part of the host is the name of the org. Scheme and port are those of the address that all share';

/** Host names of orgs and catalogs; undefined where there are none. */
export const hostNames = list.transform((items, context) => {
  const named = items.flatMap((item) => {
    const read = readHostName(item);
    if (!read)
      context.issues.push({
        code: 'custom',
        message: `${JSON.stringify(item)} ${NO_HOST_NAME}`,
        input: item,
      });
    return read ?? [];
  });
  const twice = named.find(({ host }, at) => named.findIndex((each) => each.host === host) !== at);
  if (twice)
    context.issues.push({
      code: 'custom',
      message: `${twice.host} stands in it twice: a host is of one org or catalog`,
      input: '',
    });
  return named.length === 0 ? undefined : createHostNames(named);
});
