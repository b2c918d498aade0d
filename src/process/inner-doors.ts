import { serverAddresses } from '../infrastructure/database/server-address.ts';
import { readRedisUrl } from '../infrastructure/limits/redis/redis-url.ts';
import type { OwnEndpoint } from '../infrastructure/outbound/own-addresses.ts';
import type { Config } from './settings/config.ts';

const NATS_PORT = 4222;

/**
 * Lists endpoints of the platform that no API, registry or webhook may reach through it.
 *
 * The gateway is among them: as a target it would be called by itself without end. Its GraphQL servers and sample
 * back-ends are not.
 */
export function innerDoors({ host, ports, redisUrl, nats, ...config }: Config): OwnEndpoint[] {
  const listeners = [ports.gateway, ports.control, ports.operations].map((port) => ({ host, port }));
  const redis = redisUrl === undefined ? [] : readRedisUrl(redisUrl).nodes;
  const brokers = (nats?.servers ?? []).flatMap(endpointsOf);
  const databases = [config.databaseUrl, config.databaseListenUrl].filter((url) => url !== undefined);
  return [...listeners, ...databases.flatMap(serverAddresses), ...redis, ...brokers];
}

function endpointsOf(url: string): OwnEndpoint[] {
  const { hostname, port } = new URL(url);
  return [{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || NATS_PORT }];
}
