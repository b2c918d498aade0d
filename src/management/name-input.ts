import { builder } from './builder.ts';

export const NameInput = builder.inputType('NameInput', {
  description: 'One thing of an org, by its name.',
  fields: (t) => ({
    org: t.string({ description: 'The org; may be left out by a caller of one org.' }),
    name: t.string({ required: true, description: 'The name of the thing.' }),
  }),
});
