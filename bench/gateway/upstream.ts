import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from './load.ts';
import { folder, freePorts, start } from './processes.ts';

/** The calls that GraphQL candidates are measured with, and what the upstream answers to it. */
export const QUERY = '{ getCustomers { id firstname lastname email } }';
export const queryTo = (url: string, headers: Request['headers'] = {}): Request => ({
  url,
  headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
  body: JSON.stringify({ query: QUERY }),
});
export const SDL = `type Customer { id: ID firstname: String lastname: String email: String }
type Query { getCustomers: [Customer] getCustomerById(id: ID!): Customer }`;

/** 1.6 KB of JSON. */
const customers = Array.from({ length: 17 }, (_, index) => ({
  id: `${index + 1}`,
  firstname: `Firstname-${index + 1}`,
  lastname: `Lastname-${index + 1}`,
  email: `customer-${index + 1}@example.com`,
}));

/** Sizes of the bodies that are asked for at `/bodies/<bytes>`. */
export const BODIES = [1_000, 10_000, 100_000, 1_000_000];

/** The headers for caches of the answers at `/customerdb/v3/<name>`, which have an ETag. */
const CACHED = {
  fresh: 'Cache-Control max-age=3600',
  stale: 'Cache-Control no-cache',
  varied: 'Vary X-Request-Id',
};

/** Addresses that the upstream listens at. They are the targets of a pool. */
const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];

/** Starts one nginx worker that answers from memory. It is cheaper than any server in front of it. */
export async function startUpstream(): Promise<string> {
  const www = join(folder, 'www');
  writeFileSync(join(www, 'customerdb/v3/customers'), JSON.stringify(customers));
  writeFileSync(join(www, 'graphql.json'), JSON.stringify({ data: { getCustomers: customers } }));
  for (const bytes of BODIES) writeFileSync(join(www, `customerdb/v3/${bytes}`), 'x'.repeat(bytes));
  for (const name of Object.keys(CACHED))
    writeFileSync(join(www, `customerdb/v3/${name}`), JSON.stringify(customers));
  const cached = Object.entries(CACHED).map(
    ([name, header]) => `location = /customerdb/v3/${name} { ${headersFor(name, header)} }`,
  );
  const [port = 0] = await freePorts(1);
  const file = join(folder, 'upstream.conf');
  writeFileSync(
    file,
    `${nginxHead('upstream')}
http { ${NGINX_KEEP} access_log off; sendfile on; tcp_nodelay on; open_file_cache max=100; default_type application/json;
  server { ${HOSTS.map((host) => `listen ${host}:${port} backlog=4096;`).join(' ')} root ${www};
    ${cached.join(' ')}
    location = /graphql { error_page 405 =200 /graphql.json; try_files /graphql.json =404; } } }
`,
  );
  await start({ name: 'upstream', command: nginx(file), core: 'others', port });
  return `http://127.0.0.1:${port}`;
}

const headersFor = (name: string, header: string) =>
  `add_header ${header}; ${name === 'varied' ? `add_header ${CACHED.fresh};` : ''}`;

export const nginx = (file: string) => ['nginx', '-e', join(folder, 'nginx.err'), '-p', folder, '-c', file];

/** Runs nginx in the foreground as one process. Its CPU is that of its id. */
export const nginxHead = (name: string) => `daemon off; master_process off; pid ${folder}/${name}.pid;
error_log ${folder}/${name}.err error; worker_rlimit_nofile 16384; events { worker_connections 8192; }`;

export const NGINX_KEEP = `keepalive_requests 100000000; keepalive_timeout 300s; client_max_body_size 64m;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;`;
