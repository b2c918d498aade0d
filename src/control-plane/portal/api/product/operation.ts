import { operationAlternativesOf, type SecurityAlternative } from '../../../../domain/api/security.ts';
import type { RootFieldArgument, RootFieldDetails } from '../../../../graphql/schema/root-field-details.ts';
import { cut } from '../../../../graphql/server/take-skip.ts';
import { storedSecurity } from '../../../../infrastructure/database/stored-security.ts';
import type {
  MediaTypeContent,
  OperationAnswer,
  OperationDetails,
  OperationParameter,
} from '../../../../openapi/operation-details.ts';
import type { DescribedMember } from '../../../../openapi/schema-parts.ts';
import { builder, partArgs } from '../builder.ts';
import { apiDocument, documentColumns } from './api-document.ts';
import { readOperation, readRootFields } from './read-operation.ts';
import { PortalSecurityOption, securityOptions } from './security.ts';
import { shownSchema } from './shown-schema.ts';

const PortalSchemaPart = builder.objectRef<DescribedMember>('PortalSchemaPart').implement({
  description: 'A member of a request or an answer.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where it is: `address.city`, `[].name`; empty for the value itself.',
    }),
    type: t.exposeString('type', { description: 'Its type, for example `string (date)` or `Customer[]`.' }),
    required: t.exposeBoolean('isRequired', { description: 'Must it be there?' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it means, where the document says so.',
    }),
  }),
});

const PortalContent = builder.objectRef<MediaTypeContent>('PortalContent').implement({
  description: 'A request or an answer in one media type.',
  fields: (t) => ({
    mediaType: t.exposeString('mediaType', { description: 'For example `application/json`.' }),
    parts: t.field({
      type: [PortalSchemaPart],
      description: 'Its members from the outside in, at most 100 and six levels.',
      resolve: ({ parts }) => parts,
    }),
    example: t.exposeString('example', {
      nullable: true,
      description: "The document's own example, else one that the schema allows.",
    }),
  }),
});

const PortalParameterLocation = builder.enumType('PortalParameterLocation', {
  description: 'Where a parameter is sent.',
  values: {
    path: { description: 'In the path.' },
    query: { description: 'In the query.' },
    header: { description: 'In a header.' },
    cookie: { description: 'In a cookie.' },
  } as const,
});

const PortalParameter = builder.objectRef<OperationParameter>('PortalParameter').implement({
  description: 'A parameter of an operation.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    location: t.field({
      type: PortalParameterLocation,
      description: 'Where it is sent.',
      resolve: ({ location }) => location,
    }),
    type: t.exposeString('type', { description: 'Its type, for example `integer 1–10`.' }),
    required: t.exposeBoolean('isRequired', { description: 'Must it be sent?' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it means, where the document says so.',
    }),
    example: t.exposeString('example', { description: 'A value that its schema allows.' }),
  }),
});

const PortalAnswer = builder.objectRef<OperationAnswer>('PortalAnswer').implement({
  description: 'An answer of an operation.',
  fields: (t) => ({
    status: t.exposeString('status', { description: '`200`, `4XX` or `default`.' }),
    description: t.exposeString('description', { nullable: true, description: 'When it is given.' }),
    contents: t.field({
      type: [PortalContent],
      description: 'The answer in each of its media types.',
      resolve: ({ contents }) => contents,
    }),
  }),
});

type SecuredDetails = OperationDetails & { readonly security: readonly SecurityAlternative[] | null };

const PortalOperationDetails = builder.objectRef<SecuredDetails>('PortalOperationDetails').implement({
  description: 'One operation of a REST API with all that a caller needs to know.',
  fields: (t) => ({
    method: t.exposeString('method', { description: 'The HTTP method, for example `GET`.' }),
    path: t.exposeString('path', { description: 'The path below the URL of the API.' }),
    summary: t.exposeString('summary', { nullable: true, description: 'What it does, in short.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it does, in Markdown.' }),
    deprecated: t.exposeBoolean('isDeprecated', {
      description: 'Does its document say that it is deprecated?',
    }),
    security: t.field({
      type: [PortalSecurityOption],
      nullable: true,
      description: 'The ways to be admitted by it; null where they are those of the API.',
      resolve: ({ security }) => security && securityOptions(security),
    }),
    parameters: t.field({
      type: [PortalParameter],
      description: 'Its parameters: of the path, the query, headers and cookies.',
      resolve: ({ parameters }) => parameters,
    }),
    bodyRequired: t.exposeBoolean('isBodyRequired', { description: 'Must a request have a body?' }),
    request: t.field({
      type: [PortalContent],
      description: 'The body of a request in each of its media types; empty where it takes none.',
      resolve: ({ request }) => request,
    }),
    answers: t.field({
      type: [PortalAnswer],
      description: 'Its answers by status.',
      resolve: ({ answers }) => answers,
    }),
  }),
});

