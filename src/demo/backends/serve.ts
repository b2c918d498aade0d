import type { Handler, Hono } from 'hono';
import { refuse } from '../../foundation/errors.ts';
import type { BackendDocument, DocumentedPath } from './backend-document.ts';

/**
 * Serves the operations of a document. A path answers its other methods with 405 and `Allow`. (RFC 9110 §15.5.6)
 *
 * @param operations a handler for each operationId of the document
 * @throws TypeError when an operation has none
 */
export function serve(
  app: Hono,
  document: BackendDocument,
  operations: Readonly<Record<string, Handler>>,
): void {
  for (const path of document.paths) {
    for (const { method, operationId } of path.operations) {
      const handler = operations[operationId];
      if (!handler) throw new TypeError(`The operation ${operationId} has no handler.`);
      app.on(method.toUpperCase(), path.path, handler);
    }
    app.all(path.path, () => methodNotAllowed(path));
  }
}

function methodNotAllowed({ operations }: DocumentedPath): never {
  // Hono answers HEAD by what GET would answer.
  const methods = operations.flatMap(({ method }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  );
  const allow = methods.join(', ');
  return refuse('METHOD_NOT_ALLOWED', { detail: `This path has ${allow}.`, headers: { Allow: allow } });
}
