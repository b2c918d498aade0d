import type { PageLink } from '../../../domain/branding/links.ts';
import { builder } from './builder.ts';

/** A link of a product, a plan, an API or of the catalog. */
export const PortalLink = builder.objectRef<PageLink>('PortalLink').implement({
  description: 'A page elsewhere that belongs to a product, a plan, an API or the catalog.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What the link says.' }),
    url: t.exposeString('url', { description: 'Its address: `https:`, `http:` or `mailto:`.' }),
  }),
});
