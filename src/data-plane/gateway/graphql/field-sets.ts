import { FIELD_SETS_MAX, UNKNOWN_FIELDS } from '../../../infrastructure/usage/field-sets.ts';
import type { FieldSet } from '../../../infrastructure/usage/usage-batch.ts';

const CHARACTERS_MAX = 1_000_000;

/**
 * The sets of fields that the documents of a schema use. Documents that use the same share one, so that calls are counted
 * by few. Once there are too many, the fields of further documents are not known.
 */
export class FieldSets {
  readonly #known = new Map<string, readonly [FieldSet]>();
  #characters = 0;

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
    if (this.#known.size >= FIELD_SETS_MAX || this.#characters + key.length > CHARACTERS_MAX) return UNKNOWN;
    const made = [{ coordinates }] as const;
    this.#known.set(key, made);
    this.#characters += key.length;
    return made;
  }
}

const UNKNOWN: readonly FieldSet[] = [UNKNOWN_FIELDS];
/** The sets of an operation that uses no field. */
const NO_FIELDS: readonly FieldSet[] = [];
