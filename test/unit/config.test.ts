import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/process/settings/config.ts';

const directory = mkdtempSync(join(tmpdir(), 'gatehouse-settings-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The faults of settings, as the operator reads them. */
function faults(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  throw new Error('the settings were accepted');
}

describe('the settings', () => {
  it('have the defaults of the contract', () => {
    expect(readConfig({})).toMatchObject({
      roles: new Set(['gateway', 'control', 'graphql-server', 'backends']),
      host: '127.0.0.1',
      ports: { gateway: 8080, control: 9000, graphqlServer: 8090, backends: 8091, operations: 9100 },
      urls: {
        gateway: 'http://127.0.0.1:8080',
        control: 'http://127.0.0.1:9000',
        oauth: 'http://127.0.0.1:9000',
        graphqlServer: 'http://127.0.0.1:8090',
      },
      dataDir: '.data',
      databaseUrl: undefined,
      redisUrl: undefined,
      adminToken: undefined,
      demo: true,
      targetAllowlist: ['127.0.0.0/8', '::1/128'],
      trustedProxies: [],
      gatewayWorkers: 1,
      drainMs: 0,
      accessLog: undefined,
      kept: { hourlyUsageDays: 35, usageDays: 400, eventDays: 90, historyDays: 400, auditDays: null },
    });
  });

  it('take an empty one as one that is not set', () => {
    expect(readConfig({ GATEWAY_PORT: '', DATABASE_URL: ' ', TARGET_ALLOWLIST: '' })).toEqual(readConfig({}));
  });

  it('take each secret from a file, without the end of its last line', () => {
    const file = (name: string, content: string) => {
      const path = join(directory, name);
      writeFileSync(path, content);
      return path;
    };
    const config = readConfig({
      DATABASE_URL_FILE: file('database', 'postgres://gatehouse:pw@127.0.0.1/gatehouse\n'),
      REDIS_URL_FILE: file('redis', 'redis://:pw@127.0.0.1\r\n'),
      SECRET_KEY_FILE: file('key', ` ${'k'.repeat(32)}\n`),
      ADMIN_TOKEN_FILE: file('admin', 'the-token-of-the-admin'),
      OIDC_ISSUER: 'https://id.acme.example',
      OIDC_CLIENT_ID: 'gatehouse',
      OIDC_CLIENT_SECRET_FILE: file('oidc', 's3cret\n'),
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://gatehouse:pw@127.0.0.1/gatehouse',
      redisUrl: 'redis://:pw@127.0.0.1',
      secretKey: ` ${'k'.repeat(32)}`,
      adminToken: 'the-token-of-the-admin',
      openId: { clientSecret: 's3cret' },
    });
  });

  it('name every secret whose file cannot be had, together with all other faults', () => {
    const empty = join(directory, 'empty');
    const short = join(directory, 'short');
    writeFileSync(empty, '\n');
    writeFileSync(short, 'short\n');
    const told = faults({
      DATABASE_URL: 'postgres://127.0.0.1/gatehouse',
      DATABASE_URL_FILE: short,
      SECRET_KEY_FILE: '/nowhere/key',
      REDIS_URL_FILE: empty,
      ADMIN_TOKEN_FILE: short,
      GATEWAY_PORT: 'x',
    });
    expect(
      told
        .split('\n')
        .slice(1)
        .map((line) => line.trim()),
    ).toEqual([
      'DATABASE_URL: is given as well as DATABASE_URL_FILE: give one of them',
      `REDIS_URL: the file ${empty} of REDIS_URL_FILE is empty`,
      'SECRET_KEY: the file /nowhere/key of SECRET_KEY_FILE cannot be read: ENOENT',
      'GATEWAY_PORT: is no number',
      'ADMIN_TOKEN: needs at least 16 characters',
    ]);
  });

  it('name a mail server, its sender and a DKIM key, of which each needs the other', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const MAIL_DKIM_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const given = { SMTP_URL: 'smtps://me:pw@smtp.acme.example', MAIL_FROM: 'Acme <notices@acme.example>' };
    expect(readConfig({}).mail).toBeUndefined();
    expect(readConfig(given).mail).toEqual({ url: given.SMTP_URL, from: given.MAIL_FROM, dkim: undefined });
    expect(readConfig({ ...given, MAIL_DKIM_KEY, MAIL_DKIM_SELECTOR: 'gate' }).mail?.dkim).toEqual({
      selector: 'gate',
      privateKey: MAIL_DKIM_KEY,
    });
    expect(faults({ SMTP_URL: given.SMTP_URL })).toContain('MAIL_FROM: is needed with SMTP_URL');
    expect(faults({ ...given, MAIL_DKIM_KEY })).toContain('MAIL_DKIM_KEY: and MAIL_DKIM_SELECTOR are needed');
    expect(faults({ ...given, SMTP_URL: 'https://smtp.acme.example' })).toContain(
      'SMTP_URL: is not an address of smtp: or smtps:',
    );
    for (const MAIL_FROM of ['nobody', 'a@b.example, c@d.example', 'A\r\nB <a@b.example>'])
      expect(faults({ ...given, MAIL_FROM })).toContain('MAIL_FROM: is no address');
    expect(faults({ ...given, MAIL_DKIM_KEY: 'PEM', MAIL_DKIM_SELECTOR: 'gate' })).toContain(
      'MAIL_DKIM_KEY: is no private key in PEM form',
    );
  });

  it('need a secret key of their own with a database that several processes share', () => {
    const DATABASE_URL = 'postgres://127.0.0.1/gatehouse';
    expect(faults({ DATABASE_URL })).toContain('SECRET_KEY: is needed with DATABASE_URL');
    expect(readConfig({ DATABASE_URL, SECRET_KEY: 'x'.repeat(32) }).databaseUrl).toBe(DATABASE_URL);
  });

  it('take the secret key before beside a new one, from a file too, and no other way', () => {
    const [SECRET_KEY, SECRET_KEY_OLD] = ['x'.repeat(32), 'y'.repeat(32)];
    expect(readConfig({ SECRET_KEY, SECRET_KEY_OLD }).secretKeyOld).toBe(SECRET_KEY_OLD);
    const path = join(directory, 'old-key');
    writeFileSync(path, `${SECRET_KEY_OLD}\n`);
    expect(readConfig({ SECRET_KEY, SECRET_KEY_OLD_FILE: path }).secretKeyOld).toBe(SECRET_KEY_OLD);
    for (const given of [{ SECRET_KEY_OLD }, { SECRET_KEY, SECRET_KEY_OLD: SECRET_KEY }])
      expect(faults(given)).toContain('SECRET_KEY_OLD: is for a SECRET_KEY that takes its place');
    expect(faults({ SECRET_KEY, SECRET_KEY_OLD: 'short' })).toContain('SECRET_KEY_OLD: needs at least 32');
  });

  it('ask scrapers for a token only where one is set, of 16 characters at least', () => {
    expect(readConfig({}).metricsToken).toBeUndefined();
    expect(readConfig({ METRICS_TOKEN: 'x'.repeat(16) }).metricsToken).toBe('x'.repeat(16));
    expect(faults({ METRICS_TOKEN: 'short' })).toContain('METRICS_TOKEN: needs at least 16 characters');
  });

  it('name whom to tell about a vulnerability by addresses that can be written to', () => {
    expect(readConfig({}).securityTxt).toBeUndefined();
    expect(
      readConfig({ SECURITY_CONTACT: 'mailto:a@b.example, https://b.example/report' }).securityTxt,
    ).toEqual({
      contacts: ['mailto:a@b.example', 'https://b.example/report'],
      policy: undefined,
    });
    expect(faults({ SECURITY_CONTACT: 'a@b.example' })).toContain('is not an address of mailto: or https:');
    expect(faults({ SECURITY_POLICY: 'https://b.example/policy' })).toContain(
      'SECURITY_CONTACT: is needed with',
    );
  });

  it('name an OpenID Connect issuer together with the client, of http on this machine only', () => {
    const given = { OIDC_ISSUER: 'https://id.acme.example', OIDC_CLIENT_ID: 'gatehouse' };
    expect(readConfig({}).openId).toBeUndefined();
    expect(readConfig(given).openId).toEqual({
      issuer: 'https://id.acme.example',
      clientId: 'gatehouse',
      clientSecret: undefined,
    });
    for (const one of [{ OIDC_ISSUER: given.OIDC_ISSUER }, { OIDC_CLIENT_ID: 'gatehouse' }])
      expect(faults(one)).toContain('OIDC_CLIENT_ID: and OIDC_ISSUER are needed together');
    expect(faults({ ...given, OIDC_ISSUER: 'http://id.acme.example' })).toContain(
      'OIDC_ISSUER: is not https',
    );
    expect(faults({ ...given, OIDC_ISSUER: 'http://localhost.evil.example' })).toContain('is not https');
    expect(readConfig({ ...given, OIDC_ISSUER: 'http://localhost:3000/realm' }).openId).toBeDefined();
  });

  it('take one Redis, or the nodes of a cluster', () => {
    const told = (REDIS_URL: string) => readConfig({ REDIS_URL }).redisUrl;
    expect(told('rediss://redis:6380/1')).toBe('rediss://redis:6380/1');
    expect(told('redis+cluster://a:6379, redis+cluster://b')).toBe(
      'redis+cluster://a:6379,redis+cluster://b',
    );
    for (const more of ['', '?sentinel_username=asker&sentinel_password=secret']) {
      const sentinels = `redis+sentinel://user:secret@a:26379,b:26379/main/1${more}`;
      expect(told(sentinels)).toBe(sentinels);
    }
    expect(faults({ REDIS_URL: 'redis+sentinel://a/main?password=secret' })).toContain(
      'REDIS_URL: has the parameter password: redis+sentinel:// takes sentinel_username and sentinel_password',
    );
    for (const wrong of ['redis://a,redis://b', 'redis+cluster://a,redis://b', 'redis+cluster:,', 'redis://'])
      expect(faults({ REDIS_URL: wrong })).toContain('REDIS_URL: is no redis:// or rediss:// URL');
    for (const wrong of ['a:26379', 'user:secret@a,b', 'a,b/', 'a/main/x', 'a/main/1/2']) {
      const fault = faults({ REDIS_URL: `redis+sentinel://${wrong}` });
      expect(fault).toContain('REDIS_URL: names no master: redis+sentinel:// takes hosts');
      expect(fault).not.toContain('secret');
    }
    expect(faults({ REDIS_URL: 'redis+sentinel://a:port/main' })).toContain('REDIS_URL: is no redis://');
  });

  it('need a database and counters that processes can share for more than one gateway worker', () => {
    const message = faults({ GATEWAY_WORKERS: '2' });
    expect(message).toContain('DATABASE_URL: is needed with more than one of GATEWAY_WORKERS');
    expect(message).toContain('REDIS_URL: is needed with more than one of GATEWAY_WORKERS');
    const shared = {
      DATABASE_URL: 'postgres://127.0.0.1/gatehouse',
      SECRET_KEY: 'x'.repeat(32),
      REDIS_URL: 'redis://127.0.0.1',
    };
    expect(readConfig({ ...shared, GATEWAY_WORKERS: '2' }).gatewayWorkers).toBe(2);
    expect(readConfig({ ...shared, GATEWAY_WORKERS: 'auto' }).gatewayWorkers).toBe(availableParallelism());
    expect(readConfig({ ROLES: 'control', GATEWAY_WORKERS: '2' }).gatewayWorkers).toBe(2);
  });

  it('give load balancers five seconds to notice an end in production, and else none', () => {
    expect(readConfig({}).drainMs).toBe(0);
    expect(readConfig({ NODE_ENV: 'production' }).drainMs).toBe(5_000);
    expect(readConfig({ NODE_ENV: 'production', DRAIN_SECONDS: '0.5' }).drainMs).toBe(500);
  });

  it('tell callers no details of GraphQL servers in production, unless it is asked for', () => {
    expect(readConfig({}).cleansErrors).toBe(false);
    expect(readConfig({ GRAPHQL_ERRORS: 'cleaned' }).cleansErrors).toBe(true);
    expect(readConfig({ NODE_ENV: 'production' }).cleansErrors).toBe(true);
    expect(readConfig({ NODE_ENV: 'production', GRAPHQL_ERRORS: 'as-they-are' }).cleansErrors).toBe(false);
  });

  it('name every fault at once, each with its setting', () => {
    const message = faults({
      ROLES: 'gateway,kitchen',
      GATEWAY_PORT: '70000',
      CONTROL_PORT: 'nine thousand',
      GATEWAY_URL: 'ftp://gateway',
      DATABASE_URL: 'mysql://db',
      REDIS_URL: 'http://redis',
      ADMIN_TOKEN: 'too-short-token',
      SECRET_KEY: 'too-short-key',
      DEMO: 'perhaps',
      TARGET_ALLOWLIST: '127.0.0.1/33',
      TRUSTED_PROXIES: 'loadbalancer',
      GATEWAY_WORKERS: 'many',
      WORKER_SILENCE_SECONDS: '0',
      DRAIN_SECONDS: '-1',
      LOG_LEVEL: 'loud',
    });
    const named = message
      .split('\n')
      .slice(1)
      .map((line) => /^ {2}([A-Z_]+)/.exec(line)?.[1]);
    expect(named).toEqual([
      'ROLES',
      'GATEWAY_PORT',
      'CONTROL_PORT',
      'GATEWAY_WORKERS',
      'WORKER_SILENCE_SECONDS',
      'DRAIN_SECONDS',
      'DEMO',
      'GATEWAY_URL',
      'DATABASE_URL',
      'REDIS_URL',
      'SECRET_KEY',
      'ADMIN_TOKEN',
      'TARGET_ALLOWLIST',
      'TRUSTED_PROXIES',
      'LOG_LEVEL',
    ]);
  });

  it('take NATS with a server of the database alone, and its credentials from a file', () => {
    const path = join(directory, 'nats.creds');
    writeFileSync(path, 'JWT and seed\n');
    const database = { DATABASE_URL: 'postgres://127.0.0.1/gatehouse', SECRET_KEY: 'k'.repeat(32) };
    const NATS_URL = 'tls://user:pw@a:4222, tls://b:4222';
    expect(readConfig({}).nats).toBeUndefined();
    expect(
      readConfig({ ...database, NATS_URL, NATS_CREDENTIALS_FILE: path, NATS_USAGE_MB: '16' }).nats,
    ).toEqual({
      servers: ['tls://user:pw@a:4222', 'tls://b:4222'],
      credentials: 'JWT and seed',
      stream: { bytesMax: 16_000_000, replicas: 1 },
    });
    expect(faults({ NATS_URL })).toContain(
      'NATS_URL: needs DATABASE_URL: an embedded database has one process',
    );
    expect(faults({ ...database, NATS_URL: 'redis://a' })).toContain(
      'is no nats:// or tls:// URL, or several with commas between',
    );
    expect(faults({ ...database, NATS_CREDENTIALS_FILE: path })).toContain(
      'NATS_CREDENTIALS: is for NATS_URL',
    );
  });

  it('bound the connections to the database: fewer for a gateway alone, unless they are set', () => {
    const connections = (env: NodeJS.ProcessEnv) => readConfig(env).databaseConnections;
    expect(connections({})).toBe(10);
    expect(connections({ ROLES: 'gateway' })).toBe(4);
    expect(connections({ ROLES: 'gateway,control' })).toBe(10);
    expect(connections({ ROLES: 'gateway', DATABASE_CONNECTIONS: '2' })).toBe(2);
    expect(faults({ DATABASE_CONNECTIONS: '1' })).toContain('DATABASE_CONNECTIONS');
  });

  it('take host names of orgs and catalogs', () => {
    const { urls } = readConfig({
      GATEWAY_HOSTS: 'api.acme.example=acme/production, *.apis.example=*',
      GATEWAY_URL: 'https://gateway.example:8443',
    });
    expect(urls.gatewayHosts?.pathOf('api.acme.example')).toBe('/acme/production');
    expect(urls.gatewayHosts?.pathOf('beta.apis.example')).toBe('/beta');
    expect(readConfig({ GATEWAY_HOSTS: ' , ' }).urls.gatewayHosts).toBeUndefined();
  });

  it.each([
    ['api.acme.example', '"api.acme.example" is not host=org or host=org/catalog, as api.acme.example='],
    ['https://api.acme.example=acme', '"https://api.acme.example=acme" is not host=org'],
    ['api.acme.example:443=acme', 'Scheme and port are those of the address that all share'],
    ['a.example=acme, A.example=beta', 'a.example stands in it twice: a host is of one org or catalog'],
    ['gateway.example=acme', 'holds the host of GATEWAY_URL, which is of all orgs'],
  ])('refuse the host names %j', (GATEWAY_HOSTS, message) => {
    const told = faults({ GATEWAY_HOSTS, GATEWAY_URL: 'https://gateway.example' });
    expect(told).toContain(`\n  GATEWAY_HOSTS: `);
    expect(told).toContain(message);
  });

  it('take hosts, ports and orgs in the allowlist of targets', () => {
    const entries = ['10.0.0.0/8', 'acme=db.internal:8443', '*.internal', '[fd00::/8]:443', '10.1.2.3'];
    expect(readConfig({ TARGET_ALLOWLIST: entries.join(', ') }).targetAllowlist).toEqual(entries);
    expect(faults({ TARGET_ALLOWLIST: '10.0.0.0/8,db internal' })).toContain(
      '"db internal" is no target: give a network (10.0.0.0/8), an address, a host (db.internal) or all below a domain (*.internal), with :port behind it for that port alone, and org= before it for that org alone',
    );
  });

  it('take an origin of the console and hosts of portals; without them both are at CONTROL_URL', () => {
    const { urls } = readConfig({
      CONTROL_URL: 'https://gatehouse.example',
      CONSOLE_URL: 'https://console.example/',
      PORTAL_HOSTS: 'portal.acme.example=acme/production,*.portals.example=*/main',
    });
    expect(urls.console).toBe('https://console.example');
    expect(urls.portalHosts?.pathOf('beta.portals.example')).toBe('/beta/main');
    expect(readConfig({ CONTROL_URL: 'https://gatehouse.example' }).urls).toMatchObject({
      console: 'https://gatehouse.example',
      portalHosts: undefined,
    });
  });

  it.each([
    [{ CONSOLE_URL: 'https://console.example/admin' }, 'CONSOLE_URL: has a path'],
    [{ CONSOLE_URL: 'https://gatehouse.example:8443' }, 'CONSOLE_URL: has the host of CONTROL_URL'],
    [{ PORTAL_HOSTS: 'portal.example=acme' }, 'PORTAL_HOSTS: "portal.example=acme" names no catalog'],
    [{ PORTAL_HOSTS: 'gatehouse.example=acme/main' }, 'PORTAL_HOSTS: holds the host of CONTROL_URL'],
    [
      { PORTAL_HOSTS: 'a.b.example=acme/main', GATEWAY_HOSTS: '*.b.example=*' },
      'PORTAL_HOSTS: shares a.b.example with GATEWAY_HOSTS: give the portal a host of its own',
    ],
    [
      { PORTAL_HOSTS: '*.b.example=acme/*', GATEWAY_HOSTS: 'a.b.example=acme' },
      'PORTAL_HOSTS: shares a.b.example with GATEWAY_HOSTS',
    ],
    [
      { CONSOLE_URL: 'https://console.example', PORTAL_HOSTS: 'console.example=acme/main' },
      'PORTAL_HOSTS: holds the host of CONSOLE_URL, which is of all orgs',
    ],
    [
      { OAUTH_URL: 'https://sign-in.example', GATEWAY_HOSTS: 'sign-in.example=acme' },
      'GATEWAY_HOSTS: holds the host of OAUTH_URL, which is of all orgs',
    ],
  ])('refuse hosts that would be of two: %j', (settings, message) => {
    expect(faults({ CONTROL_URL: 'https://gatehouse.example', ...settings })).toContain(message);
  });

  it('do not show a secret in a fault', () => {
    const message = faults({
      ADMIN_TOKEN: 'hunter2',
      SECRET_KEY: 'swordfish',
      DATABASE_URL: 'db:pass-word@x',
    });
    expect(message).not.toMatch(/hunter2|swordfish|pass-word/);
  });

  it.each(['-1', '1.5', '65536', 'Infinity', '80 80'])('refuse the port %s', (port) => {
    expect(faults({ OPS_PORT: port })).toMatch(/^ {2}OPS_PORT: /m);
  });

  it.each([',', ' , '])('refuse the roles %j: a process that does nothing', (roles) => {
    expect(faults({ ROLES: roles })).toMatch(/^ {2}ROLES: /m);
  });

  it('choose roles, with spaces or without; all is all', () => {
    expect(readConfig({ ROLES: 'control, gateway' }).roles).toEqual(new Set(['control', 'gateway']));
    expect(readConfig({ ROLES: 'gateway,all' }).roles.size).toBe(4);
  });

  it('have no demo world and no private targets in production, unless it is asked for', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ demo: false, targetAllowlist: [] });
    expect(readConfig({ NODE_ENV: 'production', DEMO: 'true' })).toMatchObject({
      demo: true,
      targetAllowlist: ['127.0.0.0/8', '::1/128'],
    });
    expect(readConfig({ DEMO: 'false' })).toMatchObject({ demo: false, targetAllowlist: [] });
  });

  it('take networks in CIDR notation, of both families', () => {
    expect(readConfig({ TARGET_ALLOWLIST: '10.0.0.0/8, fd00::/8' }).targetAllowlist).toEqual([
      '10.0.0.0/8',
      'fd00::/8',
    ]);
  });

  it('write an IPv6 host in brackets, and drop the slash at the end of an address', () => {
    const { urls } = readConfig({ HOST: '::1', CONTROL_URL: 'https://control.example.com/' });
    expect(urls).toMatchObject({ gateway: 'http://[::1]:8080', control: 'https://control.example.com' });
  });

  it('cannot be changed once they are read', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });
});
