import { type InputPath, refuse } from '../../foundation/errors.ts';
import { builder, inOrg } from './builder.ts';

export const NameInput = builder.inputType('NameInput', {
  description: 'One thing of an org, by its name.',
  fields: (t) => ({
    org: t.string(inOrg),
    name: t.string({ required: true, description: 'The name of the thing.' }),
  }),
});

/** What an input names: of which org, and where the input says so. */
export type NamedInput = { readonly orgId: string; readonly name: string; readonly path: InputPath };

/**
 * Is a name free? Within a change nobody else takes it meanwhile.
 *
 * @param taken what has the name; null for nothing
 * @param what it with its name, for example `a catalog sandbox`
 * @throws NAME_TAKEN
 */
export function refuseTaken(taken: object | null, what: string): void {
  if (taken)
    refuse('NAME_TAKEN', {
      detail: `There is ${what} already: choose another name.`,
      path: ['input', 'name'],
    });
}
