import { createHmac, createPublicKey, type JsonWebKey, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readyAfter } from './load.ts';
import { folder, freePorts, has, start } from './processes.ts';
import { NGINX_KEEP, nginx, nginxHead, queryTo, SDL } from './upstream.ts';
import type { World } from './world.ts';

/** A program that is measured beside Gatehouse: its process and where its listeners are. Or why it is missing. */
export type Peer =
  | {
      readonly pid: number;
      readonly urls: readonly string[];
      /** Seconds from its start to its first answer, where measured. */
      readonly readySeconds?: number | undefined;
    }
  | string;

/** A GraphQL server that was just started, once it answers. */
export async function answering(pid: number, url: string): Promise<Peer> {
  return { pid, urls: [url], readySeconds: await readyAfter(pid, queryTo(url)) };
}

const loopback = (port: number) => `http://127.0.0.1:${port}`;

/** nginx as a reverse proxy: it forwards; and with a limit and an access log. */
export async function startNginx(upstreamUrl: string): Promise<Peer> {
  const ports = await freePorts(2);
  const [plain, limited] = ports;
  const forward = `proxy_pass http://be/customerdb/v3/; proxy_http_version 1.1; proxy_set_header Connection "";`;
  const file = join(folder, 'peer.conf');
  writeFileSync(
    file,
    `${nginxHead('peer')}
http { ${NGINX_KEEP}
  upstream be { server ${new URL(upstreamUrl).host}; keepalive 128; keepalive_requests 100000000; }
  limit_req_zone $http_x_client_id zone=calls:10m rate=1000000r/s;
  log_format line '$remote_addr $request_time $status "$request"';
  server { listen 127.0.0.1:${plain} backlog=4096; access_log off;
    location /v1/ { ${forward} } }
  server { listen 127.0.0.1:${limited} backlog=4096; access_log ${folder}/nginx.access line buffer=64k flush=1s;
    location /v1/ { limit_req zone=calls burst=1000000 nodelay; ${forward} } } }
`,
  );
  const pid = await start({ name: 'nginx', command: nginx(file), core: 'server', port: plain ?? 0 });
  return { pid, urls: ports.map((port) => `${loopback(port)}/v1/customers`) };
}

/** nginx as a reverse proxy that speaks HTTPS, with a limit and an access log. */
export async function startNginxOverTls(upstreamUrl: string, certificate: string): Promise<Peer> {
  const [port = 0] = await freePorts(1);
  const file = join(folder, 'tls.conf');
  writeFileSync(
    file,
    `${nginxHead('tls')}
http { ${NGINX_KEEP}
  upstream be { server ${new URL(upstreamUrl).host}; keepalive 128; keepalive_requests 100000000; }
  limit_req_zone $http_x_client_id zone=calls:10m rate=1000000r/s;
  log_format line '$remote_addr $request_time $status "$request"';
  server { listen 127.0.0.1:${port} ssl backlog=4096; access_log ${folder}/tls.access line buffer=64k flush=1s;
    ssl_certificate ${certificate}; ssl_certificate_key ${certificate};
    location /v1/ { limit_req zone=calls burst=1000000 nodelay;
      proxy_pass http://be/customerdb/v3/; proxy_http_version 1.1; proxy_set_header Connection ""; } } }
`,
  );
  const pid = await start({ name: 'nginx over TLS', command: nginx(file), core: 'server', port });
  return { pid, urls: [`https://127.0.0.1:${port}/v1/customers`] };
}

/** Signs an HS256 token of the same client. Its key is in HAProxy's configuration. */
export function hmacToken(secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ client_id: 'bench', exp: 4_000_000_000 })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
export const HMAC_SECRET = randomBytes(32).toString('hex');

