import { z } from 'zod';
import { callerBoundSettings } from '../../data-plane/gateway/caller-bounds.ts';
import { allowedTarget, issuer, list, network } from './types.ts';

/** Credentials of administrators and scrapers, the issuer of people, and the contact of finders. */
export const accessSettings = {
  ADMIN_TOKEN: z.string().min(16, 'needs at least 16 characters').optional().meta({
    description: "The first administrator's bearer token, at least 16 characters.",
    unset: 'made on the first start, printed once, stored as a hash',
  }),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional().meta({
    description: 'What scrapers send to `/metrics` as `Authorization: Bearer`; at least 16 characters.',
    unset: 'none: nobody is asked',
  }),
  OIDC_ISSUER: issuer
    .optional()
    .describe(
      'The OpenID Connect issuer that people may sign in to the console with. See [OpenID Connect](../guides/people.md#openid-connect).',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('How the issuer knows this platform.'),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('The secret at the issuer. A public client has none.'),
  SECURITY_CONTACT: list
    .pipe(z.array(z.url({ protocol: /^(https|mailto)$/, error: 'is not an address of mailto: or https:' })))
    .optional()
    .describe(
      'Whom to tell about a vulnerability: `mailto:` or `https:` addresses, with commas between. `/.well-known/security.txt` (RFC 9116) of the gateway and control listeners shows it.',
    ),
  SECURITY_POLICY: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe('Where the security policy is published; an `https:` address.'),
};

/** The bounds of callers and targets. */
export const callSettings = {
  TARGET_ALLOWLIST: list.pipe(z.array(allowedTarget)).optional().meta({
    description:
      "What back-ends, registries, webhooks and others' GraphQL servers may be in private networks, with commas between: a network (`10.0.0.0/8`), an address, a host (`db.internal`) or all below a domain (`*.internal`). A port after it allows that port alone (`db.internal:8443`, `[fd00::/8]:443`). An org before it allows it to that org alone (`acme=10.1.0.0/16:8443`). A name opens private networks only, never this machine or link-local addresses, which are given as networks. The platform's own GraphQL servers need no entry.",
    unset: 'loopback with `DEMO`, else empty',
  }),
  CONSUMER_TARGET_ALLOWLIST: list.pipe(z.array(allowedTarget)).optional().meta({
    description:
      'What webhooks of consumer orgs may be in private networks, written as in `TARGET_ALLOWLIST`, which opens nothing to them. Whoever may sign in to a portal can have these addresses called.',
    unset: 'loopback with `DEMO`, else empty',
  }),
  TRUSTED_PROXIES: list
    .pipe(z.array(network))
    .default([])
    .describe(
      'Networks (CIDR) of the load balancers in front of this process, and of applications that pass on the addresses of their people. Their `X-Forwarded-For` is believed, read from the right up to the first address that is in none of the networks; so are their `X-Forwarded-Proto` and `-Host`, with it or without it, and the client certificate in their `Client-Cert`, which they must set or remove on every request.',
    ),
  ...callerBoundSettings,
  CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(10)
    .max(1_000_000)
    .default(20_000)
    .describe(
      "How many connections each listener of a process has open. A public address (an IPv6 /64) that `TRUSTED_PROXIES` does not name has at most a tenth of them. A full listener closes idle connections for new ones. The limit of open files (`ulimit -n`) bounds them, too: half of it is for the gateway's callers.",
    ),
  HTTP_PLAIN: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether the gateway reads plain requests of APIs, and forms for tokens, from their sockets. A call then costs about two thirds. Node reads any other request, and with `off` all of them.',
    ),
  GRAPHQL_ERRORS: z.enum(['cleaned', 'as-they-are']).optional().meta({
    description:
      'What callers of a GraphQL proxy API see of the errors of its server: all (`as-they-are`), or all but stacks, files, addresses and guesses at names (`cleaned`).',
    unset: '`as-they-are`; `cleaned` with `NODE_ENV=production`',
  }),
};
