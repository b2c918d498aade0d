import { checkOpenApi, type OpenApiDocument, serverUrl } from '../../domain/openapi.ts';
import { isVersion } from '../../domain/version.ts';
import type { InputPath } from '../../errors.ts';
import { documentText, MEGABYTE, parsedDocument, readDocument } from '../document/text.ts';

/** As JSON; YAML text has 1 MB in any case. Those of Stripe, Kubernetes or Zoom have 2 to 5 MB. */
const BYTES_MAX = 5 * MEGABYTE;

/** An OpenAPI document, and what it says of the API. */
export type ApiDocument = {
  readonly document: OpenApiDocument;
  readonly title: string;
  /** Undefined when `info.version` is not x.y.z. */
  readonly version: string | undefined;
  /** The path of its server; undefined when that is the root, or there is no server. */
  readonly basePath: string | undefined;
  /** The URL of its server, when that is an absolute one. */
  readonly targetUrl: string | undefined;
};

/**
 * Reads an OpenAPI document: an object, or YAML or JSON text. YAML that takes long is read in a thread.
 *
 * @param path where the input holds it
 * @param whose the org whose turn a thread takes
 * @throws OPENAPI_INVALID with the place of the fault; REQUEST_TOO_LARGE above 5 MB
 */
export async function readApiDocument(
  openapi: unknown,
  path: InputPath,
  whose: string,
): Promise<ApiDocument> {
  return apiDocument(await readDocument(openapi, { path, bytesMax: BYTES_MAX }, whose), path);
}

/** The same at once, for who cannot wait. */
export function readApiDocumentNow(openapi: unknown, path: InputPath): ApiDocument {
  const bounds = { path, bytesMax: BYTES_MAX };
  return apiDocument(parsedDocument(documentText(openapi, bounds), bounds), path);
}

function apiDocument(given: unknown, path: InputPath): ApiDocument {
  const document = checkOpenApi(given, path);
  const { title, version } = document.info;
  const url = serverUrl(document);
  return {
    document,
    title,
    version: isVersion(version) ? version : undefined,
    basePath: url === undefined ? undefined : pathOf(url),
    targetUrl: url !== undefined && /^https?:\/\//i.test(url) ? url : undefined,
  };
}

function pathOf(url: string): string | undefined {
  const path = new URL(url, 'http://localhost').pathname.replace(/\/+$/, '');
  return path === '' ? undefined : path;
}
