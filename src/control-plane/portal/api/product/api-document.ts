import type { ApiSettings } from '../../../../domain/api/api-settings.ts';
import type { ApiWords } from '../../../../domain/api/api-words.ts';
import { refusal } from '../../../../foundation/errors.ts';
import { etagOf } from '../../../../foundation/etag.ts';
import { freshTurn } from '../../../../foundation/event-loop-turns.ts';
import { FairCache } from '../../../../foundation/fair-cache.ts';
import { inChildIf } from '../../../../infrastructure/child-processes/concurrency-limit.ts';
import type { CatalogApi } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { securityColumns, storedSecurity } from '../../../../infrastructure/database/stored-security.ts';
import { type DocumentWords, NO_DOCUMENT_WORDS } from '../../../../openapi/document/document-words.ts';
import type { ListedOperation } from '../../../../openapi/operation-list.ts';
import type { PortalContext } from '../context.ts';
import { documentText } from './document-text.ts';

/** Characters of a document that is made at once: a few hundredths of a second. */
const HERE_MAX = 131_072;

/** The document of a REST API as a consumer should read it. */
export type ConsumerApiDocument = {
  /** JSON; empty for an API without one. */
  readonly text: string;
  /** Strong: another for other bytes. */
  readonly etag: string;
  readonly operations: readonly ListedOperation[];
  /** Words of the document itself. The API's own take their place. */
  readonly words: DocumentWords;
};

/** Columns that a document is made with. The document itself is large, and is read when it is made. */
export const documentColumns = {
  id: true,
  kind: true,
  title: true,
  version: true,
  basePath: true,
  targetUrl: true,
  words: true,
  ...securityColumns,
} as const;

const OPERATION_BYTES = 200;
/** A document has 5 MB at most. */
const BOUNDS = { bytesMax: 128_000_000, bytesMaxOfOrg: 16_000_000 };

/** Ids are unique everywhere, so one cache serves all portals of this process. */
const made = new FairCache<ConsumerApiDocument>(
  BOUNDS,
  ({ text, operations }) => Buffer.byteLength(text) + operations.length * OPERATION_BYTES,
);

/**
 * Makes the document of an API, once for each revision of its org. A copy and its providers stay as they are until
 * something of the org changes. Null for an API without one.
 *
 * @throws TEMPORARILY_UNAVAILABLE when too many are made at this moment
 */
export async function apiDocument(
  api: Pick<CatalogApi, keyof typeof documentColumns>,
  context: PortalContext,
): Promise<ConsumerApiDocument | null> {
  if (api.kind !== 'REST') return null;
  const key = [api.id, await context.revision(), context.gatewayUrl].join(' ');
  const document = await made.get(context.catalog.orgId, key, () => make(api, context));
  return document.text === '' ? null : document;
}

const NONE: ConsumerApiDocument = { text: '', etag: '', operations: [], words: NO_DOCUMENT_WORDS };

async function make(
  { id, title, version, basePath, targetUrl, ...api }: Pick<CatalogApi, keyof typeof documentColumns>,
  { database, catalog, gatewayUrl, providers }: PortalContext,
): Promise<ConsumerApiDocument> {
  const [row] = await database.prisma.$queryRaw<{ openapi: string | null }[]>`
    SELECT "openapi"::text AS "openapi" FROM "CatalogApi" WHERE "id" = ${id}::uuid`;
  if (!row?.openapi) return NONE;
  const { errorTemplates = [] } = stored<ApiSettings>(api.settings);
  const { summary, description } = stored<ApiWords>(api.words);
  const own = { title, version, ...(summary && { summary }), ...(description && { description }) };
  const view = { ...own, targetUrl, ...storedSecurity(api), url: `${gatewayUrl}${basePath}` };
  await freshTurn();
  const { text, operations, words } = await inChildIf(
    { isLarge: row.openapi.length > HERE_MAX, queueKey: catalog.orgId },
    {
      module: 'control-plane/portal/api/product/document-text',
      work: documentText,
      input: { openapi: row.openapi, view: { ...view, providers: await providers() }, errorTemplates },
      tooMuch: (amount) =>
        refusal('TEMPORARILY_UNAVAILABLE', { detail: `To make the document takes ${amount}: try again.` }),
    },
  );
  return { text, etag: etagOf(text), operations, words };
}
