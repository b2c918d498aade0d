import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, type DocumentNode, resolved } from '../document/document-node.ts';
import { type Comparers, contentBreaks, type OperationBreak } from './content-breaks.ts';
import { type OperationPair, operationName, operationsOf, pathsByShape } from './operations.ts';
import { parameterBreaks } from './parameter-breaks.ts';
import { responseBreaks } from './response-breaks.ts';
import { schemaComparer } from './schema-comparison.ts';

/** A change after which calls that work now would fail, or their answers would be read wrong. */
export type BreakingChange = {
  /** A JSON pointer behind `#`: in the new document, or in the old one where it is there no more. */
  readonly place: string;
  /** `GET /customers/{customerId}`, as the old document has it. */
  readonly operation: string;
  /** `address.city in the response 200 is removed` */
  readonly message: string;
};

/** Whoever broke this much need not read more. */
export const BREAKS_MAX = 1000;

/**
 * What breaks its callers between two versions of an OpenAPI document (3.0 or 3.1), in an order that does not depend on
 * that of the documents: by path, method, parameters, request body, responses. At most 1000.
 *
 * A request may be answered by the new version only if all that the old one took is taken: a parameter that is removed
 * or required, another type, fewer values, tighter bounds break. A response must hold what it held: a property, status,
 * header or content type that is removed, a property that may be missing or null, another type or format, more values
 * break. What is added and may be left out does not. References within the document are followed.
 *
 * Decision: a request property that is removed breaks only where `additionalProperties: false` refuses it; a parameter
 * that is removed always does, since nobody would say so when it is not heeded any more. Not compared: servers and
 * security (SECURITY_CHANGED tells of that), `style` and `encoding`, callbacks, links, and of JSON Schema `not`, `if`,
 * `prefixItems`, `patternProperties` and the bounds of what is answered.
 */
export function breakingChanges(before: JsonObject, after: JsonObject): BreakingChange[] {
  const found: BreakingChange[] = [];
  for (const change of changes(before, after)) {
    found.push(change);
    if (found.length === BREAKS_MAX) break;
  }
  return found;
}

function* changes(before: JsonObject, after: JsonObject): Generator<BreakingChange> {
  const comparers = { REQUEST: schemaComparer('REQUEST'), RESPONSE: schemaComparer('RESPONSE') };
  const now = pathsByShape(after);
  for (const [shape, path] of pathsByShape(before)) {
    const counterpart = now.get(shape);
    const operations = counterpart ? operationsOf(counterpart) : [];
    for (const operation of operationsOf(path)) {
      const same = operations.find(({ method }) => method === operation.method);
      const name = operationName(operation);
      const breaks = same
        ? operationBreaks({ before: operation, after: same }, comparers)
        : [removal(operation.operation, counterpart ? 'the method' : 'the path')];
      for (const { place, message } of breaks) yield { place, operation: name, message };
    }
  }
}

function removal({ at }: DocumentNode, what: string): OperationBreak {
  return { place: at, message: `${what} is removed` };
}

function* operationBreaks(pair: OperationPair, comparers: Comparers): Generator<OperationBreak> {
  yield* parameterBreaks(pair, comparers);
  yield* requestBreaks(pair, comparers);
  yield* responseBreaks(pair, comparers);
}

function* requestBreaks({ before, after }: OperationPair, comparers: Comparers): Generator<OperationBreak> {
  const [was, is] = [before, after].map(({ operation }) => bodyOf(operation));
  if (is && isRequired(is) && !(was && isRequired(was)))
    yield { place: is.at, message: 'the request body is required now' };
  const nothing = { document: {}, value: undefined, at: was?.at ?? '#' };
  if (was)
    yield* contentBreaks(
      { before: was, after: is ?? nothing },
      { noun: 'the request', direction: 'REQUEST', comparers },
    );
}

function bodyOf(operation: DocumentNode): DocumentNode | undefined {
  const body = resolved(child(operation, 'requestBody'));
  return body?.value === undefined ? undefined : body;
}

function isRequired({ value }: DocumentNode): boolean {
  return isObject(value) && value['required'] === true;
}
