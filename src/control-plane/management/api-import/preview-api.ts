import type { PhrasedBreak } from '../../../domain/api/api-break.ts';
import { refuse } from '../../../foundation/errors.ts';
import { nameOf } from '../../../foundation/text/name.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { contractBreaks } from '../../../graphql/breaks/contract-comparison.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import { readOpenApi } from '../../../infrastructure/database/documents.ts';
import type { DocumentSecurityScheme } from '../../../openapi/document/document-facts.ts';
import type { ListedOperation } from '../../../openapi/operation-list.ts';
import { ApiKind, apiOfDraft, draftNamed } from '../api/api.ts';
import { ApiBreakRef } from '../api/api-break.ts';
import { ApiOperationRef, operationsOfApi } from '../api/api-operations.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { fetchedSource } from './fetched-source.ts';
import { documentPreview, ownBasePath, type SourcePreview, schemaPreview } from './source-preview.ts';

type ApiPreview = SourcePreview & {
  readonly name: string;
  readonly basePath: string;
  readonly documentBasePath: string;
  readonly basePathTakenBy: readonly string[];
  readonly versions: readonly string[];
  /** The change of the API whose source it replaces. Null for a new API. */
  readonly difference: ApiDifference | null;
};

/** The change of an API by another source. */
type ApiDifference = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly breaks: readonly PhrasedBreak[];
};

const ApiDifferenceRef = builder.objectRef<ApiDifference>('ApiDifference').implement({
  description: 'What changes for callers when another source takes the place of the present one.',
  fields: (t) => ({
    added: t.exposeStringList('added', { description: 'Operations that come: `GET /customers`.' }),
    removed: t.exposeStringList('removed', { description: 'Operations that go.' }),
    breaks: t.field({
      type: [ApiBreakRef],
      description: 'What breaks callers.',
      resolve: ({ breaks }) => [...breaks],
    }),
  }),
});

const SecuritySchemeRef = builder.objectRef<DocumentSecurityScheme>('DocumentSecurityScheme').implement({
  description: 'A security scheme of an OpenAPI document. Nothing is asked of callers because of it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in the document.' }),
    type: t.exposeString('type', {
      description:
        'Its type in the words of OpenAPI: `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`.',
    }),
    location: t.exposeString('location', {
      nullable: true,
      description: 'Of a key: `header`, `query` or `cookie`.',
    }),
    keyName: t.exposeString('keyName', {
      nullable: true,
      description: 'Of a key: the name of its header or parameter.',
    }),
    scopes: t.exposeStringList('scopes', { description: 'Of OAuth 2.0: the scopes that it names.' }),
  }),
});

const ApiPreviewRef = builder.objectRef<ApiPreview>('ApiPreview').implement({
  description: 'What an API would be that is made from a source: for a form, before anything is made.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ApiKind, description: 'REST or GraphQL.' }),
    title: t.exposeString('title', { description: 'Its title: that of the document.' }),
    name: t.exposeString('name', { description: 'Its name, made from the title.' }),
    version: t.expose('version', {
      type: 'Version',
      description: 'Its version: that of the document, completed to x.y.z.',
    }),
    documentVersion: t.exposeString('documentVersion', {
      nullable: true,
      description: 'The version as the document says it; null for a GraphQL API.',
    }),
    versions: t.exposeStringList('versions', {
      description: 'The versions of that name that the org has already.',
    }),
    basePath: t.exposeString('basePath', {
      description: 'A path for it that no other API of the org has: that of the document where it is free.',
    }),
    documentBasePath: t.exposeString('documentBasePath', {
      description: "The path of the document's server, else `/<name>`.",
    }),
    basePathTakenBy: t.field({
      type: ['VersionedName'],
      description: "The APIs of the org, others than this one, that have the document's path.",
      resolve: ({ basePathTakenBy }) => [...basePathTakenBy],
    }),
    targetUrl: t.field({
      type: 'URL',
      nullable: true,
      description: "Where calls would be sent: the document's server; null where it names none.",
      resolve: ({ targetUrl }) => targetUrl ?? null,
    }),
    graphqlUrl: t.expose('graphqlUrl', {
      type: 'URL',
      nullable: true,
      description: 'The address of the GraphQL server; null for a REST API.',
    }),
    operations: t.field({
      type: [ApiOperationRef],
      description: 'The operations that are found, by path; of GraphQL the root fields.',
      args: partArgs,
      resolve: ({ operations }, part) => cut(operations, part),
    }),
    operationCount: t.int({
      description: 'How many operations are found.',
      resolve: ({ operations }) => operations.length,
    }),
    changes: t.exposeStringList('changes', {
      description: 'What is kept in another form than it was written, each a sentence.',
    }),
    securitySchemes: t.field({
      type: [SecuritySchemeRef],
      description: 'The security schemes of the document.',
      resolve: ({ securitySchemes }) => [...securitySchemes],
    }),
    difference: t.field({
      type: ApiDifferenceRef,
      nullable: true,
      description: 'What it changes for callers of the API that it `replaces`; null without one.',
      resolve: ({ difference }) => difference,
    }),
    openapi: t.exposeString('openapi', {
      nullable: true,
      description:
        'The text of the document, also where it was fetched; after an overlay the result, as JSON. Null for a GraphQL API.',
    }),
    sdl: t.exposeString('sdl', {
      nullable: true,
      description: 'The schema of the GraphQL server; null for a REST API.',
    }),
  }),
});

