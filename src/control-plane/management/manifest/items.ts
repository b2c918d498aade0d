import { z } from 'zod';
import { keyKinds } from '../../../domain/api/security/security-type.ts';
import { securityTypeNames, securityTypes } from '../../../domain/api/security/types.ts';
import { checkConcurrentCalls, checkHidden } from '../../../domain/plan/plan.ts';
import { limitedAmounts, limitModes, limitPeriods } from '../../../domain/plan/plan-limit.ts';
import { chargedThings } from '../../../domain/plan/price.ts';
import { apiSettings, securityRequirement } from './api-settings.ts';
import { closedObject, limit, name, ruled, title, url, version, versionedName } from './manifest-rules.ts';
import { apiWords, planWords, productWords } from './words.ts';

const securityInShort = Object.values(securityTypes)
  .map(({ inManifest }) => inManifest)
  .join(', or ');
export const displayed = title.optional().describe('What people call it; its name unless given.');

const securityDefinition = closedObject('A way in which a caller can prove who it is.', {
  name: z.string().describe('The key that requirements refer to, for example `oauth-1`.'),
  type: z
    .enum(securityTypeNames)
    .describe(`${securityInShort[0]?.toUpperCase()}${securityInShort.slice(1)}.`),
  kind: z
    .enum(keyKinds)
    .optional()
    .describe(
      'Of a key: the client id alone (CLIENT_ID, unless given), the client id with its secret in the header X-Client-Secret, or an API key.',
    ),
  flow: z
    .enum(['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION'])
    .optional()
    .describe(
      'Of OAuth 2.0: how the token is obtained, and so whether it is of a person or of an application itself: the other kind is refused. Tokens of any flow are taken unless given.',
    ),
  oauthProvider: name.optional().describe('Of OAuth 2.0, required there: the provider, by name.'),
  userRegistry: name.optional().describe('Of HTTP Basic, required there: the user registry, by name.'),
  keyLocation: z
    .enum(['HEADER', 'QUERY'])
    .optional()
    .describe('Of a key: where it travels; HEADER unless given.'),
  keyName: z
    .string()
    .optional()
    .describe(
      'Of a key: its header or query parameter; `X-Client-Id` unless given, or `X-API-Key` where kind is KEY.',
    ),
});

export const backendItem = closedObject('What APIs call, by a name. Each catalog says where it is.', {
  name: name.describe('Its name in the org, for example `customers`.'),
  title: displayed,
});

export const apiItem = closedObject(
  'An API in one version: `openapi` makes it a REST API, `graphqlUrl` a GraphQL proxy API.',
  {
    name: name.describe('Its name, the same in all versions, for example `customerdb`.'),
    version: version.describe('Its version, x.y.z.'),
    title: title
      .optional()
      .describe("What people call it; of a REST API the document's title, else its name, unless given."),
    ...apiWords,
    basePath: z
      .string()
      .optional()
      .describe(
        "Its path below the catalog; the path of the document's server, else `/<name>`, unless given.",
      ),
    targetUrl: url
      .nullable()
      .optional()
      .describe("Of a REST API: where calls are sent; the document's server unless given; null for nowhere."),
    backend: name
      .nullable()
      .optional()
      .describe(
        'The back-end that calls are sent to, by name, as each catalog has it; of a REST API in place of `targetUrl`.',
      ),
    openapi: z
      .unknown()
      .optional()
      .describe(
        'An OpenAPI document, 2.0 to 3.2: an object, or YAML or JSON text; at most 5 MB, as YAML 1 MB. Paths that are one to the gateway become one, as createApi says.',
      ),
    overlay: z
      .unknown()
      .optional()
      .describe(
        'An OpenAPI Overlay, 1.0 or 1.1, that changes the document before it is kept: an object, or YAML or JSON text. An export has the result.',
      ),
    graphqlUrl: url.optional().describe('The GraphQL server to put a proxy before.'),
    sdl: z
      .string()
      .optional()
      .describe('The schema of that server. Without it the server is asked, once for each `graphqlUrl`.'),
    securityDefinitions: z
      .array(securityDefinition)
      .optional()
      .describe(
        'The ways in which a caller can prove who it is; a client key in `X-Client-Id` unless given.',
      ),
    security: z
      .array(securityRequirement)
      .optional()
      .describe(
        'What a call must meet, any one; the client key unless given. Empty opens the API to everybody.',
      ),
    forwardAuthorization: z
      .boolean()
      .optional()
      .describe("Does its back-end get the caller's own header `Authorization`? No, unless given."),
    ...apiSettings,
  },
);

const planLimit = closedObject('A further limit of a plan.', {
  name: name.optional().describe('Its name within the plan; made from its window unless given.'),
  counts: z.enum(limitedAmounts).optional().describe('What it counts; CALLS unless given.'),
  meter: z.string().optional().describe('Of METER: the name of a meter, for example `tokens`.'),
  limit: z.int().meta({ minimum: 1 }).describe('The most that a window admits, or calls at the same time.'),
  per: z.enum(limitPeriods).optional().describe('The unit of its window. Required, but for CONCURRENT.'),
  every: z.int().optional().meta({ minimum: 1 }).describe('The units that a window lasts; 1 unless given.'),
  timeZone: z
    .string()
    .nullable()
    .optional()
    .describe('The time zone whose days, weeks or months it follows; UTC unless given.'),
  burst: z
    .int()
    .optional()
    .meta({ minimum: 2 })
    .describe('The most at once, of what earlier windows left over; no more than the limit unless given.'),
  operations: z
    .array(z.string())
    .optional()
    .describe('The operations that it counts, for example `GET /customers/{id}`; all unless given.'),
  mode: z
    .enum(limitModes)
    .optional()
    .describe('Does it refuse what exceeds it, or only count that? ENFORCE unless given.'),
});

