import { Prisma } from '../database/generated/prisma/client.ts';
import { toStore } from '../database/json.ts';
import { checkTimeout, passedOnHeaders, type SourceSettings } from '../domain/graphql-server-source.ts';
import { checkTitle } from '../domain/name.ts';
import type { JsonObject } from '../domain/openapi-tree.ts';
import { checkRestDocument } from '../domain/rest-to-graphql/document.ts';
import { readRename } from '../domain/rest-to-graphql/rename.ts';
import { refuse } from '../errors.ts';
import { readDocument } from './api-document.ts';

const DOCUMENT_BYTES_MAX = 20 * 1_048_576;
const SOURCES_MAX = 50;

/** A REST back-end with its document; only the server of .meshrc.yaml has none. */
export type ServerSource = SourceSettings & { readonly openapi?: JsonObject };

export type SourceInput = {
  readonly name: string;
  readonly url: string;
  readonly openapi?: unknown;
  readonly rename?: unknown;
  readonly headers?: readonly string[] | null | undefined;
  readonly timeoutMs?: number | null | undefined;
};

/**
 * What a GraphQL server is to be made of. The addresses are checked elsewhere, since that takes time.
 *
 * @param path where the input holds the list
 * @throws BAD_USER_INPUT, OPENAPI_INVALID or REQUEST_TOO_LARGE with the place
 */
export function readSources(
  inputs: readonly SourceInput[],
  path: readonly (string | number)[],
): ServerSource[] {
  if (inputs.length < 1 || inputs.length > SOURCES_MAX)
    refuse('BAD_USER_INPUT', { detail: `A GraphQL server is made from 1 to ${SOURCES_MAX} sources.`, path });
  const names = new Set<string>();
  return inputs.map(({ name, url, openapi, rename, headers, timeoutMs }, index) => {
    const at = [...path, index];
    checkTitle(name, [...at, 'name']);
    if (names.has(name))
      refuse('BAD_USER_INPUT', {
        detail: `Two sources are called ${name}: rename one.`,
        path: [...at, 'name'],
      });
    names.add(name);
    const documentPath = [...at, 'openapi'];
    const given = readDocument(openapi, { path: documentPath, bytesMax: DOCUMENT_BYTES_MAX });
    const { document, operations } = checkRestDocument(given, documentPath);
    if (timeoutMs != null) checkTimeout(timeoutMs, [...at, 'timeoutMs']);
    const renames = readRename(rename, operations, [...at, 'rename']);
    const passedOn = passedOnHeaders(headers ?? [], [...at, 'headers']);
    return {
      ...{ name, url, openapi: document },
      ...(Object.keys(renames).length > 0 && { rename: renames }),
      ...(passedOn.length > 0 && { headers: passedOn }),
      ...(timeoutMs != null && { timeoutMs }),
    };
  });
}

/** The columns of a server that is to be built of these sources. */
export function sourceColumns(sources: readonly ServerSource[]) {
  const documents = sources.flatMap(({ name, openapi }) =>
    openapi ? [[name, JSON.stringify(openapi)] as const] : [],
  );
  return {
    sources: toStore(sources.map(({ openapi: _document, ...settings }) => settings)),
    documents: documents.length > 0 ? toStore(Object.fromEntries(documents)) : Prisma.DbNull,
  };
}
