import { LineCounter, parseDocument } from 'yaml';
import { checkOpenApi, type OpenApiDocument, serverUrl } from '../domain/openapi.ts';
import { isVersion } from '../domain/version.ts';
import { refuse } from '../errors.ts';

const SIZE_MAX = 1_048_576;
/** Aliases make a small text large. */
const ALIASES_MAX = 100;
const TANGLED = 'The document is nested too deep, has too many aliases, or refers to itself by one';

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
 * Reads an OpenAPI document: an object, or YAML or JSON text.
 *
 * @param path where the input holds it
 * @throws OPENAPI_INVALID with the place of the fault; REQUEST_TOO_LARGE above 1 MB
 */
export function readApiDocument(openapi: unknown, path: readonly (string | number)[]): ApiDocument {
  const document = checkOpenApi(readDocument(openapi, { path, bytesMax: SIZE_MAX }), path);
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

type Bounds = { readonly path: readonly (string | number)[]; readonly bytesMax: number };

/**
 * A document as JSON has it, aliases written out: of an object, or of YAML or JSON text.
 *
 * @param bounds where the input holds it, and how large it may be as JSON; YAML text has 1 MB in any case
 * @throws OPENAPI_INVALID with the place of the fault; REQUEST_TOO_LARGE
 */
export function readDocument(openapi: unknown, bounds: Bounds): unknown {
  if (typeof openapi === 'string') checkSize(openapi, bounds);
  return flat(typeof openapi === 'string' ? parsed(openapi, bounds.path) : openapi, bounds);
}

function checkSize(text: string, { path, bytesMax }: Bounds): void {
  if (Buffer.byteLength(text) > bytesMax)
    refuse('REQUEST_TOO_LARGE', {
      detail: `The OpenAPI document is larger than ${Math.floor(bytesMax / SIZE_MAX)} MB.`,
      path,
    });
}

function flat(given: unknown, bounds: Bounds): unknown {
  const text = written(given);
  if (text === undefined)
    return refuse('OPENAPI_INVALID', { detail: `${TANGLED}: write it out.`, path: bounds.path });
  checkSize(text, bounds);
  return JSON.parse(text);
}

function written(given: unknown): string | undefined {
  try {
    return JSON.stringify(given);
  } catch {
    return undefined;
  }
}

/** JSON is read as such, which is faster; its faults are told by the YAML reader, which knows lines. */
function parsed(text: string, path: readonly (string | number)[]): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parsedYaml(text, path);
  }
}

function parsedYaml(text: string, path: readonly (string | number)[]): unknown {
  if (text.length > SIZE_MAX)
    refuse('REQUEST_TOO_LARGE', {
      detail: 'The document is no JSON, and as YAML it is larger than 1 MB: give it as JSON.',
      path,
    });
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [fault] = document.errors;
    if (!fault) return document.toJS({ maxAliasCount: ALIASES_MAX });
    const { line, col } = lines.linePos(fault.pos[0]);
    return refuse('OPENAPI_INVALID', {
      detail: `At line ${line}, column ${col}: ${fault.message.slice(0, 200)}`,
      path,
    });
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error;
    return refuse('OPENAPI_INVALID', {
      detail: `${TANGLED}: write it out.`,
      path,
      cause: error,
    });
  }
}

function pathOf(url: string): string | undefined {
  const path = new URL(url, 'http://localhost').pathname.replace(/\/+$/, '');
  return path === '' ? undefined : path;
}
