import { readRedisUrl } from '../infrastructure/limits/redis/redis-url.ts';
import type { OwnEndpoint } from '../infrastructure/outbound/own-addresses.ts';
import type { Config } from './settings/config.ts';

const POSTGRES_PORT = 5432;
const NATS_PORT = 4222;

/**
 * Lists endpoints of the platform that no API, registry or webhook may reach through it.
 *
 * The gateway is among them: as a target it would be called by itself without end. Its GraphQL servers and sample
 * back-ends are not.
 */
export function innerDoors({ host, ports, databaseUrl, redisUrl, nats }: Config): OwnEndpoint[] {
  const listeners = [ports.gateway, ports.control, ports.operations].map((port) => ({ host, port }));
  const redis = redisUrl === undefined ? [] : readRedisUrl(redisUrl).nodes;
  const brokers = (nats?.servers ?? []).flatMap((server) => endpointsOf(server, NATS_PORT));
  return [...listeners, ...endpointsOf(databaseUrl, POSTGRES_PORT), ...redis, ...brokers];
}

function endpointsOf(url: string | undefined, fallback: number): OwnEndpoint[] {
  if (url === undefined) return [];
  const { hostname, port } = new URL(url);
  return [{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || fallback }];
}