const PortalRootOperation = builder.enumType('PortalRootOperation', {
  description: 'The kind of GraphQL operation that asks for a field.',
  values: {
    QUERY: { description: 'A field of `Query`.' },
    MUTATION: { description: 'A field of `Mutation`.' },
    SUBSCRIPTION: { description: 'A field of `Subscription`.' },
  } as const,
});

const PortalFieldArgument = builder.objectRef<RootFieldArgument>('PortalFieldArgument').implement({
  description: 'An argument of a GraphQL field.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    type: t.exposeString('type', { description: 'Its type, for example `[ID!]!`.' }),
    required: t.exposeBoolean('isRequired', { description: 'Must it be given?' }),
    description: t.exposeString('description', { nullable: true, description: 'What it means.' }),
  }),
});

const PortalRootField = builder.objectRef<RootFieldDetails>('PortalRootField').implement({
  description: 'A field of `Query`, `Mutation` or `Subscription` of a GraphQL API.',
  fields: (t) => ({
    operation: t.field({
      type: PortalRootOperation,
      description: 'The kind of operation that asks for it.',
      resolve: ({ operation }) => operation,
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    type: t.exposeString('type', { description: 'The type of its answer, for example `[Customer!]!`.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it answers.' }),
    deprecationReason: t.exposeString('deprecationReason', {
      nullable: true,
      description: 'Why it is deprecated, where it is.',
    }),
    arguments: t.field({
      type: [PortalFieldArgument],
      description: 'Its arguments.',
      resolve: (field) => field.arguments,
    }),
    example: t.exposeString('example', { description: 'A document that asks for it.' }),
    variables: t.exposeString('variables', { description: 'Values of its variables, as JSON.' }),
  }),
});

builder.prismaObjectFields('CatalogApi', (t) => ({
  operation: t.field({
    type: PortalOperationDetails,
    nullable: true,
    description: 'Of a REST API: one operation with all that a caller needs to know; null where it has none.',
    args: {
      method: t.arg.string({ required: true, description: 'The HTTP method in upper case.' }),
      path: t.arg.string({ required: true, description: 'The path as `operations` has it.' }),
    },
    select: { name: true, ...documentColumns },
    resolve: async (api, name, context) => {
      const document = await apiDocument(api, context);
      const details = document && (await readOperation(document, name, context));
      if (!details) return null;
      const own = operationAlternativesOf({ ...api, ...storedSecurity(api) });
      const named = own.find(({ operation }) => operation === `${name.method} ${name.path}`);
      return { ...details, security: named?.security ?? null };
    },
  }),
  rootFields: t.field({
    type: [PortalRootField],
    description:
      'Of a GraphQL API: what can be asked for, at most 1000, as `sdl` shows it to the viewer; empty for a REST API.',
    args: {
      name: t.arg.string({ description: 'Only those of this name.' }),
      plan: t.arg.string({ description: 'As this plan shows them: see `sdl`.' }),
      ...partArgs,
    },
    select: { id: true, kind: true, catalogProductId: true },
    resolve: async (api, { name, plan, ...part }, context) => {
      const sdl = await shownSchema(api, { plan, context });
      const all = sdl === null ? [] : await readRootFields(sdl, context);
      return cut(name == null ? all : all.filter((field) => field.name === name), part);
    },
  }),
  rootFieldCount: t.int({
    description: 'How many root fields it shows; 0 for a REST API.',
    select: { id: true, kind: true, catalogProductId: true },
    resolve: async (api, _args, context) => {
      const sdl = await shownSchema(api, { context });
      return sdl === null ? 0 : (await readRootFields(sdl, context)).length;
    },
  }),
}));
