import {
  checkTimeout,
  passedOnHeaders,
  type SourceSettings,
} from '../../../domain/api/graphql-server-source.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { checkTitle } from '../../../foundation/text/name.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { writeSourceDocuments } from '../../../infrastructure/database/documents.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { type RestDocumentInput, readRestDocument } from './rest-document.ts';

const SOURCES_MAX = 50;

/** A REST back-end with its document as JSON text. Only the server of .meshrc.yaml has none. */
export type ServerSource = SourceSettings & { readonly openapi?: string };

export type SourceInput = RestDocumentInput & {
  readonly name: string;
  readonly url: string;
  readonly headers?: readonly string[] | null | undefined;
  readonly timeoutMs?: number | null | undefined;
};

/**
 * Reads the sources of a GraphQL server. The addresses are checked elsewhere, since that takes time.
 *
 * @param path where the input holds the list
 * @param queueKey the org whose turn a child process takes
 * @throws BAD_USER_INPUT, OPENAPI_INVALID or REQUEST_TOO_LARGE with the place; TEMPORARILY_UNAVAILABLE
 */
export async function readSources(
  inputs: readonly SourceInput[],
  path: InputPath,
  queueKey: string,
): Promise<ServerSource[]> {
  if (inputs.length < 1 || inputs.length > SOURCES_MAX)
    refuse('BAD_USER_INPUT', { detail: `A GraphQL server is made from 1 to ${SOURCES_MAX} sources.`, path });
  const names = new Set<string>();
  const sources: ServerSource[] = [];
  for (const [index, { name, url, headers, timeoutMs, ...source }] of inputs.entries()) {
    const at = [...path, index];
    checkTitle(name, [...at, 'name']);
    if (names.has(name))
      refuse('BAD_USER_INPUT', {
        detail: `Two sources are called ${name}: rename one.`,
        path: [...at, 'name'],
      });
    names.add(name);
    if (timeoutMs != null) checkTimeout(timeoutMs, [...at, 'timeoutMs']);
    const passedOn = passedOnHeaders(headers ?? [], [...at, 'headers']);
    const { openapi, rename } = await readRestDocument(source, at, queueKey);
    sources.push({
      name,
      url,
      openapi,
      ...(Object.keys(rename).length > 0 && { rename }),
      ...(passedOn.length > 0 && { headers: passedOn }),
      ...(timeoutMs != null && { timeoutMs }),
    });
  }
  return sources;
}

/** Columns of a server for these sources, without their documents. */
export function sourceColumns(sources: readonly ServerSource[]) {
  return { sources: toStore(sources.map(({ openapi: _document, ...settings }) => settings)) };
}

/** JSON texts by the names of their sources. */
export function documentsOf(sources: readonly ServerSource[]): Record<string, string> {
  return Object.fromEntries(
    sources.flatMap(({ name, openapi }) => (openapi === undefined ? [] : [[name, openapi]])),
  );
}

/** Writes them into the row of a server. */
export function writeDocuments(
  transaction: Transaction,
  serverId: string,
  sources: readonly ServerSource[],
): Promise<void> {
  return writeSourceDocuments(transaction, serverId, documentsOf(sources));
}

/** The part of sources that the audit keeps. */
export const addressesOf = (sources: readonly ServerSource[]) => ({
  sources: sources.map(({ name, url }) => ({ name, url })),
});
