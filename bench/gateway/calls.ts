import type { Candidate } from './candidates.ts';
import { queryTo } from './upstream.ts';
import type { Another, World } from './world.ts';

/** The calls by which builds, or versions of Node, are compared. `name` tells which of them the world runs. */
export function callsOf(name: string, { pid, graphqlPid, ...world }: World): Candidate[] {
  const key = { 'X-Client-Id': world.clientKey };
  const token = { Authorization: `Bearer ${world.token}` };
  const named = (does: string) => ({ name: `${does}, ${name}`, does });
  return [
    { group: 'rest', ...named('REST, token'), pid, request: { url: world.tokenUrl, headers: token } },
    { group: 'rest', ...named('REST, client key'), pid, request: { url: world.keyedUrl, headers: key } },
    { group: 'graphql', ...named('GraphQL proxy'), pid, request: queryTo(world.graphqlUrl, key) },
    {
      group: 'server',
      ...named('GraphQL server'),
      pid: graphqlPid,
      request: queryTo(world.graphqlServerUrl),
    },
  ];
}

/** The same call over HTTP/2, of a gateway with a certificate. */
export function overHttp2(name: string, { tokenUrl, token }: World, { pid, port }: Another): Candidate {
  const url = Object.assign(new URL(tokenUrl), { protocol: 'https:', port }).href;
  const does = 'REST over HTTP/2, token';
  const request = { url, headers: { Authorization: `Bearer ${token}` }, isHttp2: true };
  return { group: 'rest', name: `${does}, ${name}`, does, pid, request };
}
