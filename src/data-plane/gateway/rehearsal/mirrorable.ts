import { type Call, chosenOf, hasBody } from '../call.ts';
import { COMPARED_BYTES_MAX } from './comparison-tap.ts';

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);
/** Headers that ask for a part of an answer, or for one under conditions. What they name belongs to one back-end. */
const CONDITIONS = [
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
];

/**
 * Tells whether a call may be sent twice, and its answer compared.
 *
 * A REST call is safe by its method (RFC 9110 §9.2.1), one of a GraphQL API where it runs a query alone.
 */
export function isMirrorable(call: Call): boolean {
  const { document, request } = call;
  if (chosenOf(call).api.kind === 'GRAPHQL')
    return (
      document?.measure.type === 'query' &&
      document.count === 1 &&
      document.bytes.length <= COMPARED_BYTES_MAX
    );
  return (
    SAFE.has(request.method) && !hasBody(request) && CONDITIONS.every((name) => !(name in request.headers))
  );
}

/** The operation of a call. An API without a document has one for each method. */
export const operationNameOf = ({ operation, request }: Call): string => operation ?? `${request.method} *`;
