import { join } from 'node:path';
import type { z } from 'zod';
import { callerBoundsOf } from '../../data-plane/gateway/caller-bounds.ts';
import type { ProcessRole } from './processes.ts';
import { readSecretFiles } from './secret-files.ts';
import { faultInWords } from './setting-fault.ts';
import { settings } from './settings.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** The settings of a process, checked and complete. */
export type Config = ReturnType<typeof readConfig>;

/** Names every wrong setting at once; the start ends with it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings from the environment, and secret ones also from files that it names.
 *
 * An empty setting is as one that is not set. This is the only reader of `process.env` in `src`.
 *
 * @throws ConfigError with one line a fault
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  return Object.freeze(configOf(checked(env)));
}

type Data = z.output<typeof settings>;

/** @throws ConfigError with one line a fault */
function checked(env: NodeJS.ProcessEnv): Data {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const files = readSecretFiles(present);
  const result = settings.safeParse({ ...present, ...files.read }, { error: faultInWords });
  const issues = (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const);
  const faults = [...files.faults, ...issues.filter(([name]) => !files.faults.has(name))];
  if (!result.success || faults.length > 0) {
    const lines = faults.map(([name, message]) => `  ${name}: ${message}`);
    throw new ConfigError(`These settings are wrong:\n${lines.join('\n')}`);
  }
  return result.data;
}

function configOf(data: Data) {
  const isProduction = data.NODE_ENV === 'production';
  const demo = data.DEMO ?? !isProduction;
  return {
    roles: new Set<ProcessRole>(data.ROLES),
    host: data.HOST,
    ports: portsOf(data),
    /** The certificates of the listeners; undefined where they speak HTTP. */
    tls: tlsOf(data),
    urls: urlsOf(data),
    dataDir: data.DATA_DIR,
    databaseDir: join(data.DATA_DIR, 'database'),
    databaseUrl: data.DATABASE_URL,
    databaseListenUrl: data.DATABASE_LISTEN_URL,
    databaseConnections: data.DATABASE_CONNECTIONS ?? connectionsOf(data),
    redisUrl: data.REDIS_URL,
    /** NATS, and the bounds of its stream of usage; undefined where there is none. */
    nats: natsOf(data),
    adminToken: data.ADMIN_TOKEN,
    /** The identity provider of people who sign in to the console. */
    openId: openIdOf(data),
    /** The mail server, and the sender; undefined sends no mail. */
    mail: mailOf(data),
    secretKey: data.SECRET_KEY,
    /** The one before it, or the one to come, while it is rotated. */
    secretKeyOld: data.SECRET_KEY_OLD,
    demo,
    isProduction,
    targetAllowlist: data.TARGET_ALLOWLIST ?? (demo ? LOOPBACK : []),
    consumerTargetAllowlist: data.CONSUMER_TARGET_ALLOWLIST ?? (demo ? LOOPBACK : []),
    trustedProxies: data.TRUSTED_PROXIES,
    /** The bearer token of /metrics; undefined asks nobody for one. */
    metricsToken: data.METRICS_TOKEN,
    /** The contents of /.well-known/security.txt; undefined where nobody is named. */
    securityTxt: data.SECURITY_CONTACT && { contacts: data.SECURITY_CONTACT, policy: data.SECURITY_POLICY },
    /** Processes that serve the gateway's listener. With one, it is this process. */
    gatewayWorkers: data.GATEWAY_WORKERS,
    /** Silence after which a gateway worker is killed and replaced. */
    workerSilenceMs: data.WORKER_SILENCE_SECONDS * 1000,
    /** Time for which listeners accept on after /readyz has reported that the process ends. */
    drainMs: (data.DRAIN_SECONDS ?? (isProduction ? 5 : 0)) * 1000,
    /** The bounds that callers of APIs are held to. */
    callerBounds: callerBoundsOf(data),
    /** The most connections that a listener has open. */
    connectionsMax: data.CONNECTIONS_MAX,
    /** Days for which data that is not kept for ever is kept. */
    kept: keptOf(data),
    /** Tells whether the gateway reads plain requests from their sockets. */
    readsPlainRequests: data.HTTP_PLAIN === 'on',
    /** Tells whether errors reach callers of GraphQL APIs without details of the servers behind. */
    cleansErrors: (data.GRAPHQL_ERRORS ?? (isProduction ? 'cleaned' : 'as-they-are')) === 'cleaned',
    accessLog: data.ACCESS_LOG === 'none' ? undefined : data.ACCESS_LOG,
    logLevel: data.LOG_LEVEL,
    /** Undefined traces nothing. The exporter reads the rest of OTEL_EXPORTER_OTLP_… itself. */
    tracing: tracingOf(data),
  };
}

