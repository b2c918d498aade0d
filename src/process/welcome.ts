import { demoConsumer } from '../demo/world.ts';
import { catalogUrl, portalUrl } from '../domain/addresses/public-urls.ts';
import type { Platform } from './platform.ts';
import type { Config } from './settings/config.ts';

/** Prints the end of a start: addresses, the first sign-in, and a call that works. */
export async function welcome(platform: Platform, config: Config): Promise<string> {
  const { roles, urls, demo, databaseUrl, dataDir } = config;
  const rows: [string, string][] = [];
  if (roles.has('control')) {
    rows.push(
      ['Management API', `${urls.control}/graphql`],
      [
        'Console',
        platform.signInUrl ? `${platform.signInUrl}   (once, within 15 minutes)` : `${urls.console}/console`,
      ],
    );
    if (platform.adminToken) rows.push(['Admin token', `${platform.adminToken}   (shown this once)`]);
    if (demo)
      rows.push(
        ['Portal', `${portalUrl(urls, '/acme/sandbox')}/`],
        ['Portal user', `${demoConsumer.username} / ${demoConsumer.password}`],
      );
  }
  if (roles.has('gateway')) rows.push(['Gateway', urls.gateway]);
  if (roles.has('graphql-server'))
    rows.push(['GraphQL server', `${urls.graphqlServer}/api/${demo ? 'sample' : '<org>/<name>'}`]);
  if (roles.has('backends') && demo) rows.push(['Sample back-ends', urls.backends]);
  if (databaseUrl === undefined)
    rows.push(['Database', `embedded, in ${dataDir}; a power failure may lose or damage it`]);
  rows.push(['Health', `${urls.operations}/readyz`], ['Metrics', `${urls.operations}/metrics`]);
  const clientKey = demo && roles.has('gateway') ? await platform.demoClientKey() : undefined;
  if (clientKey)
    rows.push([
      'Try',
      `curl -H 'X-Client-Id: ${clientKey}' ${catalogUrl(urls, '/acme/sandbox')}/customerdb/v1/customers`,
    ]);
  const seconds = process.uptime().toFixed(1);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(17)}${value}`);
  return `\nGatehouse is ready after ${seconds} s\n\n${lines.join('\n')}\n\n`;
}
