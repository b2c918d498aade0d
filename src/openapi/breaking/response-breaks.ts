import { type ChangePhrase, phrase, said } from '../../foundation/text/change-phrase.ts';
import { short } from '../../foundation/text/listed.ts';
import { child, children, type DocumentNode, resolved } from '../document/document-node.ts';
import { type Comparers, contentBreaks, type OperationBreak } from './content-breaks.ts';
import type { OperationPair } from './operations.ts';

type Response = readonly [status: string, node: DocumentNode];

/** Yields the breaks between responses: in statuses, headers, content types and their schemas. */
export function* responseBreaks(
  { before, after }: OperationPair,
  comparers: Comparers,
): Generator<OperationBreak> {
  const now = responsesOf(after.operation);
  for (const [status, was] of responsesOf(before.operation)) {
    const noun = phrase('RESPONSE', short(status));
    const found = counterparts(status, now);
    if (found.length === 0) yield { pointer: was.at, ...said(phrase('REMOVED', noun)) };
    for (const [, is] of found) {
      const versions = { before: was, after: is };
      yield* headerBreaks(versions, noun);
      yield* contentBreaks(versions, { noun, direction: 'RESPONSE', comparers });
    }
  }
}

function responsesOf(operation: DocumentNode): Response[] {
  return children(child(operation, 'responses')).flatMap(([status, node]) => {
    const response = resolved(node);
    return response && !status.startsWith('x-') ? [[status, response]] : [];
  });
}

/**
 * Returns the counterparts of a status. They are the same status, else the range that includes it or the statuses
 * within the old range, else `default`.
 */
function counterparts(status: string, now: readonly Response[]): readonly Response[] {
  const named = (name: string) => now.filter(([each]) => each === name);
  const ways = [
    named(status),
    named(`${status.charAt(0)}XX`),
    status.endsWith('XX') ? now.filter(([each]) => each.startsWith(status.charAt(0))) : [],
    named('default'),
  ];
  return ways.find(({ length }) => length > 0) ?? [];
}

function* headerBreaks(
  { before, after }: { before: DocumentNode; after: DocumentNode },
  noun: ChangePhrase,
): Generator<OperationBreak> {
  const now = new Set(children(child(after, 'headers')).map(([name]) => name.toLowerCase()));
  for (const [name, { at }] of children(child(before, 'headers')))
    if (!now.has(name.toLowerCase()))
      yield { pointer: at, ...said(phrase('REMOVED', phrase('HEADER', short(name), noun))) };
}
