import type { InputFieldBuilder } from '@pothos/core';
import { builder, inOrg } from '../builder.ts';
import { OperationSecurityInput, SecurityDefinitionInput, SecurityRequirementInput } from './api-security.ts';
import { ApiMock, ContractInput } from './contract.ts';
import { DocumentBoundsInput } from './document-bounds.ts';
import { CostsInput } from './graphql-costs.ts';
import { RegisteredOperationInput } from './registered-operations.ts';
import { answeringFields } from './response-cache.ts';
import { CorsInput, MeterInput, TimeoutsInput } from './settings.ts';
import { transformationFields } from './transformations.ts';
import { ACCEPT_UNUSED } from './version-breaks.ts';
import { wordsFields } from './words.ts';

type InputFields = InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;

/** The fields of an input that an API is made from. */
export const newApiFields = (t: InputFields) => ({
  org: t.string(inOrg),
  title: t.string({
    description: "What people call it; the document's title unless given. A GraphQL API needs one.",
  }),
  ...wordsFields(t),
  name: t.string({ description: 'Its name; made from the title unless given.' }),
  version: t.field({
    type: 'Version',
    description:
      'Its version. Unless given, that of the document, completed: `1.0` is 1.0.0, `71` is 71.0.0, `2024-05-01` is 2024.5.1; 1.0.0 of a document without numbers in its version, and of a GraphQL API.',
  }),
  basePath: t.string({
    description:
      "Its path below the catalog; the path of the document's server, else `/<name>`, unless given.",
  }),
  openapi: t.field({
    type: 'JSON',
    description:
      'An OpenAPI document, 2.0 to 3.2: an object, or YAML or JSON text; at most 5 MB, as YAML 1 MB. The gateway routes by path and method alone: paths that differ in the names of parameters become one, and refused is what then has the same method twice; a query or fragment in a path is cut off, and operations that differ in it alone become one, whose description names them.',
  }),
  overlay: t.field({
    type: 'JSON',
    description:
      'An OpenAPI Overlay, 1.0 or 1.1, at most 1 MB and 1000 actions: an object, or YAML or JSON text. It changes the document before that is checked and kept; `openapi` of the API is the result.',
  }),
  graphqlUrl: t.field({
    type: 'URL',
    description:
      'The GraphQL server to put a proxy before; it is asked for its schema unless `sdl` gives it.',
  }),
  sdl: t.string({
    description:
      'The schema of that server, or a part of it, which may carry the directives `@cost` and `@listSize`. It stays as it is until somebody asks for another.',
  }),
  targetUrl: t.field({
    type: 'URL',
    description: "Where calls of a REST API are sent; the document's server unless given.",
  }),
  backend: t.string({
    description:
      "The back-end that calls are sent to, by name, as each catalog has it. A REST API has it in place of `targetUrl` and of the document's server; a GraphQL API is asked for its schema at `graphqlUrl` alone.",
  }),
  securityDefinitions: t.field({
    type: [SecurityDefinitionInput],
    description:
      'The ways in which a caller can prove who it is; a client key in `X-Client-Id` unless given.',
  }),
  security: t.field({
    type: [SecurityRequirementInput],
    description:
      'What a call must meet, any one of them; the client key unless given. An empty list opens the API to everybody.',
  }),
  operationSecurity: t.field({
    type: [OperationSecurityInput],
    description:
      'Of a REST API: the operations whose calls must meet something else than `security`, at most 1000.',
  }),
  securityFromDocument: t.boolean({
    defaultValue: false,
    description:
      'Reads `security` and `operationSecurity` from the OpenAPI document, once: its scheme names are those of `securityDefinitions`, and one that is missing is made of an API key, of HTTP Basic where the org has one user registry, and of OAuth 2.0 where its provider can be told. Operations of which the document says nothing have the `security` that is given.',
  }),
  forwardAuthorization: t.boolean({
    defaultValue: false,
    description:
      "Does its back-end get the caller's own header `Authorization`, the access token in it? Without it the header ends at the gateway.",
  }),
  timeouts: t.field({ type: TimeoutsInput, description: 'How long the gateway waits in a call.' }),
  maxRequestBytes: t.int({
    description:
      "How large a request's body may be, in bytes; unlimited for a REST API, 1000000 for a GraphQL API, unless given.",
  }),
  cors: t.field({
    type: CorsInput,
    description:
      'Which pages of other origins may call it from a browser; without it that is left to its back-end.',
  }),
  trustsHtml: t.boolean({
    defaultValue: false,
    description:
      "Do browsers run the scripts of its back-end's pages, in an origin that is not the gateway's? Without it HTML, SVG and other XML has `Content-Security-Policy: sandbox`.",
  }),
  meters: t.field({
    type: [MeterInput],
    description: 'How much calls used, as their answers tell it. Limits of plans count it. At most 10.',
  }),
  contract: t.field({
    type: ContractInput,
    description: 'Of a REST API: how calls are checked against its document; not at all unless given.',
  }),
  mock: t.field({
    type: ApiMock,
    description: 'Of a REST API: the source of its answers in place of a back-end; it needs none then.',
  }),
  ...transformationFields(t),
  ...answeringFields(t),
  costs: t.field({ type: CostsInput, description: 'Of a GraphQL API: what its documents cost.' }),
  schemaRefreshMinutes: t.int({
    description:
      'Of a GraphQL API: how often its server is asked for its schema, 5 to 10080 minutes; never unless given. Not beside `sdl`.',
  }),
  documentBounds: t.field({
    type: DocumentBoundsInput,
    description: 'Of a GraphQL API: how much one request may ask for.',
  }),
  registeredOperations: t.field({
    type: [RegisteredOperationInput],
    description:
      'Of a GraphQL API: the documents that callers may name, at most 1000; the only ones of a plan with `registeredOperationsOnly`.',
  }),
  acceptBreaking: t.boolean({
    defaultValue: false,
    description:
      'May it break callers of the version before it, where only the minor or patch number was raised? Without it that is refused with VERSION_BREAKS.',
  }),
  acceptBreakingUnusedDays: t.int({
    description: ACCEPT_UNUSED,
  }),
});

