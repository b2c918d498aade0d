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
  if (typeof openapi === 'string') checkSize(openapi, path);
  const given = typeof openapi === 'string' ? parsed(openapi, path) : openapi;
  const document = checkOpenApi(flat(given, path), path);
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

function checkSize(text: string, path: readonly (string | number)[]): void {
  if (Buffer.byteLength(text) > SIZE_MAX)
    refuse('REQUEST_TOO_LARGE', { detail: 'The OpenAPI document is larger than 1 MB.', path });
}

/** As JSON has it: aliases written out, nothing that refers to itself. */
function flat(given: unknown, path: readonly (string | number)[]): unknown {
  const text = written(given);
  if (text === undefined) return refuse('OPENAPI_INVALID', { detail: `${TANGLED}: write it out.`, path });
  checkSize(text, path);
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
