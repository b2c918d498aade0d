import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../src/process/settings/config.ts';

type Service = {
  readonly environment?: NodeJS.ProcessEnv;
  readonly ports?: readonly { readonly target: number; readonly host_ip: string }[];
  readonly networks: readonly string[];
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly stop_grace_period?: string;
  readonly user?: string;
  readonly deploy: { readonly resources: { readonly limits: { readonly memory: string } } };
};

const text = readFileSync('compose.yaml', 'utf8');
/** What has to stand in .env, as Compose puts it in. */
const secrets: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'of-postgres',
  REDIS_PASSWORD: 'of-redis',
  SECRET_KEY: 'x'.repeat(32),
};
const fill = (value: string) =>
  value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, ...[name = '', kind, rest = '']: string[]) =>
    kind === '-' ? rest : (secrets[name] ?? ''),
  );
const { services, networks } = parse(
  text,
  (_key, value: unknown) => (typeof value === 'string' ? fill(value) : value),
  { merge: true },
) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
};
const parts = Object.entries(services).filter(([, { environment }]) => environment?.['ROLES']);
/** How long a process may take to end after it has drained, and what its supervisor allows beside. */
const END_SECONDS = 20;

describe('compose.yaml', () => {
  it('runs each part in a process of its own, named after it', () => {
    expect(parts.map(([name, { environment }]) => [name, environment?.['ROLES']])).toEqual([
      ['control', 'control'],
      ['gateway', 'gateway'],
      ['graphql-server', 'graphql-server'],
    ]);
  });

  it.each(parts)('%s has settings that the platform takes, and time to end', (_name, service) => {
    const config = readConfig({ ...service.environment, NODE_ENV: 'production' });
    expect(config.secretKey).toBe(secrets['SECRET_KEY']);
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(
      config.drainMs / 1000 + END_SECONDS - 1,
    );
  });

  it('has no default for what is secret', () => {
    const defaults = [...text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|TOKEN)\w*):-([^}]*)\}/g)];
    expect(defaults.filter(([, , value]) => value !== '')).toEqual([]);
    for (const name of Object.keys(secrets)) expect(text).toContain(`\${${name}:?`);
  });

  it('publishes gateway and control plane alone, to this machine unless it is told otherwise', () => {
    const { gateway, control } = readConfig({}).ports;
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map(({ target, host_ip }) => [name, target, host_ip]),
    );
    expect(published).toEqual([
      ['control', control, '127.0.0.1'],
      ['gateway', gateway, '127.0.0.1'],
    ]);
  });

  it('keeps PostgreSQL and Redis out of reach of its targets, and allows none in a private network', () => {
    expect(networks['stores']).toEqual({ internal: true });
    for (const name of ['postgres', 'redis']) expect(services[name]?.networks).toEqual(['stores']);
    for (const [, { environment }] of parts)
      expect(readConfig({ ...environment, NODE_ENV: 'production' }).targetAllowlist).toEqual([]);
  });

  it.each(Object.entries(services))(
    '%s can write nothing but its data, and gain no right',
    (_name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(service.deploy.resources.limits.memory).toMatch(/^\d+[mg]$/);
      expect(service.user).not.toBe('root');
    },
  );
});
