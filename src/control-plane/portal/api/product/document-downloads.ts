import { refuse } from '../../../../foundation/errors.ts';
import { etagOf } from '../../../../foundation/etag.ts';
import { parseVersionedName } from '../../../../foundation/text/version.ts';
import { documentResponse } from '../../../../graphql/server/document-response.ts';
import type { PortalContext } from '../context.ts';
import { apiDocument, documentColumns } from './api-document.ts';
import { shownSchema } from './shown-schema.ts';
import { visibleProducts } from './visibility.ts';
import { writtenDocument, writtenForms } from './written-document.ts';

/** The documents of an API, each at an address of its own. */
export const documentFiles = ['openapi.json', 'openapi.yaml', 'postman.json', 'schema.graphql'] as const;
export type DocumentFile = (typeof documentFiles)[number];

/** Names a document of an API. The product is the newest with the API unless given. A plan may be given too. */
type PortalDocumentRequest = {
  readonly file: DocumentFile;
  /** `name:version`, as the address has it. */
  readonly api: string;
  readonly product: string | undefined;
  readonly plan: string | undefined;
};

/**
 * Answers a document of an API that the viewer may see.
 *
 * @throws NOT_FOUND when there is none for the viewer; TEMPORARILY_UNAVAILABLE when too many are made at this moment
 */
export async function portalDocument(
  request: Request,
  requested: PortalDocumentRequest,
  context: PortalContext,
): Promise<Response> {
  const api = await visibleApi(requested, context);
  const isPublic = api.catalogProduct.visibility === 'PUBLIC' && context.viewer === null;
  const { file } = requested;
  if (file !== 'schema.graphql') {
    const document = await apiDocument(api, context);
    if (!document) return absent(requested);
    const type = file === 'openapi.json' ? 'application/json' : writtenForms[file].type;
    const { text, etag } =
      file === 'openapi.json' ? document : await writtenDocument(document, file, context);
    return documentResponse(request, { text, etag, type, isPublic });
  }
  const sdl = await shownSchema(api, { plan: requested.plan, context });
  if (sdl === null) return absent(requested);
  return documentResponse(request, { text: sdl, etag: etagOf(sdl), type: 'application/graphql', isPublic });
}

async function visibleApi(requested: PortalDocumentRequest, context: PortalContext) {
  const api = parseVersionedName(requested.api);
  const product = requested.product === undefined ? {} : parseVersionedName(requested.product);
  const found =
    api &&
    product &&
    (await context.database.prisma.catalogApi.findFirst({
      where: { ...api, catalogProduct: { AND: [visibleProducts(context), product] } },
      select: {
        ...documentColumns,
        catalogProductId: true,
        catalogProduct: { select: { visibility: true } },
      },
      orderBy: { catalogProduct: { sortKey: 'asc' } },
    }));
  return found ?? absent(requested);
}

const absent = ({ file, api }: PortalDocumentRequest): never =>
  refuse('NOT_FOUND', { detail: `There is no ${file} of an API ${api} here for who asks.` });
