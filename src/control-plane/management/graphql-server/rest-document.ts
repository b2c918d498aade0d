import { type InputPath, refusal } from '../../../foundation/errors.ts';
import { inFewChildren } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { checkSchema } from '../../../openapi/document/openapi.ts';
import { documentText, MEGABYTE, parsedDocument } from '../../../openapi/document/parse-text.ts';
import { checkRestDocument } from '../../../openapi/to-graphql/check-rest-document.ts';
import { type Rename, readRename } from '../../../openapi/to-graphql/rename.ts';

const BYTES_MAX = 20 * MEGABYTE;

export type RestDocumentInput = {
  readonly openapi?: unknown;
  readonly rename?: unknown;
};

/** A document of a GraphQL server's source, as it is kept. */
type RestDocument = { readonly openapi: string; readonly rename: Rename };

type ReadRestDocumentInput = {
  readonly text: string;
  readonly rename: unknown;
  readonly inputPath: InputPath;
};

/**
 * Reads the document of a GraphQL server's source: an object, or YAML or JSON text. A child process reads it, as it
 * does that of an API.
 *
 * @param inputPath where the input holds its source
 * @param queueKey the org whose turn a child process takes
 * @throws BAD_USER_INPUT, OPENAPI_INVALID or REQUEST_TOO_LARGE with the place; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function readRestDocument(
  { openapi, rename }: RestDocumentInput,
  inputPath: InputPath,
  queueKey: string,
): Promise<RestDocument> {
  const path = [...inputPath, 'openapi'];
  const reading = { text: documentText(openapi, { path, bytesMax: BYTES_MAX }), rename, inputPath };
  return inFewChildren(queueKey, {
    module: 'control-plane/management/graphql-server/rest-document',
    work: restDocument,
    input: reading,
    tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: `It takes ${amount} to read.`, path }),
  });
}

/**
 * Decision: the document must fit the OpenAPI Initiative's schema, as that of an API. The exceptions are those that
 * the report of the server lists by operation: references that lead nowhere, and path parameters that are not
 * declared.
 */
export function restDocument({ text, rename, inputPath }: ReadRestDocumentInput): RestDocument {
  const path = [...inputPath, 'openapi'];
  const openapi = parsedDocument(text, { path, bytesMax: BYTES_MAX });
  const { document, operations } = checkRestDocument(openapi, path);
  checkSchema(document, path);
  return {
    openapi: JSON.stringify(document),
    rename: readRename(rename, operations, [...inputPath, 'rename']),
  };
}
