import { z } from 'zod';
import { answerChecks, mocks, requestChecks } from '../../../domain/api/contract.ts';
import { closedObject } from './manifest-rules.ts';
import { stepSettings } from './step-settings.ts';

const timeout = z.int().optional();

export const timeouts = closedObject('How long the gateway waits, in milliseconds.', {
  connectMs: timeout.describe('For a connection to the back-end: 100 to 60000; 5000 unless given.'),
  answerMs: timeout.describe('For the head of the answer: 100 to 600000; 30000 unless given.'),
  idleMs: timeout.describe('For the next byte of a body, either way: 1000 to 3600000; 60000 unless given.'),
  callMs: timeout.describe(
    'For all of a call, event streams among them: 1000 to 604800000; 3600000 unless given.',
  ),
});

const cors = closedObject('Which pages of other origins may call an API from a browser.', {
  allowedOrigins: z
    .array(z.string())
    .describe('As browsers send them, for example `https://shop.example`; `*` alone is every origin.'),
  allowedHeaders: z
    .array(z.string())
    .optional()
    .describe("Headers that they may send besides those of the API's security; `Content-Type` unless given."),
  exposedHeaders: z
    .array(z.string())
    .optional()
    .describe('Headers of an answer that they may read; none unless given.'),
  maxAgeSeconds: z
    .int()
    .optional()
    .describe('How long browsers remember it: 0 to 86400 seconds; 600 unless given.'),
  allowCredentials: z.boolean().optional().describe('Do cookies go along? No, unless given.'),
});

const listSize = z.int().optional();
const names = z.array(z.string()).optional();

const costRule = closedObject('What a place of a GraphQL schema costs, and how long a list there is.', {
  at: z
    .string()
    .describe('Where: `User`, `User.age`, `Query.users(max:)`, `Filter.near`, `@approximate(by:)`.'),
  weight: z
    .number()
    .optional()
    .describe('What it costs each time; 1 for what is composite, 0 for scalars and enums, unless given.'),
  assumedSize: listSize.describe('How long its list is where no slicing argument says so.'),
  slicingArguments: names.describe('The arguments that say how long its list is.'),
  requireOneSlicingArgument: z
    .boolean()
    .optional()
    .describe('Must a document give exactly one of them? It must, unless said otherwise.'),
  sizedFields: names.describe('The fields of its object whose lists have that size, in place of its own.'),
});

const costs = closedObject('What documents of a GraphQL API cost.', {
  assumedListSize: listSize.describe('How long a list is of which nothing is said; 10 unless given.'),
  rules: z.array(costRule).optional().describe("At most 1000; they overrule the schema's directives."),
});

const bound = z.int().optional();

const documentBounds = closedObject('How much one request to a GraphQL API may ask for, whatever it costs.', {
  maxTokens: bound.describe('Tokens of one document: 1 to 10000; 2000 unless given.'),
  maxOperations: bound.describe('Operations of one document: 1 to 200; 50 unless given.'),
  maxFragments: bound.describe(
    'Fragments of one document, definitions and spreads: 0 to 1000; 200 unless given.',
  ),
  maxAliases: bound.describe('Aliases, fragments expanded: 0 to 10000; 30 unless given.'),
  maxDirectives: bound.describe('Directives, fragments expanded: 0 to 10000; 50 unless given.'),
  maxRootFields: bound.describe('Fields of the root type: 1 to 10000; 30 unless given.'),
  maxBatch: bound.describe('Documents in one request, as a JSON array: 0 to 10; none unless given.'),
});

const registeredOperation = closedObject('A GraphQL document that callers may name instead of sending it.', {
  id: z
    .string()
    .optional()
    .describe('What callers name it by; the SHA-256 of the document, hexadecimal, unless given.'),
  document: z.string().describe('The document, which is valid for the schema.'),
});

const requiredDefinition = {
  definition: z.string().describe('The name of a security definition.'),
  scopes: z.array(z.string()).optional().describe('Of OAuth 2.0: the scopes that the token must have.'),
};

