import { isObject, type JsonObject } from '../../foundation/json.ts';
import { type ChangePhrase, phrase, said } from '../../foundation/text/change-phrase.ts';
import { child, type DocumentNode, resolved } from '../document/document-node.ts';
import { type BrokenFields, type Comparers, contentBreaks, type OperationBreak } from './content-breaks.ts';
import { type OperationPair, operationName, operationsOf, pathsByShape } from './operations.ts';
import { parameterBreaks } from './parameter-breaks.ts';
import { responseBreaks } from './response-breaks.ts';
import { schemaComparer } from './schema-comparison.ts';

/** A change that makes working calls fail, or their answers be read wrongly. */
export type BreakingChange = {
  /** A JSON pointer behind `#`, into the new document. It is into the old one where the part was removed. */
  readonly pointer: string;
  /** `GET /customers/{customerId}`, as the old document writes it. */
  readonly operation: string;
  /** `address.city in the response 200 is removed` */
  readonly message: string;
  readonly phrase: ChangePhrase;
  /** Tells that calls break by the values that they send. Others of the operation go on. */
  readonly isPartial?: boolean;
  /** The query parameters and values by which calls break. Callers of others go on. */
  readonly fields?: BrokenFields;
};

/** The number of changes that are reported. Nobody needs to read more. */
export const BREAKS_MAX = 1000;

/** Tells whether an operation is gone: with its path, or alone. */
export const isRemoval = ({ phrase: { code } }: { readonly phrase: ChangePhrase }) =>
  code === 'PATH_REMOVED' || code === 'METHOD_REMOVED';

/**
 * Lists the changes between two versions of an OpenAPI document that break callers. Both are 3.0 or later. The order does
 * not depend on the documents': it is by path, method, parameters, request body and responses. At most 1000 are listed.
 *
 * A request may be answered by the new version only if everything that the old one took is still taken. These break it:
 * a parameter that is removed or newly required, another type, fewer values, tighter bounds. A response must hold what
 * it held. These break it: a removed property, status, header or content type, a property that may be missing or null,
 * another type or format, more values. Optional additions do not break. References within the document are followed.
 *
 * Decision: a removed request property breaks only where `additionalProperties: false` refuses it. A removed parameter
 * always breaks, since it would be ignored silently. Not compared are servers, security (SECURITY_CHANGED reports it),
 * `style`, `encoding`, callbacks and links, and of JSON Schema `not`, `if`, `prefixItems`, `patternProperties` and the
 * bounds of answers.
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
        : [gone(operation, counterpart ? 'METHOD_REMOVED' : 'PATH_REMOVED')];
      for (const each of breaks) yield { ...each, operation: name };
    }
  }
}

const gone = (
  { operation }: OperationPair['before'],
  code: 'METHOD_REMOVED' | 'PATH_REMOVED',
): OperationBreak => ({ pointer: operation.at, ...said(phrase(code)) });

function* operationBreaks(pair: OperationPair, comparers: Comparers): Generator<OperationBreak> {
  yield* parameterBreaks(pair, comparers);
  for (const each of requestBreaks(pair, comparers)) yield { ...each, isPartial: true };
  yield* responseBreaks(pair, comparers);
}

function* requestBreaks({ before, after }: OperationPair, comparers: Comparers): Generator<OperationBreak> {
  const [was, is] = [before, after].map(({ operation }) => bodyOf(operation));
  if (is && isRequired(is) && !(was && isRequired(was)))
    yield { pointer: is.at, ...said(phrase('BODY_REQUIRED_NOW')) };
  const nothing = { document: {}, value: undefined, at: was?.at ?? '#' };
  if (was)
    yield* contentBreaks(
      { before: was, after: is ?? nothing },
      { noun: phrase('REQUEST'), direction: 'REQUEST', comparers },
    );
}

function bodyOf(operation: DocumentNode): DocumentNode | undefined {
  const body = resolved(child(operation, 'requestBody'));
  return body?.value === undefined ? undefined : body;
}

function isRequired({ value }: DocumentNode): boolean {
  return isObject(value) && value['required'] === true;
}
