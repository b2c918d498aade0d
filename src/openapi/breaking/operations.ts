import type { JsonObject } from '../../foundation/json.ts';
import { child, children, type DocumentNode, resolved } from '../document/document-node.ts';
import { shapeOf } from '../path-template.ts';

/** An operation and its path. */
export type Operation = {
  /** The path as it is written, with the names of its parameters. */
  readonly template: string;
  readonly method: string;
  readonly item: DocumentNode;
  readonly operation: DocumentNode;
};

/** An operation in two versions. */
export type OperationPair = { readonly before: Operation; readonly after: Operation };

type Path = { readonly template: string; readonly item: DocumentNode };

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Returns the paths of a document by their shape. `/customers/{id}` and `/customers/{customerId}` are one path. */
export function pathsByShape(document: JsonObject): Map<string, Path> {
  const paths = children(child({ document, value: document, at: '#' }, 'paths')).flatMap(
    ([template, node]) => {
      const item = resolved(node);
      return template.startsWith('/') && item ? [{ template, item }] : [];
    },
  );
  return new Map(paths.map((path) => [shapeOf(path.template), path]));
}

/** Lists the operations of a path, in the order of the specification. */
export function operationsOf({ template, item }: Path): Operation[] {
  return METHODS.map((method) => ({ template, method, item, operation: child(item, method) })).filter(
    ({ operation }) => operation.value !== undefined,
  );
}

/** Returns `GET /customers/{customerId}`. */
export function operationName({ method, template }: Operation): string {
  return `${method.toUpperCase()} ${template}`;
}
