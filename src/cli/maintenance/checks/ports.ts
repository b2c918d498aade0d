import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../../process/settings/config.ts';
import type { Check, Finding } from './check.ts';

const ASK_WITHIN_MS = 2_000;
const settings = {
  gateway: 'GATEWAY_PORT',
  control: 'CONTROL_PORT',
  graphqlServer: 'GRAPHQL_SERVER_PORT',
  backends: 'BACKENDS_PORT',
  operations: 'OPS_PORT',
} as const;
const roleOf = {
  gateway: 'gateway',
  control: 'control',
  graphqlServer: 'graphql-server',
  backends: 'backends',
} as const;

/** Checks that the ports of this process are free, or taken by the platform itself. */
export const ports: Check = async ({ config }) => {
  const isOurs = await platformRuns(config);
  const names = (Object.keys(settings) as (keyof typeof settings)[]).filter(
    (name) => name === 'operations' || config.roles.has(roleOf[name]),
  );
  return Promise.all(names.map((name) => portFinding(config, { name, isOurs })));
};

async function portFinding(
  { host, ports: numbers }: Config,
  { name, isOurs }: { readonly name: keyof typeof settings; readonly isOurs: boolean },
): Promise<Finding> {
  const check = 'ports';
  const where = `${settings[name]} ${numbers[name]}`;
  if (await isFree(host, numbers[name])) return { check, state: 'ok', message: `${where} is free` };
  if (isOurs) return { check, state: 'ok', message: `${where} is in use, and the platform runs` };
  return {
    check,
    state: 'fail',
    message: `${where} is in use by another program`,
    remedy: `Stop that one, or set ${settings[name]} to another port.`,
  };
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Tells whether the platform runs, by its operations listener. */
async function platformRuns({ urls }: Config): Promise<boolean> {
  try {
    const answer = await fetch(`${urls.operations}/livez`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    return ((await answer.json()) as { state?: string }).state === 'Alive';
  } catch {
    return false;
  }
}