const decimal = z.string({ error: 'Write it in quotes, for example "49.00".' });

const priceCharge = closedObject('A charge for what is used beyond what a price includes.', {
  counts: z.enum(chargedThings).optional().describe('What is charged for; CALLS unless given.'),
  meter: z.string().optional().describe('The meter whose units are charged for, of METER.'),
  included: z
    .int()
    .optional()
    .meta({ minimum: 0 })
    .describe('The units of a calendar month that cost nothing; 0 unless given.'),
  unitPrice: decimal.describe('The price of `per` units, a decimal in quotes, for example "0.20".'),
  per: z.int().optional().meta({ minimum: 1 }).describe('The units that it is for; 1 unless given.'),
});

const price = closedObject('What a plan costs in a calendar month (UTC).', {
  currency: z.string().describe('The code of its currency by ISO 4217, for example `EUR`.'),
  amount: decimal
    .optional()
    .describe('The amount of a month, a decimal in quotes, for example "49.00"; 0 unless given.'),
  charges: z.array(priceCharge).optional().describe('Charges for what is used, each for another thing.'),
});

const plan = closedObject('What a subscriber gets of a product.', {
  name: name.describe('Its name within the product, for example `gold`.'),
  title: displayed,
  description: z.string().optional().describe('What it is for, in Markdown, at most 2000 characters.'),
  ...planWords,
  rateLimit: limit('rateLimit').optional().describe('Calls per unit, at least 1; without it unlimited.'),
  rateLimitUnit: z
    .enum(['MINUTE', 'HOUR'])
    .optional()
    .describe('The unit of the rate limit; HOUR unless given.'),
  limits: z
    .array(planLimit)
    .optional()
    .describe('Further limits, at most 10. A call has to fit all of them.'),
  maxConcurrentCalls: ruled(z.int(), checkConcurrentCalls, 'maxConcurrentCalls')
    .optional()
    .describe(
      'Calls of a subscription that may be under way at the same time: 1 to 10000; 100 unless given.',
    ),
  maxGraphQLCost: limit('maxGraphQLCost')
    .optional()
    .describe('Most that one GraphQL document may cost; without it unlimited.'),
  maxGraphQLDepth: limit('maxGraphQLDepth')
    .optional()
    .describe('Most that one GraphQL document may be nested; without it unlimited.'),
  hiddenGraphQL: ruled(z.array(z.string()), checkHidden, 'hiddenGraphQL')
    .optional()
    .describe(
      'What its subscribers do not see of the GraphQL APIs, as schema coordinates: `User`, `User.email`.',
    ),
  graphQLCostLimit: limit('graphQLCostLimit')
    .optional()
    .describe(
      'What all GraphQL documents of a subscription may cost together per unit, at least 1; without it unlimited.',
    ),
  graphQLCostLimitUnit: z
    .enum(['MINUTE', 'HOUR'])
    .optional()
    .describe('The unit of the limit on cost; HOUR unless given.'),
  registeredOperationsOnly: z
    .boolean()
    .optional()
    .describe(
      'Does it serve no GraphQL documents but the registered operations of an API? No, unless given.',
    ),
  approvalRequired: z
    .boolean()
    .optional()
    .describe('Does a new subscription wait until the provider approves it? No, unless given.'),
  price: price.nullable().optional().describe('What it costs; nothing unless given.'),
});

export const plans = z.array(plan);
export const visibility = z.enum(['PUBLIC', 'AUTHENTICATED', 'CUSTOM']).optional();
export const subscribability = z.enum(['AUTHENTICATED', 'CUSTOM', 'DISABLED']).optional();

export const productItem = closedObject('A product in one version: APIs and the plans to call them under.', {
  name: name.describe('Its name, the same in all versions, for example `customer`.'),
  version: version.describe('Its version, x.y.z.'),
  title: displayed,
  ...productWords,
  apis: z
    .array(versionedName)
    .min(1, { error: 'A product holds one API or more: name one.' })
    .describe('The APIs that it holds, `name:version` each, one or more.'),
  plans: plans.optional().describe('Its plans, one or more; Default Plan, 100 calls per hour, unless given.'),
  visibility: visibility.describe('Who sees it in the portal; PUBLIC unless given.'),
  subscribability: subscribability.describe('Who may subscribe to it; AUTHENTICATED unless given.'),
});

const source = closedObject('A REST back-end behind a GraphQL server.', {
  name: z.string().describe('Its name within the server.'),
  url: url.describe('Where it is called.'),
  openapi: z
    .unknown()
    .optional()
    .describe('Its OpenAPI document, 2.0, 3.0 or 3.1: an object, or YAML or JSON text.'),
  rename: z.unknown().optional().describe('Other names by operationId, as `createGraphQLServer` takes them.'),
  headers: z.array(z.string()).optional().describe('The headers of the caller that it gets.'),
  timeoutMs: z
    .int()
    .optional()
    .describe('How long it may take to answer, in milliseconds; 5000 unless given.'),
  operations: z
    .array(z.string())
    .optional()
    .describe('Of the server of .meshrc.yaml only: the operationIds that become queries.'),
});

export const graphqlServerItem = closedObject(
  'A GraphQL server made from the operations of REST back-ends.',
  {
    name: name.describe('Its path segment, for example `sample`; unique in its org.'),
    title: displayed,
    exposed: z
      .boolean()
      .optional()
      .describe('May anybody call it directly, and APIs of other orgs be made of it? No, unless given.'),
    sources: z.array(source).describe('The REST back-ends behind it.'),
    policies: z.unknown().optional().describe('The access policy; without one every call is refused.'),
  },
);
