import { counted, short } from '../listed.ts';
import { BREAKS_MAX } from './breaking-changes.ts';

/** What breaks the callers of an API. A GraphQL schema is not divided into operations: there it is null. */
export type ApiBreak = { readonly operation: string | null; readonly message: string };

const OPERATIONS_SHOWN = 10;
const SHOWN_OF_EACH = 3;
const TEXT_MAX = 200;

/**
 * `2 breaks: GET /customers ([].email in the response 200 is removed), POST /customers (the method is removed)`: by
 * operation the first few, and how many more.
 */
export function breaksInWords(breaks: readonly ApiBreak[]): string {
  const byOperation = new Map<string, ApiBreak[]>();
  for (const each of breaks) {
    const name = each.operation ?? each.message;
    const known = byOperation.get(name);
    if (known) known.push(each);
    else byOperation.set(name, [each]);
  }
  const shown = [...byOperation.values()].slice(0, OPERATIONS_SHOWN);
  const hidden = byOperation.size - shown.length;
  const count =
    breaks.length === BREAKS_MAX ? `At least ${BREAKS_MAX} breaks` : counted(breaks.length, 'break');
  return `${count}: ${[...shown.map(ofOperation), ...(hidden > 0 ? [`and ${hidden} more`] : [])].join(', ')}`;
}

function ofOperation(breaks: readonly ApiBreak[]): string {
  const messages = breaks.slice(0, SHOWN_OF_EACH).map(({ message }) => short(message, TEXT_MAX));
  const hidden = breaks.length - messages.length;
  const all = [...messages, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join('; ');
  const operation = breaks[0]?.operation;
  return operation == null ? all : `${short(operation, TEXT_MAX)} (${all})`;
}
