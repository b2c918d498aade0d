import { type InputPath, refusal } from '../../../foundation/errors.ts';
import { completedVersion } from '../../../foundation/text/version.ts';
import { inFewChildren } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { checkOpenApi, serverUrl } from '../../../openapi/document/openapi.ts';
import { applyOverlay } from '../../../openapi/document/overlay.ts';
import { documentText, MEGABYTE, parsedDocument } from '../../../openapi/document/parse-text.ts';

/** Size of a document as JSON; YAML text has 1 MB at most. Those of Stripe, Kubernetes or Zoom have 2 to 5 MB. */
const BYTES_MAX = 5 * MEGABYTE;

/** An OpenAPI document as it is kept, and what it says of the API. */
export type ApiDocument = {
  /** JSON text. Parsed, it would take many times the memory, so each reader parses it for itself. */
  readonly text: string;
  readonly title: string;
  /** `info.version`, completed to x.y.z. */
  readonly version: string;
  /** The path of its server; undefined for the root, or without a server. */
  readonly basePath: string | undefined;
  /** The URL of its server, when that is an absolute one. */
  readonly targetUrl: string | undefined;
};

/** The source of an API's document. */
export type DocumentSource = {
  /** An object, or YAML or JSON text. */
  readonly openapi: unknown;
  /** An overlay that changes it before it is checked, in the same forms. Nothing changes it without one. */
  readonly overlay?: unknown;
};

type ApiDocumentInput = {
  readonly text: string;
  readonly path: InputPath;
  readonly overlay?: string | undefined;
};

/** Size of an overlay. */
const OVERLAY_BYTES_MAX = MEGABYTE;
/** The member of an input that holds an overlay, beside its document. */
const overlayPath = (path: InputPath): InputPath => [...path.slice(0, -1), 'overlay'];

/**
 * Reads an OpenAPI document, and applies its overlay. Always in a child process, however small it is: to compile the
 * OpenAPI Initiative's schema takes a quarter of a second, once in each child process.
 *
 * @param path where the input holds the document; the overlay is beside it
 * @param queueKey the org whose turn a child process takes
 * @throws OPENAPI_INVALID with the place of the fault; OVERLAY_INVALID with the action at fault; REQUEST_TOO_LARGE above 5 MB; TEMPORARILY_UNAVAILABLE when too
 *   many wait
 */
export async function readApiDocument(
  { openapi, overlay }: DocumentSource,
  path: InputPath,
  queueKey: string,
): Promise<ApiDocument> {
  const text = documentText(openapi, { path, bytesMax: BYTES_MAX });
  return inFewChildren(queueKey, {
    module: 'control-plane/management/api/openapi-document',
    work: apiDocument,
    input: { text, path, overlay: overlayText(overlay, path) },
    tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: `It takes ${amount} to read.`, path }),
  });
}

/** The text of an overlay, if there is one. */
export const overlayText = (overlay: unknown, path: InputPath): string | undefined =>
  overlay == null
    ? undefined
    : documentText(overlay, { path: overlayPath(path), bytesMax: OVERLAY_BYTES_MAX });

/**
 * Reads a document as it was written, and applies its overlay. @throws OPENAPI_INVALID, OVERLAY_INVALID,
 * REQUEST_TOO_LARGE
 */
export function writtenDocument({ text, path, overlay }: ApiDocumentInput): unknown {
  const written = parsedDocument(text, { path, bytesMax: BYTES_MAX });
  if (overlay === undefined) return written;
  const bounds = { path: overlayPath(path), bytesMax: OVERLAY_BYTES_MAX };
  applyOverlay(written, parsedDocument(overlay, bounds), bounds.path);
  // What an overlay adds is bounded as the document itself.
  documentText(written, { path: bounds.path, bytesMax: BYTES_MAX });
  return written;
}

export function apiDocument({ text, path, overlay }: ApiDocumentInput): ApiDocument {
  const document = checkOpenApi(writtenDocument({ text, path, overlay }), path);
  const { title, version } = document.info;
  const url = serverUrl(document);
  return {
    text: JSON.stringify(document),
    title,
    version: completedVersion(version),
    basePath: url === undefined ? undefined : pathOf(url),
    targetUrl: url !== undefined && /^https?:\/\//i.test(url) ? url : undefined,
  };
}

function pathOf(url: string): string | undefined {
  const path = new URL(url, 'http://localhost').pathname.replace(/\/+$/, '');
  return path === '' ? undefined : path;
}
