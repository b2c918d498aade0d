import { join } from 'node:path';
import { z } from 'zod';
import { readSecretFiles } from './secret-files.ts';
import {
  allowedTarget,
  days,
  flag,
  hostNames,
  httpUrl,
  issuer,
  list,
  network,
  origin,
  port,
  portalHosts,
  redisUrl,
  sharedHosts,
  workers,
} from './setting-types.ts';

/** The parts that a process can run. */
export const parts = ['gateway', 'control', 'graphql-server', 'backends'] as const;
export type Part = (typeof parts)[number];

/** What decides which traces are exported, by the names that OpenTelemetry gives them. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

const settings = z
  .object({
    ROLES: list
      .transform((names) => (names.includes('all') ? [...parts] : names))
      .pipe(z.array(z.enum(parts)).min(1))
      .default([...parts]),
    HOST: z.string().min(1).default('127.0.0.1'),
    GATEWAY_PORT: port(8080),
    CONTROL_PORT: port(9000),
    GRAPHQL_SERVER_PORT: port(8090),
    BACKENDS_PORT: port(8091),
    OPS_PORT: port(9100),
    GATEWAY_URL: httpUrl.optional(),
    CONTROL_URL: httpUrl.optional(),
    OAUTH_URL: httpUrl.optional(),
    GATEWAY_HOSTS: hostNames.optional(),
    CONSOLE_URL: origin.optional(),
    PORTAL_HOSTS: portalHosts.optional(),
    GRAPHQL_SERVER_URL: httpUrl.optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    REDIS_URL: redisUrl.optional(),
    ADMIN_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
    OIDC_ISSUER: issuer.optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    SECRET_KEY: z.string().min(32, 'needs at least 32 characters').optional(),
    SECRET_KEY_OLD: z.string().min(32, 'needs at least 32 characters').optional(),
    DEMO: flag.optional(),
    TARGET_ALLOWLIST: list.pipe(z.array(allowedTarget)).optional(),
    TRUSTED_PROXIES: list.pipe(z.array(network)).default([]),
    MIN_BODY_RATE: z.coerce.number().int().min(0).max(1_000_000).default(500),
    ANONYMOUS_CALLS_MAX: z.coerce.number().int().min(1).max(100_000).default(100),
    CONNECTIONS_MAX: z.coerce.number().int().min(10).max(1_000_000).default(20_000),
    GATEWAY_WORKERS: workers,
    WORKER_SILENCE_SECONDS: z.coerce.number().min(1).max(3_600).default(30),
    SECURITY_CONTACT: list
      .pipe(z.array(z.url({ protocol: /^(https|mailto)$/, error: 'is not an address of mailto: or https:' })))
      .optional(),
    SECURITY_POLICY: z.url({ protocol: /^https$/ }).optional(),
    METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
    DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
    USAGE_HOURLY_DAYS: days(2).default(35),
    USAGE_DAYS: days(2).default(400),
    EVENT_DAYS: days(7).default(90),
    AUDIT_DAYS: days(1).optional(),
    ACCESS_LOG: z.string().default('none'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
    OTEL_SERVICE_NAME: z.string().default('gatehouse'),
    OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    GRAPHQL_ERRORS: z.enum(['cleaned', 'as-they-are']).optional(),
    NODE_ENV: z.string().default('development'),
  })
  // Processes on one database must read each other's secrets.
  .refine(({ DATABASE_URL, SECRET_KEY }) => DATABASE_URL === undefined || SECRET_KEY !== undefined, {
    path: ['SECRET_KEY'],
    error: 'is needed with DATABASE_URL: the same at least 32 random characters for every process',
    when: () => true,
  })
  .refine(
    ({ SECRET_KEY, SECRET_KEY_OLD }) =>
      SECRET_KEY_OLD === undefined || (SECRET_KEY !== undefined && SECRET_KEY !== SECRET_KEY_OLD),
    {
      path: ['SECRET_KEY_OLD'],
      error: 'is for a SECRET_KEY that takes its place: set that to a new one, or leave this out',
      when: () => true,
    },
  )
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID }) => (OIDC_ISSUER === undefined) === (OIDC_CLIENT_ID === undefined),
    {
      path: ['OIDC_CLIENT_ID'],
      error: 'and OIDC_ISSUER are needed together: who signs people in, and how it knows this platform',
      when: () => true,
    },
  )
  .refine(({ SECURITY_CONTACT, SECURITY_POLICY }) => SECURITY_POLICY === undefined || SECURITY_CONTACT, {
    path: ['SECURITY_CONTACT'],
    error: 'is needed with SECURITY_POLICY: whom to tell about a vulnerability',
    when: () => true,
  })
  .superRefine((given, context) => {
    for (const [name, message] of sharedHosts(given))
      context.addIssue({ code: 'custom', path: [name], message });
  })
  // The embedded database belongs to one process, and counters in memory are each process's own.
  .refine((given) => given.DATABASE_URL !== undefined || !hasWorkers(given), {
    path: ['DATABASE_URL'],
    error: 'is needed with more than one of GATEWAY_WORKERS: the embedded database belongs to one process',
    when: () => true,
  })
  .refine((given) => given.REDIS_URL !== undefined || !hasWorkers(given), {
    path: ['REDIS_URL'],
    error: 'is needed with more than one of GATEWAY_WORKERS: else each of them would admit the whole limit',
    when: () => true,
  });

function hasWorkers({
  ROLES,
  GATEWAY_WORKERS,
}: {
  ROLES: readonly Part[];
  GATEWAY_WORKERS: number;
}): boolean {
  return ROLES.includes('gateway') && GATEWAY_WORKERS > 1;
}

type OpenIdData = Partial<Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET', string>>;

function openIdOf({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET }: OpenIdData) {
  if (issuer === undefined || clientId === undefined) return undefined;
  return { issuer, clientId, clientSecret: OIDC_CLIENT_SECRET };
}

/** The settings of a process, checked and complete. */
export type Config = ReturnType<typeof readConfig>;

