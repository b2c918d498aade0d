import { buildSchema } from 'graphql';
import { isPath } from '../../../domain/api/path.ts';
import { type InputPath, refusal } from '../../../foundation/errors.ts';
import { nameOf } from '../../../foundation/text/name.ts';
import { titleOf } from '../../../foundation/text/title.ts';
import { rootFieldList } from '../../../graphql/schema/root-field-list.ts';
import { inFewChildren } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { type DocumentFacts, documentFacts } from '../../../openapi/document/document-facts.ts';
import { documentText, MEGABYTE } from '../../../openapi/document/parse-text.ts';
import { checkedSdl } from '../api/introspect-server.ts';
import {
  type ApiDocument,
  apiDocument,
  type DocumentSource,
  overlayText,
  writtenDocument,
} from '../api/openapi-document.ts';

const BYTES_MAX = 5 * MEGABYTE;

/** An API as it would be made of a source. */
export type SourcePreview = DocumentFacts &
  Pick<ApiDocument, 'title' | 'version' | 'basePath' | 'targetUrl'> & {
    readonly kind: 'REST' | 'GRAPHQL';
    /** The version as the document says it; null for a GraphQL API. */
    readonly documentVersion: string | null;
    /** The text of a document, after its overlay. Null for a GraphQL API. */
    readonly openapi: string | null;
    /** The same as JSON text, as it would be kept. */
    readonly kept: string | null;
    readonly graphqlUrl: string | null;
    readonly sdl: string | null;
  };

type DocumentInput = {
  readonly text: string;
  readonly path: InputPath;
  readonly overlay?: string | undefined;
};

/** Describes an OpenAPI document after its overlay, in a child process. @throws as `readApiDocument` */
export function documentPreview(
  { openapi, overlay }: DocumentSource,
  path: InputPath,
  queueKey: string,
): Promise<SourcePreview> {
  const text = documentText(openapi, { path, bytesMax: BYTES_MAX });
  return inFewChildren(queueKey, {
    module: 'control-plane/management/api-import/source-preview',
    work: previewOfDocument,
    input: { text, path, overlay: overlayText(overlay, path) },
    tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: `It takes ${amount} to read.`, path }),
  });
}

export function previewOfDocument({ text: given, path, overlay }: DocumentInput): SourcePreview {
  const written = writtenDocument({ text: given, path, overlay });
  const text = overlay === undefined ? given : JSON.stringify(written);
  const { text: kept, ...document } = apiDocument({ text, path });
  const parsed = JSON.parse(kept) as { readonly info: { readonly version: string } };
  return {
    ...document,
    ...documentFacts(written, parsed),
    kind: 'REST',
    documentVersion: parsed.info.version,
    openapi: text,
    kept,
    graphqlUrl: null,
    sdl: null,
  };
}

type SchemaInput = { readonly sdl: string; readonly graphqlUrl: string; readonly orgId: string };

/** Describes the schema of a GraphQL server. @throws GRAPHQL_SERVER_UNUSABLE when it is none */
export async function schemaPreview({ sdl, graphqlUrl, orgId }: SchemaInput): Promise<SourcePreview> {
  const text = await checkedSdl(sdl, { path: ['input', 'sdl'], orgId });
  const schema = buildSchema(text, { noLocation: true, assumeValid: true });
  const title = titleOfAddress(graphqlUrl);
  return {
    kind: 'GRAPHQL',
    title,
    version: '1.0.0',
    documentVersion: null,
    basePath: `/${nameOf(title)}`,
    targetUrl: undefined,
    operations: rootFieldList(schema),
    changes: [],
    securitySchemes: [],
    plainOperation: null,
    openapi: null,
    kept: null,
    graphqlUrl,
    sdl: text,
  };
}

/** Makes a title of the address of a GraphQL server: `Countries` of https://countries.example/graphql. */
function titleOfAddress(url: string): string {
  const { hostname, pathname } = new URL(url);
  const segments = pathname.split('/').filter((segment) => !/^(?:graphql|api|query|v\d+|)$/i.test(segment));
  const labels = hostname.split('.').filter((label) => !/^(?:www|api|graphql|\d+|localhost)$/i.test(label));
  return titleOf(nameOf(segments.at(-1) ?? labels[0] ?? '').replaceAll('-', ' ')) || 'GraphQL API';
}

/** Returns a base path that is the API's own, where the document's is taken: `/parcels/v1`. */
export function ownBasePath(name: string, path: string): string {
  const own = `/${name}${path}`;
  return isPath(own) ? own : `/${name}`;
}
