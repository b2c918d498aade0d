import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type DocumentBounds, tooManyParts } from '../../domain/api/document-bounds.ts';
import { refusal } from '../../foundation/errors.ts';
import { definedIn } from '../validation/definitions.ts';
import { asGraphQLError } from './refusals.ts';

/**
 * Bounds the definitions of a document before validation. Rules of validation visit each fragment for each operation.
 */
export function useDefinitionBounds(most: Pick<DocumentBounds, 'maxOperations' | 'maxFragments'>): Plugin {
  return {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        const tooMany = isDocument(result) ? tooManyParts(definedIn(result), most) : undefined;
        if (tooMany)
          replaceParseResult(asGraphQLError(refusal(tooMany.code, { detail: tooMany.message }), {}));
      },
  };
}

const isDocument = (result: unknown): result is DocumentNode =>
  typeof result === 'object' && result !== null && 'definitions' in result;