/** Names every wrong setting at once; the start ends with it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings from the environment, and the secret ones from the files that it names; an empty one is as one that is
 * not set. This is the only reader of `process.env` in `src`.
 *
 * @throws ConfigError with one line a fault
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const files = readSecretFiles(given);
  const result = settings.safeParse({ ...given, ...files.read });
  const issues = (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const);
  const faults = [...files.faults, ...issues.filter(([name]) => !files.faults.has(name))];
  if (!result.success || faults.length > 0) {
    const lines = faults.map(([name, message]) => `  ${name}: ${message}`);
    throw new ConfigError(`These settings are wrong:\n${lines.join('\n')}`);
  }
  const { data } = result;
  const isProduction = data.NODE_ENV === 'production';
  const demo = data.DEMO ?? !isProduction;
  const at = (portNumber: number) =>
    `http://${data.HOST.includes(':') ? `[${data.HOST}]` : data.HOST}:${portNumber}`;
  return Object.freeze({
    roles: new Set<Part>(data.ROLES),
    host: data.HOST,
    ports: {
      gateway: data.GATEWAY_PORT,
      control: data.CONTROL_PORT,
      graphqlServer: data.GRAPHQL_SERVER_PORT,
      backends: data.BACKENDS_PORT,
      operations: data.OPS_PORT,
    },
    urls: {
      gateway: data.GATEWAY_URL ?? at(data.GATEWAY_PORT),
      control: data.CONTROL_URL ?? at(data.CONTROL_PORT),
      /** The origin of the OAuth providers' pages. */
      oauth: data.OAUTH_URL ?? data.CONTROL_URL ?? at(data.CONTROL_PORT),
      graphqlServer: data.GRAPHQL_SERVER_URL ?? at(data.GRAPHQL_SERVER_PORT),
      backends: at(data.BACKENDS_PORT),
      operations: at(data.OPS_PORT),
      /** The origin of the console. */
      console: data.CONSOLE_URL ?? data.CONTROL_URL ?? at(data.CONTROL_PORT),
      gatewayHosts: data.GATEWAY_HOSTS,
      portalHosts: data.PORTAL_HOSTS,
    },
    dataDir: data.DATA_DIR,
    databaseDir: join(data.DATA_DIR, 'database'),
    databaseUrl: data.DATABASE_URL,
    redisUrl: data.REDIS_URL,
    adminToken: data.ADMIN_TOKEN,
    /** Whom people may sign in to the console with. */
    openId: openIdOf(data),
    secretKey: data.SECRET_KEY,
    /** The one before it, or the one to come, while it is rotated. */
    secretKeyOld: data.SECRET_KEY_OLD,
    demo,
    targetAllowlist: data.TARGET_ALLOWLIST ?? (demo ? LOOPBACK : []),
    trustedProxies: data.TRUSTED_PROXIES,
    /** The bearer token of /metrics; undefined asks nobody for one. */
    metricsToken: data.METRICS_TOKEN,
    /** The contents of /.well-known/security.txt; undefined where nobody is named. */
    securityTxt: data.SECURITY_CONTACT && { contacts: data.SECURITY_CONTACT, policy: data.SECURITY_POLICY },
    /** Processes that serve the gateway's listener. With one, it is this process. */
    gatewayWorkers: data.GATEWAY_WORKERS,
    /** How long a gateway worker may be silent before it is killed and replaced. */
    workerSilenceMs: data.WORKER_SILENCE_SECONDS * 1000,
    /** How long the listeners go on accepting after /readyz has said that the process ends. */
    drainMs: (data.DRAIN_SECONDS ?? (isProduction ? 5 : 0)) * 1000,
    /** The bounds that callers of APIs are held to. */
    callerBounds: { minBodyRate: data.MIN_BODY_RATE, anonymousCallsMax: data.ANONYMOUS_CALLS_MAX },
    /** The most connections that a listener has open. */
    connectionsMax: data.CONNECTIONS_MAX,
    /** How many days what is not kept for ever is kept. */
    kept: {
      hourlyUsageDays: data.USAGE_HOURLY_DAYS,
      usageDays: data.USAGE_DAYS,
      eventDays: data.EVENT_DAYS,
      auditDays: data.AUDIT_DAYS ?? null,
    },
    /** Are callers of GraphQL APIs told errors without the details of the servers behind? */
    cleansErrors: (data.GRAPHQL_ERRORS ?? (isProduction ? 'cleaned' : 'as-they-are')) === 'cleaned',
    accessLog: data.ACCESS_LOG === 'none' ? undefined : data.ACCESS_LOG,
    logLevel: data.LOG_LEVEL,
    /** Undefined traces nothing. The exporter reads the rest of OTEL_EXPORTER_OTLP_… itself. */
    tracing:
      data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            serviceName: data.OTEL_SERVICE_NAME,
            sampler: data.OTEL_TRACES_SAMPLER,
            ratio: data.OTEL_TRACES_SAMPLER_ARG,
          },
  });
}
