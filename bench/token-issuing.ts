import type { Candidate } from './gateway/candidates.ts';
import { circumstances } from './gateway/circumstances.ts';
import { comparison, goals, measureInTurn } from './gateway/compare.ts';
import { keepIdleCoresAwake } from './gateway/idle-cores.ts';
import { freePorts, start } from './gateway/processes.ts';
import { CLIENT, PROVIDER_PATH } from './token-world.ts';

const ROUNDS = { seconds: 1, rounds: 10 };
const OIDC_PROVIDER = { file: 'bench/peers/oidc-provider.mjs', path: '/token' };

type Issuer = {
  readonly name: string;
  readonly does: string;
  readonly file: string;
  readonly path: string;
  /** The resource whose tokens are JWTs. */
  readonly resource?: string;
};

const servers: readonly Issuer[] = [
  {
    name: 'Gatehouse',
    does: 'ES256 JWT',
    file: 'bench/token-server.ts',
    path: `${PROVIDER_PATH}/oauth2/token`,
  },
  { name: 'oidc-provider, opaque', does: 'opaque token', ...OIDC_PROVIDER },
  { name: 'oidc-provider', does: 'ES256 JWT', ...OIDC_PROVIDER, resource: 'http://127.0.0.1/acme/sandbox' },
];

/** Measures tokens of client credentials beside oidc-provider, under the load of wrk. */
export async function issuing(): Promise<string> {
  const idle = keepIdleCoresAwake();
  const candidates: Candidate[] = [];
  for (const server of servers) candidates.push(await startServer(server));
  const measured = await measureInTurn(candidates, ROUNDS);
  const method = `Each server on one core, wrk (64 kept connections) on another; ${idle}; ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s in turn.`;
  return [circumstances(), method, comparison(measured, []), goals(measured)].join('\n\n');
}

async function startServer({ name, does, file, path, resource }: Issuer): Promise<Candidate> {
  const [port = 0] = await freePorts(1);
  const command = [process.execPath, '--import', 'tsx', file];
  const pid = await start({ name, command, core: 'server', port, env: { PORT: `${port}` } });
  const form = {
    grant_type: 'client_credentials',
    client_id: CLIENT,
    client_secret: 'bench-secret',
    scope: 'customer',
  };
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ ...form, ...(resource && { resource }) }).toString();
  return {
    group: 'tokens',
    name,
    does,
    pid,
    request: { url: `http://127.0.0.1:${port}${path}`, headers, body },
  };
}
