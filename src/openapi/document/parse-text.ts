import { LineCounter } from 'yaml';
import { type InputPath, Refusal, refuse } from '../../foundation/errors.ts';
import { yamlDocument, yamlFaults, yamlValue } from './yaml-faults.ts';

export const MEGABYTE = 1_048_576;
const TANGLED = 'The document is nested too deep, has too many aliases, or refers to itself by one';

type Bounds = {
  /** The document's path in the input. */
  readonly path: InputPath;
  /** The largest size as JSON. YAML text is limited to 1 MB in any case. */
  readonly bytesMax: number;
};

/**
 * Returns a document's JSON text. The input is an object, or YAML or JSON text.
 *
 * @throws OPENAPI_INVALID for an object that is no tree; REQUEST_TOO_LARGE
 */
export function documentText(openapi: unknown, bounds: Bounds): string {
  const text = typeof openapi === 'string' ? openapi : written(openapi, bounds);
  checkSize(text, bounds);
  return text;
}

/**
 * Parses YAML or JSON text. Aliases of YAML are expanded.
 *
 * @throws OPENAPI_INVALID with the position of the fault; REQUEST_TOO_LARGE
 */
export function parsedDocument(text: string, bounds: Bounds): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse is faster. The YAML reader reports faults, because it knows lines.
    return JSON.parse(jsonOfYaml(text, bounds));
  }
}

/** Converts YAML to JSON text. */
function jsonOfYaml(text: string, bounds: Bounds): string {
  const json = written(parsedYaml(text, bounds), bounds);
  checkSize(json, bounds);
  return json;
}

function checkSize(text: string, { path, bytesMax }: Bounds): void {
  if (Buffer.byteLength(text) > bytesMax)
    refuse('REQUEST_TOO_LARGE', {
      detail: `The OpenAPI document is larger than ${Math.floor(bytesMax / MEGABYTE)} MB.`,
      path,
    });
}

function written(value: unknown, { path }: Bounds): string {
  try {
    return JSON.stringify(value) ?? tangled(path);
  } catch (error) {
    throw error instanceof Refusal ? error : tangled(path, error);
  }
}

function tangled(path: Bounds['path'], cause?: unknown): never {
  return refuse('OPENAPI_INVALID', { detail: `${TANGLED}: write it out.`, path, cause });
}

function parsedYaml(text: string, { path }: Bounds): unknown {
  if (text.length > MEGABYTE)
    refuse('REQUEST_TOO_LARGE', {
      detail: 'The document is no JSON, and as YAML it is larger than 1 MB: give it as JSON.',
      path,
    });
  const lines = new LineCounter();
  try {
    const document = yamlDocument(text, lines);
    const [fault] = yamlFaults(document);
    if (!fault) return yamlValue(document);
    const { line, col } = lines.linePos(fault.offset);
    return refuse('OPENAPI_INVALID', {
      detail: `At line ${line}, column ${col}: ${fault.message}`,
      path,
    });
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error;
    return tangled(path, error);
  }
}
