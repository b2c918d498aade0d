import type { Candidate } from './candidates.ts';
import type { Request } from './load.ts';
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

/** Calls over HTTP/2, without a body and with one, of a gateway with a certificate. */
export function overHttp2(name: string, { pid, port }: Another, world: World): Candidate[] {
  const secure = (url: string) => Object.assign(new URL(url), { protocol: 'https:', port }).href;
  const token = { Authorization: `Bearer ${world.token}` };
  const key = { 'X-Client-Id': world.clientKey };
  const each = (does: string, request: Request) => ({
    name: `${does}, ${name}`,
    does,
    pid,
    request: { ...request, isHttp2: true },
  });
  return [
    { group: 'rest', ...each('REST over HTTP/2, token', { url: secure(world.tokenUrl), headers: token }) },
    { group: 'graphql', ...each('GraphQL proxy over HTTP/2', queryTo(secure(world.graphqlUrl), key)) },
  ];
}