export const securityRequirement = closedObject(
  'One way in: either a definition with its scopes, or all of several. Several requirements are alternatives, at most 50.',
  {
    definition: requiredDefinition.definition.optional(),
    scopes: requiredDefinition.scopes,
    all: z
      .array(closedObject('A definition that a call must meet.', requiredDefinition))
      .optional()
      .describe('The definitions that a call must meet together, at most 10.'),
    condition: z
      .string()
      .optional()
      .describe(
        'An expression of CEL that has to hold of the call as well, for example `"admin" in caller.scopes`.',
      ),
  },
);

const operationSecurity = closedObject(
  'What calls of one operation must meet, in place of what the others must.',
  {
    operation: z
      .string()
      .describe('The operation as the document names it, for example `DELETE /customers/{id}`.'),
    security: z
      .array(securityRequirement)
      .describe('The ways in, any one of which admits a call. An empty list opens it to everybody.'),
  },
);

const meter = closedObject(
  'How much a call used, as its answer tells it: by `pointer`, `header` or `expression`.',
  {
    name: z
      .string()
      .describe(
        'The name of its units, for example `tokens`; of several meters of one name the first that finds units counts.',
      ),
    operations: names.describe(
      'The operations whose answers it reads, for example `POST /chat`; all unless given.',
    ),
    pointer: z
      .string()
      .optional()
      .describe(
        'A JSON Pointer into the body (RFC 6901), for example `/usage/total_tokens`; of a stream the last event with it counts.',
      ),
    header: z.string().optional().describe('The name of a header of the answer.'),
    expression: z
      .string()
      .optional()
      .describe(
        'A CEL expression over `response`, which has `status`, `headers` and `duration` in seconds, that gives a number.',
      ),
  },
);

const contract = closedObject('How calls of an API are checked against its OpenAPI document.', {
  requests: z
    .enum(requestChecks)
    .optional()
    .describe('Of requests: OFF, MEASURE or ENFORCE, which refuses what breaks it; OFF unless given.'),
  answers: z
    .enum(answerChecks)
    .optional()
    .describe('Of answers: OFF or MEASURE, which finds drift; OFF unless given.'),
  sample: z
    .number()
    .optional()
    .describe('The share of answers that is checked: 0.0001 to 1; 0.1 unless given.'),
});

/** Settings of the gateway for an API, as members of the manifest. */
export const apiSettings = {
  timeouts: timeouts.optional().describe('How long the gateway waits in a call.'),
  maxRequestBytes: z
    .int()
    .optional()
    .describe(
      "How large a request's body may be, in bytes; unlimited for a REST API, 1000000 for a GraphQL API, unless given.",
    ),
  cors: cors
    .optional()
    .describe('Which pages of other origins may call it; left to its back-end unless given.'),
  trustsHtml: z
    .boolean()
    .optional()
    .describe(
      "Do browsers run the scripts of its back-end's pages, in an origin that is not the gateway's? No, unless given.",
    ),
  meters: z
    .array(meter)
    .optional()
    .describe('How much calls used, as their answers tell it; limits of plans count it. At most 10.'),
  contract: contract
    .optional()
    .describe('Of a REST API: how calls are checked against its document; not at all unless given.'),
  mock: z
    .enum(mocks)
    .optional()
    .describe('Of a REST API: EXAMPLES answers calls from its document, and calls no back-end.'),
  ...stepSettings,
  operationSecurity: z
    .array(operationSecurity)
    .optional()
    .describe(
      'Of a REST API: the operations whose calls must meet something else than `security`, at most 1000.',
    ),
  costs: costs.optional().describe('Of a GraphQL API: what its documents cost.'),
  schemaRefreshMinutes: z
    .int()
    .optional()
    .describe(
      'Of a GraphQL API: how often its server is asked for its schema, 5 to 10080 minutes; never unless given.',
    ),
  documentBounds: documentBounds.optional().describe('Of a GraphQL API: how much one request may ask for.'),
  registeredOperations: z
    .array(registeredOperation)
    .optional()
    .describe(
      'Of a GraphQL API: the documents that callers may name, at most 1000; the only ones of a plan with `registeredOperationsOnly`.',
    ),
};
