import { z } from 'zod';
import { formFieldKinds } from '../../../domain/consumer/subscription-form.ts';
import { closedObject, name } from './manifest-rules.ts';

const plans = z.array(name).optional().describe('The plans that it is for, by name; all unless given.');

const field = closedObject('A field that a subscriber fills in.', {
  name: name.describe('Its name in the form, for example `use-case`.'),
  label: z.string().describe('What it is called on the page.'),
  kind: z.enum(formFieldKinds).optional().describe('What it takes; TEXT unless given.'),
  help: z.string().optional().describe('A sentence beside it.'),
  required: z.boolean().optional().describe('Has it to be filled in, or ticked? No, unless given.'),
  choices: z.array(z.string()).optional().describe('The choices of a CHOICE.'),
  plans,
});

const terms = closedObject('Terms that a subscriber accepts, with a text or an address.', {
  name: name.describe('Their name in the form, for example `terms-of-use`.'),
  title: z.string().describe('What they are called.'),
  version: z.string().describe('Which version of them it is.'),
  markdown: z.string().optional().describe('Their text in Markdown, or a file with it: `./terms.md`.'),
  url: z.string().optional().describe('The address of a page with them.'),
  plans,
});

/** The form of a product in a catalog, as a member of the manifest. */
export const subscriptionForm = closedObject('What it asks of those who subscribe to it.', {
  fields: z.array(field).optional().describe('Its fields, in their order: at most 20.'),
  terms: z.array(terms).optional().describe('Its terms, in their order: at most 5.'),
})
  .nullable()
  .optional()
  .describe(
    'What it asks of those who subscribe to it; null asks nothing. Left out, it stays as it is, and a new version asks what the one before it does.',
  );
