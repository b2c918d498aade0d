import { makeCertificate } from './certificate.ts';
import { type Request, readyAfter } from './load.ts';
import {
  HMAC_SECRET,
  hmacToken,
  type Peer,
  startBare,
  startFastify,
  startHaproxy,
  startHive,
  startNginx,
  startNginxOverTls,
} from './peers.ts';
import { furnishProvider } from './provider-world.ts';
import { startHiveServer, startMade, startYoga } from './servers.ts';
import { BODIES, queryTo } from './upstream.ts';
import { OPENAPI, type World } from './world.ts';

export type Candidate = {
  /** The case of the table that it stands in. */
  readonly group: Group;
  readonly name: string;
  readonly does: string;
  readonly pid: number;
  /** Seconds from the start of its process to its first answer, where measured. */
  readonly readySeconds?: number | undefined;
  readonly request: Request;
};
/** One that this machine cannot run. */
export type Missing = Pick<Candidate, 'group' | 'name'> & { readonly why: string };

export const groups = {
  rest: 'REST on one upstream',
  graphql: 'GraphQL proxy in front of one server',
  server: 'GraphQL server over one REST back-end',
  provider: 'What providers add to a REST call',
  bodies: 'Answers of 1 KB to 1 MB',
  tls: 'REST over TLS',
  tokens: 'Access tokens of client credentials',
} as const;
export type Group = keyof typeof groups;

const LIMIT_LOG = 'limit, log, forward';
/** The headers of a browser's fetch of one page: twelve, beside Host and the credentials. */
const BROWSER = {
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
  Accept: 'application/json',
  'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8',
  'Accept-Encoding': 'identity',
  'Cache-Control': 'no-cache',
  Referer: 'https://shop.example/customers',
  'sec-ch-ua': '"Chromium";v="149", "Not)A;Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'Sec-Fetch-Dest': 'empty',
  'Sec-Fetch-Mode': 'cors',
  'Sec-Fetch-Site': 'same-site',
};

