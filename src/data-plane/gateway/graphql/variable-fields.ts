import type { Variables } from '../../../graphql/cost/amounts.ts';
import { readVariable } from '../../../graphql/schema/used-coordinates.ts';
import type { EnumVariables } from '../../../graphql/schema/variable-enums.ts';
import type { FieldSet } from '../../../infrastructure/usage/usage-batch.ts';
import type { FieldSets } from '../accounting/field-sets.ts';

/** Returns the sets of fields that a call of an operation uses, by its variables. */
export type FieldsOfVariables = (variables: Variables) => readonly FieldSet[];

/**
 * Adds the enum values in variables to the fields of an operation.
 *
 * Each is a set of its own: sets with all values of a call would be as many as there are combinations. Where the values are not
 * known, the variables count by their types alone.
 */
export function fieldsOfVariables(
  sets: FieldSets,
  coordinates: readonly string[],
  { types, valuesIn }: EnumVariables,
): FieldsOfVariables {
  const read = coordinates.map((each) => (types.has(each.slice(1)) ? readVariable(each) : each)).sort();
  const literals = new Set(coordinates);
  let document: readonly FieldSet[] | undefined;
  return (variables) => {
    const values = valuesIn(variables);
    if (values === null) return sets.of(coordinates);
    document ??= sets.of(read);
    const used = [...document];
    for (const value of values) {
      if (literals.has(value)) continue;
      const set = sets.ofValue(value);
      if (!set) return sets.of(coordinates);
      used.push(set);
    }
    return used;
  };
}
