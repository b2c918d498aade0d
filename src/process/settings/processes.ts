import { z } from 'zod';
import { flag, hostNames, httpUrl, list, origin, port, portalHosts, workers } from './types.ts';

/** The parts that a process can run. */
const parts = ['gateway', 'control', 'graphql-server', 'backends'] as const;
export type ProcessRole = (typeof parts)[number];

/** Settings of the roles of a process, and of its end. */
export const processSettings = {
  ROLES: list
    .transform((names) => (names.includes('all') ? [...parts] : names))
    .pipe(z.array(z.enum(parts)).min(1))
    .default([...parts])
    .meta({
      description:
        'Which parts this process runs: `gateway`, `control`, `graphql-server`, `backends`, with commas between.',
      unset: '`all`',
    }),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address of the listeners.'),
  GATEWAY_PORT: port(8080).describe('Port of the gateway.'),
  CONTROL_PORT: port(9000).describe('Port of the management API, the console and the portals.'),
  GRAPHQL_SERVER_PORT: port(8090).describe('Port of the GraphQL servers.'),
  BACKENDS_PORT: port(8091).describe('Port of the sample back-ends.'),
  OPS_PORT: port(9100).describe('Port of `/livez`, `/readyz` and `/metrics`.'),
  TLS_CERTIFICATES: list.optional().meta({
    description:
      'Certificates by which the gateway and the control listener speak HTTPS, with commas between. Each is a PEM file with the chain and the key, or a folder as certbot (`fullchain.pem`, `privkey.pem`) and Kubernetes (`tls.crt`, `tls.key`) write it. A caller gets the one of the host that it names, otherwise the first. Changed files are read within a minute.',
    unset: 'the listeners speak HTTP',
  }),
  TLS_MIN_VERSION: z
    .enum(['1.2', '1.3'])
    .default('1.2')
    .describe('The oldest version of TLS that the listeners speak.'),
  TLS_CLIENT_CERTIFICATES: z
    .enum(['none', 'ask'])
    .default('none')
    .describe(
      'Whether the gateway asks callers for a certificate in the handshake: `none` or `ask`. A caller without one is served. See [Client certificates](../guides/mtls.md).',
    ),
  GATEWAY_WORKERS: workers.describe(
    "Processes that serve the gateway's listener: a number, or `auto` for one a core. More than one needs `DATABASE_URL` and `REDIS_URL`.",
  ),
  WORKER_SILENCE_SECONDS: z.coerce
    .number()
    .min(1)
    .max(3_600)
    .default(30)
    .describe(
      'How long a gateway worker may be silent, as one in an endless loop is, before it is killed and replaced. One that starts has a minute more.',
    ),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional().meta({
    description:
      'How long a process that was told to end goes on accepting calls after `/readyz` has turned 503. Longer than a load balancer takes to notice.',
    unset: '0; 5 with `NODE_ENV=production`',
  }),
  DEMO: flag.optional().meta({
    description: 'Whether there are sample back-ends and the demo world.',
    unset: '`true`; `false` with `NODE_ENV=production`',
  }),
  NODE_ENV: z
    .string()
    .default('development')
    .describe(
      '`production` changes the defaults of `DEMO`, `DRAIN_SECONDS`, `GRAPHQL_ERRORS`, `TARGET_ALLOWLIST` and `CONSUMER_TARGET_ALLOWLIST`, and leaves `/console/style` out.',
    ),
};

/** Addresses at which others reach the listeners. */
export const addressSettings = {
  GATEWAY_URL: httpUrl.optional().meta({
    description: 'How callers reach the gateway. It stands in tokens and metadata.',
    unset: 'from `HOST` and `GATEWAY_PORT`',
  }),
  CONTROL_URL: httpUrl.optional().meta({
    description: 'How people reach the console and the portals. It stands in links.',
    unset: 'from `HOST` and `CONTROL_PORT`',
  }),
  OAUTH_URL: httpUrl.optional().meta({
    description:
      "Where people reach the pages of OAuth providers, which the control listener serves. A host other than the gateway's keeps their cookies apart.",
    unset: '`CONTROL_URL`',
  }),
  CONSOLE_URL: origin.optional().meta({
    description:
      'The origin of the console, if it has a host of its own. Browsers bind passkeys to its name.',
    unset: '`CONTROL_URL`',
  }),
  GRAPHQL_SERVER_URL: httpUrl.optional().meta({
    description: 'How the gateway reaches the GraphQL servers.',
    unset: 'from `HOST` and `GRAPHQL_SERVER_PORT`',
  }),
  GATEWAY_HOSTS: hostNames
    .optional()
    .describe(
      'Host names of the APIs of an org or of one catalog, with commas between: `api.acme.example=acme/production`, `acme.example=acme`, `*.apis.example=*`. See [Host names](../guides/host-names.md).',
    ),
  PORTAL_HOSTS: portalHosts
    .optional()
    .describe(
      'Host names of portals, written as `GATEWAY_HOSTS` is, each of one catalog: `portal.acme.example=acme/production`, `*.portals.example=*/main`.',
    ),
};