/** Starts what the groups need, and lists whom to ask for what. */
export async function candidatesOf(
  groups: ReadonlySet<Group>,
  { world, upstreamUrl }: { readonly world: World; readonly upstreamUrl: string },
): Promise<(Candidate | Missing)[]> {
  const forwards = groups.has('rest') || groups.has('bodies');
  const nginx = forwards ? await startNginx(upstreamUrl) : '';
  const haproxy = groups.has('rest') ? await startHaproxy(upstreamUrl, world) : '';
  const fastify = groups.has('rest') ? await startFastify(upstreamUrl) : '';
  const bare = forwards ? await startBare(upstreamUrl) : '';
  const hive = groups.has('graphql') ? await startHive(upstreamUrl) : '';

  const made = groups.has('server') ? await startMade(upstreamUrl, world) : '';
  const hiveServer = groups.has('server') ? await startHiveServer(upstreamUrl) : '';
  const yoga = groups.has('server') ? await startYoga(upstreamUrl) : '';
  const ours = (pid: number, url: string) => ({ pid, urls: [url] });
  const key = { 'X-Client-Id': world.clientKey };
  const token = { Authorization: `Bearer ${world.token}` };
  const hmac = { Authorization: `Bearer ${hmacToken(HMAC_SECRET)}` };
  const { headers: json = {}, body: query } = queryTo('');
  const keyed = ours(world.pid, world.keyedUrl);
  const byToken = ours(world.pid, world.tokenUrl);
  const byNode = groups.has('rest') ? await nodeGateway(world) : '';
  const certificate = groups.has('tls') ? makeCertificate() : '';
  const overTls = groups.has('tls') ? await tlsGateway(world, certificate) : '';
  const nginxOverTls = groups.has('tls') ? await startNginxOverTls(upstreamUrl, certificate) : '';
  const provider = groups.has('provider')
    ? await furnishProvider(world, { upstreamUrl, openapi: OPENAPI })
    : undefined;
  const outside = { Authorization: `Bearer ${provider?.externalToken}` };
  const ready = async (group: Group, ...what: Parameters<World['readyAfter']>) =>
    groups.has(group) ? { readySeconds: await world.readyAfter(...what) } : {};
  const proxy = {
    ...ours(world.pid, world.graphqlUrl),
    ...(await ready('graphql', 'gateway', queryTo(world.graphqlUrl, key))),
  };
  const server = {
    ...(groups.has('server') ? await byMesh(world) : ours(world.graphqlPid, world.graphqlServerUrl)),
    ...(await ready('server', 'graphql-server', queryTo(world.graphqlServerUrl))),
  };

  // biome-ignore format: a line each
  const list: [Group, name: string, does: string, Peer, listener: number, headers: Record<string, string>, body?: string][] = [
    ['rest', 'Gatehouse, ES256 token', 'token, scope, limit, usage, metrics, log, forward', byToken, 0, token],
    ['rest', 'Gatehouse, client key', 'key, limit, usage, metrics, log, forward', keyed, 0, key],
    ['rest', 'Gatehouse, ES256 token, from a browser', 'token, scope, limit, usage, metrics, log, forward', byToken, 0, { ...BROWSER, ...token }],
    ['rest', 'Gatehouse, ES256 token, all by node:http', 'token, scope, limit, usage, metrics, log, forward', byNode, 0, token],
    ['rest', 'nginx', 'forward', nginx, 0, {}],
    ['rest', 'nginx with limit and log', LIMIT_LOG, nginx, 1, key],
    ['rest', 'nginx with limit and log, from a browser', LIMIT_LOG, nginx, 1, { ...BROWSER, ...key }],
    ['rest', 'HAProxy, client key', 'key, limit, forward', haproxy, 0, key],
    ['rest', 'HAProxy, HS256 token', 'token, limit, forward', haproxy, 1, hmac],
    ['rest', 'HAProxy, ES256 token', 'token, limit, forward', haproxy, 2, token],
    ['rest', 'bare node:http proxy', 'forward', bare, 0, {}],
    ['rest', 'Fastify and http-proxy', 'forward', fastify, 0, {}],
    ['tls', 'Gatehouse, client key', 'key, limit, usage, metrics, log, forward', overTls, 0, key],
    ['tls', 'nginx with limit and log', LIMIT_LOG, nginxOverTls, 0, key],
    ['provider', 'client key, one target', 'key, limit, usage, metrics, log, forward', keyed, 0, key],
    ['provider', 'client key, pool', 'the same, three weighted targets, injected header, security by operation', ours(world.pid, provider?.pooledUrl ?? ''), 0, key],
    ['provider', 'own token', 'token, scope, limit, usage, metrics, log, forward', byToken, 0, token],
    ['provider', 'token of an issuer outside', 'token, scope, limit, usage, metrics, log, forward', ours(world.pid, provider?.externalUrl ?? ''), 0, outside],
    ['graphql', 'Gatehouse, client key', 'key, limit, depth, cost, usage, metrics, log, forward', proxy, 0, { ...json, ...key }, query],
    ['graphql', 'Hive Gateway', 'execute by forwarding', hive, 0, json, query],
    ['server', 'Gatehouse, made of the document', 'access policy, execute', made, 0, json, query],
    ['server', 'Gatehouse, `sample` by Mesh', 'access policy, execute', server, 0, json, query],
    ['server', 'Hive Gateway, made of the document', 'execute', hiveServer, 0, json, query],
    ['server', 'graphql-yoga, written by hand', 'execute', yoga, 0, json, query],
  ];
  const kilobytes = (bytes: number) => `${bytes / 1000} KB`;
  for (const bytes of BODIES)
    for (const [name, does, peer, headers] of [
      ['Gatehouse, client key', 'key, limit, usage, metrics, log, forward', keyed, key],
      ['nginx', 'forward', nginx, {}],
      ['bare node:http proxy', 'forward', bare, {}],
    ] as const) {
      const sized =
        typeof peer === 'string' ? peer : { ...peer, urls: peer.urls.map((url) => ofBytes(url, bytes)) };
      list.push(['bodies', `${name}, ${kilobytes(bytes)}`, does, sized, 0, headers]);
    }
  return list
    .filter(([group]) => groups.has(group))
    .map(([group, name, does, peer, listener, headers, body]) => {
      if (typeof peer === 'string') return { group, name, why: peer };
      const { pid, urls, readySeconds } = peer;
      const url = urls[listener] ?? '';
      return { group, name, does, pid, readySeconds, request: { url, headers, ...(body && { body }) } };
    });
}

/** Starts `sample` in a process of its own. Code that is compiled for one server is not for two. */
async function byMesh({ databaseUrl, graphqlPid, graphqlServerUrl, ...world }: World) {
  if (!databaseUrl) return { pid: graphqlPid, urls: [graphqlServerUrl] };
  const { pid, port } = await world.another('graphql-server');
  return { pid, urls: [Object.assign(new URL(graphqlServerUrl), { port }).href] };
}

/** Starts another gateway, for which Node's parser reads all requests. */
async function nodeGateway({ another, databaseUrl, token, tokenUrl }: World): Promise<Peer> {
  if (databaseUrl === undefined) return 'on the embedded database there is one process';
  const { origin } = new URL(tokenUrl);
  // The issuer of the token is known by the address of the other gateway.
  const { pid, port } = await another('gateway', { HTTP_PLAIN: 'off', GATEWAY_URL: origin });
  const { href: url } = Object.assign(new URL(tokenUrl), { port });
  await readyAfter(pid, { url, headers: { Authorization: `Bearer ${token}` } });
  return { pid, urls: [url] };
}

/** Starts another gateway, which speaks HTTPS. */
async function tlsGateway({ another, databaseUrl, clientKey, keyedUrl }: World, file: string): Promise<Peer> {
  if (databaseUrl === undefined) return 'on the embedded database there is one process';
  const { pid, port } = await another('gateway', { TLS_CERTIFICATES: file });
  const { href: url } = Object.assign(new URL(keyedUrl), { protocol: 'https:', port });
  await readyAfter(pid, { url, headers: { 'X-Client-Id': clientKey } });
  return { pid, urls: [url] };
}

/** The upstream has a body of each size beside the customers. */
const ofBytes = (url: string, bytes: number) => url.replace(/[^/]*$/, `${bytes}`);
