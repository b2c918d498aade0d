import { type FieldNode, GraphQLError } from 'graphql';
import { type Refusal, refusal } from '../../../foundation/errors.ts';

/** A step to a value in an answer, and those before it. */
type Step = { readonly prev: Step | undefined; readonly key: string | number };

/** The place of a value in an answer that is written in spite of errors. */
export type AnswerPlace = Step & {
  /** The fields that asked for the value. */
  readonly nodes: readonly FieldNode[];
  readonly watch: AnswerWatch;
};

/** Whoever is told of what an answer holds, and may refuse it. */
export type AnswerWatch = {
  /** Tells of a value that does not fit its type, and is left out. */
  misfit(place: AnswerPlace): void;
  /** Tells of the values of one record or list. */
  values?(count: number): void;
  /** Tells of a link of a record. */
  link?(): void;
};

/** Thrown for a value that does not fit its type. */
export class Misfit extends TypeError {
  readonly place: AnswerPlace;
  constructor(place: AnswerPlace) {
    super('The value does not fit its type.');
    this.place = place;
  }
}

/** Values of an answer that get an error of their own. */
export const MISFITS_MAX = 1_000;

/** Returns the one error of a field with too many values that do not fit. */
export const tooManyMisfits = (first: readonly (string | number)[]): Refusal =>
  refusal('BACKEND_ANSWER_INVALID', {
    detail: `The back-end sent more than ${MISFITS_MAX} values of other types than its document describes, the first at ${first.join('.')}: the document or the back-end has to be corrected.`,
  });

/** Returns the error of a value that does not fit. It does not show the value. */
export function misfitError({ nodes, path }: Pick<GraphQLError, 'nodes' | 'path'>): GraphQLError {
  const made = refusal('BACKEND_ANSWER_INVALID', {
    detail: 'The back-end sent a record with a value of another type than it describes.',
  });
  return new GraphQLError(made.message, { nodes: nodes ?? null, path: path ?? null, originalError: made });
}

/** Returns the place of a member or an item of what is at another. */
export const inside = (prev: AnswerPlace, nodes: AnswerPlace['nodes'], key: Step['key']): AnswerPlace => ({
  watch: prev.watch,
  nodes,
  prev,
  key,
});

/** Returns the path of a value in its answer. (GraphQL §7.1.2) */
export function pathTo(place: Step): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Step | undefined = place; at; at = at.prev) path.push(at.key);
  return path.reverse();
}