const PreviewApiInput = builder.inputType('PreviewApiInput', {
  description: 'A source of an API: a document, or an address. `sdl` goes beside the address of its server.',
  fields: (t) => ({
    org: t.string(inOrg),
    openapi: t.field({ type: 'JSON', description: 'An OpenAPI document, as createApi takes it.' }),
    overlay: t.field({
      type: 'JSON',
      description:
        'An overlay that changes the document first, as createApi takes it; also one that is fetched from `url`.',
    }),
    url: t.field({
      type: 'URL',
      description:
        'The address of an OpenAPI document, or of a GraphQL server. It is called as a back-end would be: in a private network only where an operator allows it; at most 5 MB, in 10 seconds.',
    }),
    sdl: t.string({
      description: 'The schema of the GraphQL server at `url`, which is then not asked for it.',
    }),
    replaces: t.field({
      type: 'VersionedName',
      description: 'An API of the org, to tell what changes for its callers with this source in its place.',
    }),
  }),
});

builder.queryField('previewApi', (t) =>
  t.field({
    type: ApiPreviewRef,
    description: 'Reads the source of an API, and tells what would be made of it. Nothing is made.',
    authScopes: { role: 'DEVELOPER' },
    args: { input: t.arg({ type: PreviewApiInput, required: true, description: 'The source.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const preview = await previewOf(context, orgId, input);
      const difference =
        input.replaces == null ? null : await differenceOf(context, preview, { orgId, api: input.replaces });
      return { ...(await within(context, orgId, preview)), difference };
    },
  }),
);

async function previewOf(
  context: ManagementContext,
  orgId: string,
  { openapi, overlay, url, sdl }: typeof PreviewApiInput.$inferInput,
): Promise<SourcePreview> {
  if (openapi != null && url == null && sdl == null)
    return documentPreview({ openapi, overlay }, ['input', 'openapi'], orgId);
  if (url == null || openapi != null)
    return refuse('BAD_USER_INPUT', {
      detail: 'Give a document in openapi, or the address of one or of a GraphQL server in url.',
      path: ['input', openapi == null ? 'url' : 'openapi'],
    });
  const source = sdl == null ? await fetchedSource(context, { orgId, url }) : { sdl, graphqlUrl: url };
  if ('openapi' in source)
    return documentPreview({ openapi: source.openapi, overlay }, ['input', 'url'], orgId);
  if (overlay != null)
    refuse('BAD_USER_INPUT', {
      detail: 'An overlay changes an OpenAPI document, and this is the schema of a GraphQL server.',
      path: ['input', 'overlay'],
    });
  return schemaPreview({ ...source, orgId });
}

/** Adds what depends on the APIs that an org has. */
async function within(
  { database: { prisma } }: ManagementContext,
  orgId: string,
  preview: SourcePreview,
): Promise<Omit<ApiPreview, 'difference'>> {
  const name = nameOf(preview.title) || 'api';
  const documentBasePath = preview.basePath ?? `/${name}`;
  const same = await prisma.api.findMany({ where: { orgId, name }, select: { version: true } });
  const there = await prisma.api.findMany({
    where: { orgId, basePath: documentBasePath, name: { not: name } },
    orderBy: { id: 'asc' },
    take: 20,
    select: { name: true, version: true },
  });
  return {
    ...preview,
    name,
    versions: same.map(({ version }) => version),
    documentBasePath,
    basePath: there.length === 0 ? documentBasePath : ownBasePath(name, documentBasePath),
    basePathTakenBy: there.map(versionedName),
  };
}

type Replaced = { readonly orgId: string; readonly api: string };

/** Compares a source with that of a draft. @throws NOT_FOUND when there is no such draft */
async function differenceOf(
  context: ManagementContext,
  { kind, kept, sdl, operations }: SourcePreview,
  { orgId, api }: Replaced,
): Promise<ApiDifference> {
  const { prisma } = context.database;
  const draft = await draftNamed(prisma, { orgId, api, path: ['input', 'replaces'] });
  const before = { kind: draft.kind, sdl: draft.sdl, openapi: await readOpenApi(prisma, 'Api', draft.id) };
  const namesOf = (list: readonly ListedOperation[]) => list.map(({ method, path }) => `${method} ${path}`);
  const was = namesOf(await operationsOfApi(context, apiOfDraft(draft)));
  const is = namesOf(operations);
  const [known, coming] = [new Set(was), new Set(is)];
  return {
    added: is.filter((name) => !known.has(name)),
    removed: was.filter((name) => !coming.has(name)),
    breaks: await contractBreaks(before, { kind, sdl, openapi: kept }, orgId),
  };
}
