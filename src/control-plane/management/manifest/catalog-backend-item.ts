import { z } from 'zod';
import { backendSettings } from '../../../domain/backend/backend.ts';
import { stickyChoices } from '../../../domain/backend/balancing.ts';
import { credentialTypes } from '../../../domain/backend/credentials.ts';
import { timeouts } from './api-settings.ts';
import { closedObject, name, ruled, url } from './manifest-rules.ts';

const credentials = closedObject('What gateways prove themselves with.', {
  type: z.enum(credentialTypes).describe('How they prove themselves.'),
  username: z.string().optional().describe('Of BASIC: the username.'),
  name: z.string().optional().describe('Of HEADER and QUERY: the header, or the parameter.'),
  secret: name.optional().describe('Of all but NONE: a secret of the catalog, by name.'),
  tokenUrl: url.optional().describe('Of OAuth 2.0: the token endpoint of the issuer.'),
  clientId: z.string().optional().describe('Of OAuth 2.0: the client id at the issuer.'),
  scopes: z
    .array(z.string())
    .optional()
    .describe('Of OAuth 2.0: the scopes to ask for; left to the issuer unless given.'),
  audience: z
    .string()
    .nullable()
    .optional()
    .describe('Of OAuth 2.0: the parameter `audience` of the request; none unless given.'),
});

const healthCheck = closedObject(
  'A regular GET request to each target, which decides whether it gets calls.',
  {
    path: z.string().describe("Path and query from the root of the target's host, for example `/healthz`."),
    intervalSeconds: z.int().optional().describe('The time between two of them, 1 to 300; 10 unless given.'),
    timeoutMs: z.int().optional().describe('How long an answer may take, 50 to 10000; 2000 unless given.'),
    healthyAfter: z
      .int()
      .optional()
      .describe('Good answers in a row that make it healthy, 1 to 10; 2 unless given.'),
    unhealthyAfter: z
      .int()
      .optional()
      .describe('Failures in a row that make it unhealthy, 1 to 10; 3 unless given.'),
    expectedStatus: z
      .int()
      .nullable()
      .optional()
      .describe('The status of a good answer; 200 to 299 unless given.'),
  },
);

const sticky = closedObject('What keeps the calls of a caller at one target.', {
  by: z.enum(stickyChoices).describe('What tells callers apart.'),
  header: z.string().optional().describe('Of HEADER: the header of the call.'),
});

const backend = closedObject('A back-end in the catalog: where it is, and how it is called there.', {
  name: name.describe('The back-end, by its name in `backends`.'),
  targets: z
    .array(
      closedObject('An address of the back-end.', {
        url: url.describe('Where calls are sent.'),
        weight: z.int().optional().describe('Its share of the calls, 0 to 1000; 1 unless given.'),
        drained: z.boolean().optional().describe('Does it get no new calls? It gets them unless given.'),
      }),
    )
    .describe('Where calls are sent, 1 to 16.'),
  credentials: credentials.optional().describe('What gateways prove themselves with; none unless given.'),
  headers: z
    .array(
      closedObject('A header of each call. It is no secret.', {
        name: z.string().describe('Its name.'),
        value: z.string().describe('Its value.'),
      }),
    )
    .optional()
    .describe("Headers of each call, in place of the caller's; none unless given."),
  timeouts: timeouts
    .optional()
    .describe('How long the gateway waits, in place of what the API says; as the API says unless given.'),
  tls: closedObject('Client certificate and authorities of TLS.', {
    certificate: z.string().optional().describe('The client certificate as PEM. It needs a key.'),
    key: name.optional().describe('The secret with its private key, by name.'),
    authorities: z.string().optional().describe("Authorities of the back-end's certificate, as PEM."),
  })
    .optional()
    .describe(
      'How gateways prove themselves by TLS, and whom they trust; as for every back-end unless given.',
    ),
  healthCheck: healthCheck.optional().describe('How its targets are checked; they are not, unless given.'),
  sticky: sticky
    .optional()
    .describe('What keeps a caller at one target; calls are spread by weight unless given.'),
  slowStartSeconds: z
    .int()
    .optional()
    .describe('Time in which a target comes to its full share, 0 to 900; at once unless given.'),
});

export const catalogBackendItem = ruled(backend, (read) => void backendSettings(read));
