import { refuse } from '../../../foundation/errors.ts';
import { etagOf } from '../../../foundation/etag.ts';
import { parseVersionedName, type VersionedName } from '../../../foundation/text/version.ts';
import { documentResponse } from '../../../graphql/server/document-response.ts';
import type { ManagementContext } from '../context.ts';
import { createDownload } from '../download.ts';

/** Names the document of a draft, or of its copy in a catalog product. */
type ApiDocumentRequest = {
  readonly org: string;
  /** `name:version`, as the address has it. */
  readonly api: string;
  readonly file: string;
  readonly catalog?: string | undefined;
  /** `name:version` */
  readonly product?: string | undefined;
};

/** Serves the documents of APIs, each at its own address. It takes the bearer tokens of the management API. */
export const createManagementDocuments = createDownload<ApiDocumentRequest>((requested, context, request) =>
  document(request, requested, context),
);

/** Sends the stored text as it is, without parsing it. */
async function document(request: Request, requested: ApiDocumentRequest, context: ManagementContext) {
  const { id: orgId } = await context.org(requested.org, ['org']);
  const text = await textOf(requested, orgId, context);
  if (text == null)
    return refuse('NOT_FOUND', { detail: `There is no ${requested.file} of an API ${requested.api} here.` });
  const type = requested.file === 'openapi.json' ? 'application/json' : 'application/graphql';
  return documentResponse(request, { text, etag: etagOf(text), type, isPublic: false });
}

type Row = { readonly openapi: string | null; readonly sdl: string | null };

async function textOf(
  requested: ApiDocumentRequest,
  orgId: string,
  { database: { prisma } }: ManagementContext,
): Promise<string | null | undefined> {
  const api = parseVersionedName(requested.api);
  if (!api) return undefined;
  const isSchema = requested.file === 'schema.graphql';
  const [row] =
    requested.catalog === undefined && requested.product === undefined
      ? await prisma.$queryRaw<Row[]>`
          SELECT CASE WHEN ${isSchema} THEN NULL ELSE "openapi"::text END AS "openapi", "sdl" FROM "Api"
          WHERE "orgId" = ${orgId}::uuid AND "name" = ${api.name} AND "version" = ${api.version}`
      : await copyOf({ ...requested, api, orgId, isSchema }, prisma);
  return isSchema ? row?.sdl : row?.openapi;
}

type CopyInput = {
  readonly api: VersionedName;
  readonly orgId: string;
  readonly isSchema: boolean;
  readonly catalog?: string | undefined;
  readonly product?: string | undefined;
};

async function copyOf(
  { api, orgId, isSchema, catalog, product: named }: CopyInput,
  prisma: ManagementContext['database']['prisma'],
): Promise<Row[]> {
  const product = parseVersionedName(named ?? '');
  if (!product || catalog === undefined)
    return refuse('BAD_USER_INPUT', {
      detail: 'Name the copy by catalog=<name>&product=<name>:<version>.',
      path: ['product'],
    });
  return prisma.$queryRaw<Row[]>`
    SELECT CASE WHEN ${isSchema} THEN NULL ELSE api."openapi"::text END AS "openapi", api."sdl"
    FROM "CatalogApi" api
    JOIN "CatalogProduct" product ON product."id" = api."catalogProductId"
    JOIN "Catalog" catalog ON catalog."id" = product."catalogId"
    WHERE catalog."orgId" = ${orgId}::uuid AND catalog."name" = ${catalog}
      AND product."name" = ${product.name} AND product."version" = ${product.version}
      AND api."name" = ${api.name} AND api."version" = ${api.version}`;
}
