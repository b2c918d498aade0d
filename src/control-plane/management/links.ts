import type { PageLink } from '../../domain/branding/links.ts';
import { builder } from './builder.ts';

/** A link as an input gives it. */
export const ProductLinkInput = builder.inputType('ProductLinkInput', {
  description: 'A page elsewhere that belongs to a product, a plan, an API or a catalog.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'What the link says.' }),
    url: t.string({ required: true, description: 'Its address: `https:`, `http:` or `mailto:`.' }),
  }),
});

export const ProductLinkRef = builder.objectRef<PageLink>('ProductLink').implement({
  description: 'A page elsewhere that belongs to a product, a plan, an API or a catalog.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What the link says.' }),
    url: t.exposeString('url', { description: 'Its address.' }),
  }),
});
