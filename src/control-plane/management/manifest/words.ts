import { z } from 'zod';
import { links } from './manifest-rules.ts';

const icon = z
  .string()
  .optional()
  .describe('The picture beside its title: a data URL of PNG, WebP or SVG, 8 KB.');

/** Words of an API, which the portal shows. */
export const apiWords = {
  summary: z.string().optional().describe('One sentence about it.'),
  description: z
    .string()
    .optional()
    .describe('What it is for, in Markdown. It takes the place of what its document says in `info`.'),
  tags: z
    .array(z.string())
    .optional()
    .describe(
      'Words that group APIs, and find the products that hold them. Those of its document are not taken.',
    ),
  links: links.describe('Pages elsewhere: contact, terms of service, documentation.'),
  icon,
};

/** Words of a plan, which the portal shows. */
export const planWords = {
  summary: z.string().optional().describe('One sentence about it, where plans are chosen.'),
  tags: z.array(z.string()).optional().describe('Words that stand beside its title.'),
  links: links.describe('Pages elsewhere: its terms, support.'),
};

/** Words of a product, which the portal shows. */
export const productWords = {
  summary: z.string().optional().describe('One sentence about it, for lists.'),
  description: z.string().optional().describe('What it is for, in Markdown.'),
  tags: z.array(z.string()).optional().describe('Words that group products.'),
  links: links.describe('Pages elsewhere: terms, support, a guide.'),
  releaseNotes: z.string().optional().describe('What is different in this version, in Markdown.'),
  icon,
};
