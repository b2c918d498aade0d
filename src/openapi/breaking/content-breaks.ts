import { type ChangePhrase, phrase, phraseOf, said } from '../../foundation/text/change-phrase.ts';
import { short } from '../../foundation/text/listed.ts';
import { child, children, type DocumentNode } from '../document/document-node.ts';
import type { Direction } from './case-facts.ts';
import type { Schema } from './schema-cases.ts';
import type { schemaComparer } from './schema-comparison.ts';

/** A break in an operation, with its JSON pointer. */
export type OperationBreak = {
  readonly pointer: string;
  readonly message: string;
  readonly phrase: ChangePhrase;
  /** Tells that calls break by the values that they send. Others of the operation go on. */
  readonly isPartial?: boolean;
  /** The query parameters and values by which calls break. Callers of others go on. */
  readonly fields?: BrokenFields;
};

/** Coordinates of used-parameters.ts. Calls that use one break for sure, or only by the values that they send. */
export type BrokenFields = { readonly certain: readonly string[]; readonly possible: readonly string[] };

/** Schema comparers, one for each direction. */
export type Comparers = Readonly<Record<Direction, ReturnType<typeof schemaComparer>>>;

/** Two versions of a part that has content or a schema. */
type ContentPair = { readonly before: DocumentNode; readonly after: DocumentNode };

/** The name of that part in messages, and its sender. */
type ContentBreaksInput = {
  readonly noun: ChangePhrase;
  readonly direction: Direction;
  readonly comparers: Comparers;
};

const PATH_MAX = 120;

/** Yields the breaks between the schemas of two parts: `address.city in the response 200 is removed`. */
export function* schemaBreaks(
  { before, after }: ContentPair,
  { noun, direction, comparers }: ContentBreaksInput,
): Generator<OperationBreak> {
  const pair = { before: schemaOf(before), after: schemaOf(after) };
  for (const { path, pointer, what } of comparers[direction](pair)) {
    const member = short(path.replace(/^\./, ''), PATH_MAX);
    yield { pointer, ...said(phraseOf(member === '' ? noun : phrase('MEMBER', member, noun), what)) };
  }
}

/** Yields the breaks between the media types of two bodies. */
export function* contentBreaks(
  { before, after }: ContentPair,
  carrier: ContentBreaksInput,
): Generator<OperationBreak> {
  const now = children(child(after, 'content'));
  for (const [type, was] of children(child(before, 'content'))) {
    const counterpart = mediaTypeFor(type, now, carrier.direction);
    if (counterpart) yield* schemaBreaks({ before: was, after: counterpart }, carrier);
    else
      yield {
        pointer: was.at,
        ...said(phrase('REMOVED', phrase('CONTENT_TYPE', short(type), carrier.noun))),
      };
  }
}

function schemaOf(node: DocumentNode): Schema {
  const schema = child(node, 'schema');
  return schema.value === undefined ? [] : [schema];
}

/**
 * Returns the media type that takes the place of another one. It is the same type, or a range that includes it. For a
 * response it is also a type within the old range.
 */
function mediaTypeFor(
  type: string,
  candidates: readonly [string, DocumentNode][],
  direction: Direction,
): DocumentNode | undefined {
  const name = mediaTypeEssence(type);
  const found =
    candidates.find(([each]) => mediaTypeEssence(each) === name) ??
    candidates.find(([each]) => holds(mediaTypeEssence(each), name)) ??
    (direction === 'RESPONSE' ? candidates.find(([each]) => holds(name, mediaTypeEssence(each))) : undefined);
  return found?.[1];
}

/** Returns a media type without parameters. (RFC 9110 §8.3.1) */
function mediaTypeEssence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function holds(range: string, type: string): boolean {
  if (range === '*/*') return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}
