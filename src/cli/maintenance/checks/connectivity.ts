import { once } from 'node:events';
import { connect } from 'node:net';
import { httpPorts, portOf } from '../../../infrastructure/outbound/scheme-ports.ts';
import { userRegistryTypes } from '../../../infrastructure/user-registries/types.ts';
import { type Check, type Finding, sentenceOf } from './check.ts';

const ports = Object.assign({}, httpPorts, ...Object.values(userRegistryTypes).map((type) => type.ports));

const WITHIN_MS = 2_000;
/** The most addresses that are tried. A platform may have thousands. */
const ASKED_MAX = 50;

const ADDRESSES = `
  SELECT DISTINCT ON (url) what, url FROM (
    SELECT 'user registry ' || "name" AS what, "url" FROM "UserRegistry" WHERE "type" <> 'LOCAL'
    UNION ALL SELECT 'back-end of ' || "name", coalesce("targetUrl", "graphqlUrl") FROM "CatalogApi"
      WHERE "online" AND "backend" IS NULL
    UNION ALL SELECT 'back-end ' || b."name", jsonb_path_query(c."settings", '$.targets[*].url') #>> '{}'
      FROM "CatalogBackend" c JOIN "Backend" b ON b."id" = c."backendId"
  ) AS addresses WHERE url IS NOT NULL ORDER BY url LIMIT ${ASKED_MAX}`;

/**
 * Reports whether user registries and back-ends take connections.
 *
 * It never fails: they may be down, or reachable from elsewhere only.
 */
export const connectivity: Check = async ({ current }) => {
  if (!current) return [];
  const addresses = await current.query<{ what: string; url: string }>(ADDRESSES);
  return Promise.all(addresses.map(reachFinding));
};

async function reachFinding({ what, url }: { what: string; url: string }): Promise<Finding> {
  const check = 'reach';
  const { hostname, port, protocol, host } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: portOf({ port, protocol }, ports),
  });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(WITHIN_MS) });
    return { check, state: 'ok', message: `${what} at ${host} takes connections` };
  } catch (error) {
    return {
      check,
      state: 'warn',
      message: `${what} at ${host} takes no connection from this machine: ${sentenceOf(error)}`,
      remedy: 'Start it, or mend its address, if gateways are to reach it as this machine does.',
    };
  } finally {
    socket.destroy();
  }
}
