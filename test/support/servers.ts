import { connect } from 'node:net';

/** The servers that tests use where reachable, by a setting or at their standard port. */
const known = [
  {
    name: 'PostgreSQL server',
    setting: 'DATABASE_URL_TEST',
    standard: 'postgres://postgres@127.0.0.1:5432/postgres',
  },
  { name: 'Redis server', setting: 'REDIS_URL_TEST', standard: 'redis://127.0.0.1:6379' },
] as const;

export type Server = { name: string; setting: string; url: string; isReachable: boolean };

export function servers(): Promise<Server[]> {
  return Promise.all(
    known.map(async ({ name, setting, standard }) => {
      const url = process.env[setting] ?? standard;
      return { name, setting, url, isReachable: await answers(new URL(url)) };
    }),
  );
}

/** The URL of a server, when it is reachable. */
export async function serverUrl(name: (typeof known)[number]['name']): Promise<string | undefined> {
  const server = (await servers()).find((each) => each.name === name);
  return server?.isReachable ? server.url : undefined;
}

function answers({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 1_000 });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
