import { type GraphQLError, locatedError } from 'graphql';
import { Refusal } from '../../../foundation/errors.ts';
import type { ExecutionPlan, RootField } from './compile.ts';
import {
  type AnswerPlace,
  type AnswerWatch,
  MISFITS_MAX,
  Misfit,
  misfitError,
  pathTo,
  tooManyMisfits,
} from './misfits.ts';
import { CHARACTERS_MAX, tooLong } from './writers.ts';

/** An answer with errors. Its data is JSON already. */
export type AnswerWithErrors = {
  readonly errors: readonly GraphQLError[];
  /** The root fields: null, or something. */
  readonly data: Readonly<Record<string, true | null>>;
  readonly json: string;
};

/** The answer of a plan, written field by field as their values come. */
export class WrittenAnswer implements AnswerWatch {
  readonly #plan: ExecutionPlan;
  readonly #texts: string[] = [];
  readonly #errors: GraphQLError[] = [];
  #characters = 0;
  #misfits = 0;
  /** The errors before those of the field that is written. */
  #before = 0;

  constructor(plan: ExecutionPlan) {
    this.#plan = plan;
  }

  /** Writes a field. @throws what it fails with, such as one error for too many misfits; a Misfit of all of it */
  write(at: number, value: unknown): void {
    const field = this.#plan.fields[at] as RootField;
    const misfits = this.#misfits;
    this.#before = this.#errors.length;
    try {
      const text = this.#written(field, value);
      if (this.#characters + text.length > CHARACTERS_MAX) throw tooLong();
      this.#characters += text.length;
      this.#texts[at] = text;
    } catch (error) {
      if (error instanceof Misfit) throw error;
      this.#misfits = misfits;
      this.#errors.length = this.#before;
      throw error;
    }
  }

  /** Makes a field null, with its error. */
  fail(at: number, error: unknown): void {
    const { nodes, responseName } = this.#plan.fields[at] as RootField;
    this.#texts[at] = 'null';
    const located =
      error instanceof Misfit ? misfitAt(error.place) : locatedError(error, nodes, [responseName]);
    this.#errors.push(located);
  }

  misfit(place: AnswerPlace): void {
    if (this.#misfits === MISFITS_MAX)
      throw tooManyMisfits(this.#errors[this.#before]?.path ?? pathTo(place));
    this.#misfits += 1;
    this.#errors.push(misfitAt(place));
  }

  whole(): { readonly text: string } | AnswerWithErrors {
    const { fields, pieces, typeNames } = this.#plan;
    let json = pieces[0] as string;
    for (let at = 0; at < fields.length; at += 1) json += `${this.#texts[at]}${pieces[at + 1]}`;
    if (this.#errors.length === 0) return { text: `{"data":${json}}` };
    const names = fields.map(({ responseName }, at) => [
      responseName,
      this.#texts[at] === 'null' ? null : (true as const),
    ]);
    const data = {
      ...Object.fromEntries(names),
      ...Object.fromEntries(typeNames.map((name) => [name, true])),
    };
    return { errors: this.#errors, data, json };
  }

  /** Writes a value that fits without its places, which cost as much as the text. */
  #written({ write, nodes, responseName }: RootField, value: unknown): string {
    if (value == null) return 'null';
    try {
      return write(value);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return write(value, { watch: this, nodes, prev: undefined, key: responseName });
    }
  }
}

const misfitAt = (place: AnswerPlace) => misfitError({ nodes: place.nodes, path: pathTo(place) });