/** Starts HAProxy with limits by client key, HS256 token and Gatehouse's ES256 token. */
export async function startHaproxy(upstreamUrl: string, world: World): Promise<Peer> {
  if (!has('haproxy')) return 'apt-get install haproxy';
  const ports = await freePorts(3);
  const pem = join(folder, 'public.pem');
  const key = createPublicKey({ key: world.publicJwk as JsonWebKey, format: 'jwk' });
  writeFileSync(pem, key.export({ type: 'spki', format: 'pem' }));
  const limit = (client: string) => `  http-request track-sc0 ${client} table calls
  http-request deny deny_status 429 if { sc_http_req_rate(0,calls) gt 100000000 }
  http-request replace-path /v1/(.*) /customerdb/v3/\\1
  use_backend be if { path_beg /customerdb/v3/ }`;
  const token = (
    algorithm: string,
    verifier: string,
  ) => `  http-request deny deny_status 401 unless { req.hdr(authorization) -m found }
  http-request set-var(txn.bearer) http_auth_bearer
  http-request set-var(txn.alg) var(txn.bearer),jwt_header_query('$.alg')
  http-request set-var(txn.client) var(txn.bearer),jwt_payload_query('$.client_id')
  http-request set-var(txn.exp) var(txn.bearer),jwt_payload_query('$.exp','int')
  http-request set-var(txn.now) date()
  http-request deny deny_status 401 unless { var(txn.alg) -m str ${algorithm} }
  http-request deny deny_status 401 unless { var(txn.bearer),jwt_verify(txn.alg,"${verifier}") -m int 1 }
  http-request deny deny_status 401 if { var(txn.exp),sub(txn.now) -m int lt 0 }
${limit('var(txn.client)')}`;
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `global
  nbthread 1
  maxconn 8000
defaults
  mode http
  timeout client 60s
  timeout server 60s
  timeout connect 5s
  http-reuse always
frontend keyed
  bind 127.0.0.1:${ports[0]}
  http-request deny deny_status 401 unless { req.hdr(x-client-id) -m str ${world.clientKey} }
${limit('req.hdr(x-client-id)')}
frontend hs256
  bind 127.0.0.1:${ports[1]}
${token('HS256', HMAC_SECRET)}
frontend es256
  bind 127.0.0.1:${ports[2]}
${token('ES256', pem)}
backend calls
  stick-table type string len 64 size 1m expire 2m store http_req_rate(60s)
backend be
  server s1 ${new URL(upstreamUrl).host} pool-max-conn 256
`,
  );
  const command = ['haproxy', '-db', '-f', file];
  const pid = await start({ name: 'haproxy', command, core: 'server', port: ports[0] ?? 0 });
  return { pid, urls: ports.map((port) => `${loopback(port)}/v1/customers`) };
}

/** A proxy in Node that forwards and nothing else. */
export const startBare = (upstreamUrl: string) => startScript('bare-proxy.mjs', upstreamUrl);

/** Fastify with @fastify/http-proxy: it forwards. */
export const startFastify = (upstreamUrl: string) => startScript('fastify.mjs', upstreamUrl);

async function startScript(file: string, upstreamUrl: string): Promise<Peer> {
  const [port = 0] = await freePorts(1);
  const env = { PORT: `${port}`, UPSTREAM: upstreamUrl, NODE_ENV: 'production' };
  const command = [process.execPath, `bench/peers/${file}`];
  const pid = await start({ name: file, command, core: 'server', port, env });
  return { pid, urls: [`${loopback(port)}/v1/customers`] };
}

/** Starts Hive Gateway as a GraphQL proxy. Features that cost nothing keep their defaults. */
export async function startHive(upstreamUrl: string): Promise<Peer> {
  const [port = 0] = await freePorts(1);
  const schema = join(folder, 'schema.graphql');
  writeFileSync(schema, SDL);
  const config = join(folder, 'gateway.config.mjs');
  writeFileSync(
    config,
    `export const gatewayConfig = { proxy: { endpoint: '${upstreamUrl}/graphql' }, schema: ${JSON.stringify(schema)}, logging: false, graphiql: false, landingPage: false, healthCheckEndpoint: false };\n`,
  );
  const command = [process.execPath, 'bench/peers/node_modules/@graphql-hive/gateway/dist/bin.js'];
  const args = [
    'proxy',
    `${upstreamUrl}/graphql`,
    '--config-path',
    config,
    '--host',
    '127.0.0.1',
    '--port',
    `${port}`,
  ];
  const env = { NODE_ENV: 'production' };
  const pid = await start({ name: 'hive', command: [...command, ...args], core: 'server', port, env });
  return answering(pid, `${loopback(port)}/graphql`);
}
