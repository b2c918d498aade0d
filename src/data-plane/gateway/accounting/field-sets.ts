import { FIELD_SETS_MAX, UNKNOWN_FIELDS } from '../../../infrastructure/usage/field-sets.ts';
import type { FieldSet } from '../../../infrastructure/usage/usage-batch.ts';

/**
 * The sets of fields that calls use. Calls that use the same share one, so that they are counted by few. Once there are
 * too many, the fields of further calls are not known.
 */
export class FieldSets {
  readonly #charactersMax: number;
  readonly #known = new Map<string, readonly [FieldSet]>();
  #characters = 0;

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax;
  }

  get characters(): number {
    return this.#characters;
  }

  /** @param coordinates null where they are more than is kept */
  of(coordinates: readonly string[] | null): readonly FieldSet[] {
    if (coordinates === null) return UNKNOWN;
    if (coordinates.length === 0) return NO_FIELDS;
    const key = coordinates.join(' ');
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= FIELD_SETS_MAX || this.#characters + key.length > this.#charactersMax)
      return UNKNOWN;
    const made = [{ coordinates }] as const;
    this.#known.set(key, made);
    this.#characters += key.length;
    return made;
  }

  /** Returns the set of one value. Undefined leaves room for documents: values have half of it. */
  ofValue(coordinate: string): FieldSet | undefined {
    const hasRoom =
      this.#known.size < FIELD_SETS_MAX / 2 &&
      this.#characters + coordinate.length <= this.#charactersMax / 2;
    return hasRoom ? this.of([coordinate])[0] : this.#known.get(coordinate)?.[0];
  }
}

/** The sets of a call whose fields are not known. */
export const UNKNOWN: readonly FieldSet[] = [UNKNOWN_FIELDS];
/** The sets of an operation that uses no field. */
const NO_FIELDS: readonly FieldSet[] = [];
