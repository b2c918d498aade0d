import type { Candidate } from './candidates.ts';
import { queryTo } from './upstream.ts';
import type { World } from './world.ts';

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
