import { type InputPath, refuse } from '../../foundation/errors.ts';
import { builder, inOrg } from './builder.ts';

export const NameInput = builder.inputType('NameInput', {
  description: 'One thing of an org, by its name.',
  fields: (t) => ({
    org: t.string(inOrg),
    name: t.string({ required: true, description: 'The name of the thing.' }),
  }),
});

/** A name in an input, with its org and its path. */
export type NamedInput = { readonly orgId: string; readonly name: string; readonly path: InputPath };

/**
 * Refuses a name that is taken. Within a change nobody else can take it meanwhile.
 *
 * @param existing what has the name; null for nothing
 * @param what it with its name, for example `a catalog sandbox`
 * @throws NAME_TAKEN
 */
export function refuseTaken(existing: object | null, what: string): void {
  if (existing)
    refuse('NAME_TAKEN', {
      detail: `There is ${what} already: choose another name.`,
      path: ['input', 'name'],
    });
}
