import { catalogUrl } from '../../../domain/addresses/public-urls.ts';
import { secretHeader } from '../../../domain/api/security/api-key.ts';
import { securityTypeOf } from '../../../domain/api/security/types.ts';
import { alternativesFor } from '../../../domain/api/security.ts';
import { servingStates } from '../../../domain/product/lifecycle.ts';
import { refusal, refuse } from '../../../foundation/errors.ts';
import { readVersionedName, versionedName } from '../../../foundation/text/version.ts';
import { inChildIf } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { readOpenApi } from '../../../infrastructure/database/documents.ts';
import type { CatalogApi, CatalogProduct } from '../../../infrastructure/database/generated/prisma/client.ts';
import { storedSecurity } from '../../../infrastructure/database/stored-security.ts';
import { type PlainOperation, plainOperationIn } from '../../../openapi/document/document-facts.ts';
import { testApplicationOf, testCredentials } from '../../consumer/test-application.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';

type Header = { readonly name: string; readonly value: string };

/** A call that is answered, with credentials of a test application. */
export type TestCall = {
  readonly consumerOrg: string;
  readonly application: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: string | null;
  /** False where the path of an operation is still to be put behind the address. */
  readonly isComplete: boolean;
};

const HeaderRef = builder.objectRef<Header>('TestCallHeader').implement({
  description: 'A header of a call.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    value: t.exposeString('value', { description: 'Its value, which may be a secret.' }),
  }),
});

export const TestCallRef = builder.objectRef<TestCall>('TestCall').implement({
  description:
    'A call with credentials of a test application. This is the one time that they can be read; an API key ends after a day.',
  fields: (t) => ({
    consumerOrg: t.exposeString('consumerOrg', { description: 'The consumer org of the test application.' }),
    application: t.exposeString('application', { description: 'The test application, by name.' }),
    method: t.exposeString('method', { description: 'The method, for example `GET`.' }),
    url: t.expose('url', { type: 'URL', description: 'The address.' }),
    headers: t.field({
      type: [HeaderRef],
      description: 'The headers, the credentials among them.',
      resolve: ({ headers }) => [...headers],
    }),
    body: t.exposeString('body', { nullable: true, description: 'The body; null for none.' }),
    isComplete: t.exposeBoolean('isComplete', {
      description:
        'Can it be sent as it is? If not, every operation has parameters: put the path of one behind the address.',
    }),
  }),
});

type TestCallInput = {
  readonly org: string;
  readonly catalog: string;
  readonly product: CatalogProduct;
  readonly api: CatalogApi;
  readonly operation: PlainOperation | null;
  readonly context: ManagementContext;
};

/**
 * Makes a call of an API that is answered. Null where no key alone admits it, as where the API takes access tokens: a
 * token is not made here.
 *
 * @throws NOT_SUBSCRIBABLE, QUOTA_EXCEEDED
 */
export async function testCallOf(
  transaction: Transaction,
  { org, catalog, product, api, operation, context }: TestCallInput,
): Promise<TestCall | null> {
  const alternatives = alternativesFor(
    { name: api.name, version: api.version, ...storedSecurity(api) },
    operation ? `${operation.method} ${operation.path}` : undefined,
  );
  const definitions = alternatives.flatMap(({ parts: [part, ...more], condition }) =>
    part && more.length === 0 && condition === undefined ? [part.definition] : [],
  );
  const definition = definitions.find((each) => each.type === 'API_KEY');
  if (!definition && alternatives.length > 0) return null;
  const application = await testApplicationOf(transaction, product, context);
  const testers = await transaction.consumerOrg.findUniqueOrThrow({
    where: { id: application.consumerOrgId },
    select: { name: true },
  });
  const credentials =
    definition && (await testCredentials(transaction, { application, definition }, context));
  const example =
    definition !== undefined
      ? securityTypeOf(definition).example(
          { keyName: definition.keyName, keyLocation: definition.keyLocation },
          credentials?.clientKey ?? '',
        )
      : { headers: [] };
  const secret = credentials?.secret;
  const headers = [...example.headers, ...(secret ? [[secretHeader, secret] as const] : [])];
  const request = requestOf(api, operation);
  const address = `${catalogUrl(context.urls, `/${org}/${catalog}`)}${api.basePath}${request.path}`;
  const query = example.parameter && `?${new URLSearchParams([[...example.parameter]])}`;
  return {
    consumerOrg: testers.name,
    application: application.name,
    method: request.method,
    url: `${address}${query ?? ''}`,
    headers: [...headers, ...request.headers].map(([name, value]) => ({ name, value })),
    body: request.body,
    isComplete: request.isComplete,
  };
}

function requestOf({ kind }: Pick<CatalogApi, 'kind'>, operation: PlainOperation | null) {
  if (kind === 'GRAPHQL')
    return {
      method: 'POST',
      path: '/graphql',
      headers: [['Content-Type', 'application/json'] as const],
      body: '{"query":"{ __typename }"}',
      isComplete: true,
    };
  return {
    method: 'GET',
    path: operation?.path ?? '',
    headers: [],
    body: null,
    isComplete: operation !== null,
  };
}

/** Text of a document that is read at once. */
const HERE_MAX = 65_536;

/** Finds an operation for a first call in a document. A large one is read in a child process. */
export async function firstOperation(text: string | null, queueKey: string): Promise<PlainOperation | null> {
  if (text === null) return null;
  return inChildIf(
    { isLarge: text.length > HERE_MAX, queueKey },
    {
      module: 'openapi/document/document-facts',
      work: plainOperationIn,
      input: text,
      tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: `It takes ${amount} to read.` }),
    },
  );
}

const CreateTestCallInput = builder.inputType('CreateTestCallInput', {
  description: 'An API of a published product that is to be called for a test.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    api: t.field({ type: 'VersionedName', required: true, description: 'Which API.' }),
  }),
});

builder.mutationField('createTestCall', (t) =>
  t.field({
    type: TestCallRef,
    nullable: true,
    description:
      'Makes a call of a published API, with credentials of a test application that is subscribed to the first plan of its product. The application is made where there is none, in a consumer org `Tests` that has no people; credentials of the test call before end. Null for an API that takes access tokens alone.',
    args: {
      input: t.arg({ type: CreateTestCallInput, required: true, description: 'Which API, and where.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { id: orgId, name: org } = await context.org(input.org);
      const { prisma } = context.database;
      const catalog = await catalogNamed(prisma, { orgId, name: input.catalog, path: ['input', 'catalog'] });
      const found = await prisma.catalogApi.findFirst({
        where: {
          ...readVersionedName(input.api),
          catalogProduct: { catalogId: catalog.id, state: { in: [...servingStates] } },
        },
        orderBy: { catalogProduct: { state: 'asc' } },
        include: { catalogProduct: true },
      });
      if (!found)
        return refuse('NOT_FOUND', {
          detail: `No published product of the catalog ${catalog.name} holds ${input.api}: publish one first.`,
          path: ['input', 'api'],
        });
      const { catalogProduct: product, ...api } = found;
      const operation = await firstOperation(await readOpenApi(prisma, 'CatalogApi', api.id), orgId);
      const subject = `${catalog.name}/${versionedName(api)}`;
      return context.change({ orgId, action: 'createTestCall', subject }, (transaction) =>
        testCallOf(transaction, { org, catalog: catalog.name, product, api, operation, context }),
      );
    },
  }),
);