export const CreateApiInput = builder.inputType('CreateApiInput', {
  description:
    'What a new API is made from: either `openapi` (a REST API) or `graphqlUrl` (a GraphQL proxy API).',
  fields: (t) => ({
    ...newApiFields(t),
    activate: t.boolean({
      defaultValue: false,
      description: 'Online at once, in the catalog `sandbox`: as `setApiOnline` afterwards.',
    }),
  }),
});

export const UpdateApiInput = builder.inputType('UpdateApiInput', {
  description: 'What to change of the draft of an API; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string(inOrg),
    api: t.field({ type: 'VersionedName', required: true, description: 'Which API.' }),
    title: t.string({ description: 'What people call it.' }),
    ...wordsFields(t),
    basePath: t.string({ description: 'Its path below the catalog.' }),
    openapi: t.field({
      type: 'JSON',
      description: 'Of a REST API: another OpenAPI document, as createApi takes it.',
    }),
    overlay: t.field({
      type: 'JSON',
      description: 'An overlay that changes that document, as createApi takes it.',
    }),
    graphqlUrl: t.field({
      type: 'URL',
      description: 'Of a GraphQL API: its server, which is asked for its schema again.',
    }),
    targetUrl: t.field({
      type: 'URL',
      description: 'Of a REST API: where calls are sent, in place of a back-end that it names.',
    }),
    backend: t.string({
      description:
        'The back-end that calls are sent to, by name, as each catalog has it; of a REST API in place of `targetUrl`. Null is none.',
    }),
    securityDefinitions: t.field({
      type: [SecurityDefinitionInput],
      description: 'The ways in which a caller can prove who it is: the whole list.',
    }),
    security: t.field({
      type: [SecurityRequirementInput],
      description: 'What a call must meet: the whole list. An empty one opens the API to everybody.',
    }),
    operationSecurity: t.field({
      type: [OperationSecurityInput],
      description:
        'Of a REST API: the operations whose calls must meet something else than `security`: the whole list. Null, or an empty one, is none.',
    }),
    securityFromDocument: t.boolean({
      defaultValue: false,
      description:
        'Reads `security` and `operationSecurity` from the OpenAPI document, once: its scheme names are those of `securityDefinitions`, and one that is missing is made of an API key, of HTTP Basic where the org has one user registry, and of OAuth 2.0 where its provider can be told. Operations of which the document says nothing have the `security` that is given.',
    }),
    forwardAuthorization: t.boolean({
      description: "Does its back-end get the caller's own header `Authorization`?",
    }),
    timeouts: t.field({
      type: TimeoutsInput,
      description: 'How long the gateway waits in a call: all of them; null is as for every API.',
    }),
    maxRequestBytes: t.int({
      description: "How large a request's body may be, in bytes; null is as for every API.",
    }),
    cors: t.field({
      type: CorsInput,
      description: 'Which pages of other origins may call it: all of it; null leaves it to its back-end.',
    }),
    trustsHtml: t.boolean({
      description:
        "Do browsers run the scripts of its back-end's pages, in an origin that is not the gateway's?",
    }),
    meters: t.field({
      type: [MeterInput],
      description:
        'How much calls used, as their answers tell it: the whole list. Null, or an empty one, is none.',
    }),
    contract: t.field({
      type: ContractInput,
      description:
        'Of a REST API: how calls are checked against its document: all of it; null is not at all.',
    }),
    mock: t.field({
      type: ApiMock,
      description:
        'Of a REST API: the source of its answers in place of a back-end; null calls the back-end.',
    }),
    ...transformationFields(t),
    ...answeringFields(t),
    schemaRefreshMinutes: t.int({
      description:
        'Of a GraphQL API: how often its server is asked for its schema, which takes the place of one that was given; null is never.',
    }),
    costs: t.field({
      type: CostsInput,
      description: 'Of a GraphQL API: what its documents cost, all of it; null is as its schema says.',
    }),
    documentBounds: t.field({
      type: DocumentBoundsInput,
      description:
        'Of a GraphQL API: how much one request may ask for: all of them; null is as for every API.',
    }),
    registeredOperations: t.field({
      type: [RegisteredOperationInput],
      description: 'Of a GraphQL API: the documents that callers may name: the whole list.',
    }),
    acceptBreaking: t.boolean({
      defaultValue: false,
      description:
        'May its new document or schema break callers of the version before it, where only the minor or patch number is higher? Without it that is refused with VERSION_BREAKS.',
    }),
    acceptBreakingUnusedDays: t.int({
      description: ACCEPT_UNUSED,
    }),
  }),
});

export const ApiInput = builder.inputType('ApiInput', {
  description: 'An API in one version.',
  fields: (t) => ({
    org: t.string(inOrg),
    api: t.field({ type: 'VersionedName', required: true, description: 'Which API.' }),
  }),
});

export const SaveApiAsNewVersionInput = builder.inputType('SaveApiAsNewVersionInput', {
  description: 'An API, and the version that its copy gets.',
  fields: (t) => ({
    org: t.string(inOrg),
    api: t.field({ type: 'VersionedName', required: true, description: 'Which API.' }),
    version: t.field({
      type: 'Version',
      required: true,
      description: 'The new version; one that the API does not have.',
    }),
  }),
});
