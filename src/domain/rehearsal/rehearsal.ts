import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { VersionedName } from '../../foundation/text/version.ts';
import type { ApiPair } from '../api/api-break.ts';

/** The states of a rehearsal. It is DONE when its time is over. */
const rehearsalStates = ['RUNNING', 'DONE', 'STOPPED'] as const;
export type RehearsalState = (typeof rehearsalStates)[number];

/** Ways in which the successor answers otherwise. */
const differenceKinds = [
  'OPERATION_MISSING',
  'NO_ANSWER',
  'STATUS',
  'MEDIA_TYPE',
  'FIELD_MISSING',
  'FIELD_ADDED',
  'TYPE_CHANGED',
  'DOCUMENT_VIOLATION',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** A difference between two answers. It names places and types, and has no value of an answer. */
export type AnswerDifference = {
  readonly kind: DifferenceKind;
  /** A JSON pointer into `status`, `header` or `body`; empty for the whole answer. Lists are one place. */
  readonly pointer: string;
  /** The status, the media type or the JSON types of before; empty for none. */
  readonly was: string;
  readonly now: string;
};

/** Differences that are not recorded. What is left out matches everything. */
export type IgnoredDifference = {
  readonly kind: DifferenceKind | null;
  readonly operation: string | null;
  /** A pointer, which stands for all below it, too. */
  readonly pointer: string | null;
};

/** A rehearsal as it is started. */
export type RehearsalDraft = {
  readonly minutes: number;
  readonly sample: number;
  readonly ignore: readonly { readonly [Member in keyof IgnoredDifference]?: IgnoredDifference[Member] }[];
};

/** Rehearsals of an org that run at a time. */
export const RUNNING_MAX = 3;
export const MINUTES_MAX = 24 * 60;
const SAMPLE_LEAST = 0.0001;
const IGNORED_MAX = 50;
/** Operations and differences that are kept of a rehearsal. */
export const OPERATIONS_MAX = 500;
export const DIFFERENCES_MAX = 500;
const TEXT_MAX = 300;

/** Tells whether the calls of an API are mirrored. Where both products have the same version, nothing could differ. */
export const isRehearsed = ({ before, after }: ApiPair<VersionedName>): boolean =>
  after?.version !== before.version;

/** Tells whether a text has the form of a rehearsal's id. */
export const isRehearsalId = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Tells the state of a rehearsal at an instant. */
export function rehearsalState(
  { endsAt, stoppedBy }: { readonly endsAt: Date; readonly stoppedBy: string | null },
  now: Date,
): RehearsalState {
  if (stoppedBy !== null) return 'STOPPED';
  return endsAt <= now ? 'DONE' : 'RUNNING';
}

/** Checks the bounds of a rehearsal. @throws BAD_USER_INPUT */
export function checkRehearsal({ minutes, sample, ignore }: RehearsalDraft): void {
  if (minutes < 1 || minutes > MINUTES_MAX)
    refuseAt(['minutes'], `minutes is ${minutes}: give 1 to ${MINUTES_MAX}.`);
  if (!(sample >= SAMPLE_LEAST && sample <= 1))
    refuseAt(['sample'], `sample is ${sample}: give a share from ${SAMPLE_LEAST} to 1.`);
  if (ignore.length > IGNORED_MAX)
    refuseAt(['ignore'], `ignore has ${ignore.length} entries: give at most ${IGNORED_MAX}.`);
  for (const [at, { kind, operation, pointer }] of ignore.entries()) {
    const path = ['ignore', at];
    if (kind == null && operation == null && pointer == null)
      refuseAt(path, 'An entry without a kind, an operation and a pointer would ignore everything.');
    if ((operation ?? '').length > TEXT_MAX)
      refuseAt([...path, 'operation'], `An operation has at most ${TEXT_MAX} characters.`);
    if (pointer != null && (!/^\/./.test(pointer) || pointer.length > TEXT_MAX))
      refuseAt(
        [...path, 'pointer'],
        `${JSON.stringify(pointer.slice(0, 80))} is no place of an answer: give a JSON Pointer of at most ${TEXT_MAX} characters, for example "/body/items/*/updatedAt".`,
      );
  }
}

function refuseAt(path: InputPath, detail: string): never {
  return refuse('BAD_USER_INPUT', { detail, path: ['input', ...path] });
}

/** Tells whether a difference is one that nobody wants to know of. */
export function isIgnored(
  ignored: readonly IgnoredDifference[],
  operation: string,
  { kind, pointer }: Pick<AnswerDifference, 'kind' | 'pointer'>,
): boolean {
  return ignored.some(
    (each) =>
      (each.kind === null || each.kind === kind) &&
      (each.operation === null || each.operation === operation) &&
      (each.pointer === null || pointer === each.pointer || pointer.startsWith(`${each.pointer}/`)),
  );
}
