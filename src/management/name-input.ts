import type { InputPath } from '../errors.ts';
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