/** A gateway alone reads by one connection and writes by another. The rest are for tokens. */
function connectionsOf({ ROLES }: Data): number {
  return ROLES.length === 1 && ROLES[0] === 'gateway' ? 4 : 10;
}

function keptOf(data: Data) {
  return {
    hourlyUsageDays: data.USAGE_HOURLY_DAYS,
    usageDays: data.USAGE_DAYS,
    eventDays: data.EVENT_DAYS,
    historyDays: data.HISTORY_DAYS,
    auditDays: data.AUDIT_DAYS ?? null,
  };
}

function natsOf({ NATS_URL: servers, NATS_CREDENTIALS: credentials, NATS_USAGE_MB, NATS_REPLICAS }: Data) {
  if (servers === undefined) return undefined;
  return { servers, credentials, stream: { bytesMax: NATS_USAGE_MB * 1_000_000, replicas: NATS_REPLICAS } };
}

function portsOf(data: Data) {
  return {
    gateway: data.GATEWAY_PORT,
    control: data.CONTROL_PORT,
    graphqlServer: data.GRAPHQL_SERVER_PORT,
    backends: data.BACKENDS_PORT,
    operations: data.OPS_PORT,
  };
}

function tlsOf({ TLS_CERTIFICATES: paths = [], TLS_MIN_VERSION, TLS_CLIENT_CERTIFICATES }: Data) {
  if (paths.length === 0) return undefined;
  return {
    paths,
    minVersion: `TLSv${TLS_MIN_VERSION}` as const,
    asksClients: TLS_CLIENT_CERTIFICATES === 'ask',
  };
}

function urlsOf(data: Data) {
  const host = data.HOST.includes(':') ? `[${data.HOST}]` : data.HOST;
  const at = (portNumber: number) => `http://${host}:${portNumber}`;
  const publicAt = (portNumber: number) => `${tlsOf(data) ? 'https' : 'http'}://${host}:${portNumber}`;
  const control = data.CONTROL_URL ?? publicAt(data.CONTROL_PORT);
  return {
    gateway: data.GATEWAY_URL ?? publicAt(data.GATEWAY_PORT),
    control,
    /** The origin of the OAuth providers' pages. */
    oauth: data.OAUTH_URL ?? control,
    graphqlServer: data.GRAPHQL_SERVER_URL ?? at(data.GRAPHQL_SERVER_PORT),
    backends: at(data.BACKENDS_PORT),
    operations: at(data.OPS_PORT),
    /** The origin of the console. */
    console: data.CONSOLE_URL ?? control,
    gatewayHosts: data.GATEWAY_HOSTS,
    portalHosts: data.PORTAL_HOSTS,
    /** Tells whether the portals are known to be there. The default is this machine's, which may serve none. */
    knowsPortals: data.CONTROL_URL !== undefined || data.ROLES.includes('control'),
  };
}

function openIdOf({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET }: Data) {
  if (issuer === undefined || clientId === undefined) return undefined;
  return { issuer, clientId, clientSecret: OIDC_CLIENT_SECRET };
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from, MAIL_DKIM_SELECTOR: selector, MAIL_DKIM_KEY }: Data) {
  if (url === undefined || from === undefined) return undefined;
  const dkim =
    selector === undefined || MAIL_DKIM_KEY === undefined
      ? undefined
      : { selector, privateKey: MAIL_DKIM_KEY };
  return { url, from, dkim };
}

function tracingOf(data: Data) {
  if (data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    serviceName: data.OTEL_SERVICE_NAME,
    sampler: data.OTEL_TRACES_SAMPLER,
    ratio: data.OTEL_TRACES_SAMPLER_ARG,
  };
}
