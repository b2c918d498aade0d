import { createHash } from 'node:crypto';
import { refuse } from '../../foundation/errors.ts';

/** A GraphQL document that callers of an API may name instead of sending it. */
export type RegisteredOperation = { readonly id: string; readonly document: string };

/** A registered operation as the management API and a manifest take it. */
export type RegisteredOperationDraft = {
  /** The id. It defaults to the SHA-256 of the document. */
  readonly id?: string | null | undefined;
  readonly document: string;
};

const OPERATIONS_MAX = 1_000;
/** Characters of all documents together. Every gateway holds them. */
const CHARACTERS_MAX = 500_000;
const ID = /^[\w.:~/-]{1,128}$/;

/** Returns the SHA-256 of a document in hexadecimal. Automatic persisted queries identify documents by it. */
export function documentHash(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

/**
 * Checks registered operations and puts them in the form in which they are stored. The schema validates the documents
 * later.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function registeredOperationsFrom(
  drafts: readonly RegisteredOperationDraft[],
): readonly RegisteredOperation[] | undefined {
  const path = ['input', 'registeredOperations'];
  const characters = drafts.reduce((sum, { document }) => sum + document.length, 0);
  if (drafts.length > OPERATIONS_MAX || characters > CHARACTERS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `There are ${drafts.length} operations of ${characters} characters: register at most ${OPERATIONS_MAX} of ${CHARACTERS_MAX} together.`,
      path,
    });
  const operations = drafts.map(({ id, document }) => ({ id: id ?? documentHash(document), document }));
  const ids = new Set<string>();
  for (const [index, { id }] of operations.entries()) {
    if (!ID.test(id))
      refuse('BAD_USER_INPUT', {
        detail: 'Give an id of 1 to 128 letters, digits and any of . : / ~ _ -.',
        path: [...path, index, 'id'],
      });
    if (ids.has(id))
      refuse('BAD_USER_INPUT', {
        detail: `There are two operations ${id}: give one of them another id.`,
        path: [...path, index, 'id'],
      });
    ids.add(id);
  }
  return operations.length > 0 ? operations : undefined;
}
