import {
  type Branding,
  type BrandingDraft,
  brandingFrom,
  FEATURED_MAX,
} from '../../../domain/branding/branding.ts';
import { LINKS_MAX } from '../../../domain/branding/links.ts';
import { logoUrl } from '../../../domain/branding/logo.ts';
import { builder } from '../builder.ts';
import { ProductLinkInput, ProductLinkRef } from '../links.ts';

const LINKS = `Links at the foot of each page, at most ${LINKS_MAX}: terms, privacy, support.`;

const Accent = builder.objectRef<NonNullable<Branding['accent']>>('Accent').implement({
  description: 'The colour of links and buttons.',
  fields: (t) => ({
    light: t.exposeString('light', { description: 'On light pages, `#rrggbb`.' }),
    dark: t.exposeString('dark', { description: 'On dark pages, `#rrggbb`.' }),
  }),
});

export const BrandingRef = builder.objectRef<Branding>('Branding').implement({
  description:
    'What the pages of a portal, and those of OAuth providers where people sign in, show of their catalog; what is null is as in every catalog.',
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description:
        'What stands at the top of each page; where it is null, the title of the catalog, on pages of an OAuth provider that of the provider.',
      resolve: ({ name }) => name ?? null,
    }),
    accent: t.field({
      type: Accent,
      nullable: true,
      description: 'The colour of links and buttons.',
      resolve: ({ accent }) => accent ?? null,
    }),
    logo: t.string({
      nullable: true,
      description: 'The picture beside the name, a data URL.',
      resolve: ({ logo }) => (logo ? logoUrl(logo) : null),
    }),
    featured: t.stringList({
      description: 'Names of the products that stand first on the home page, in their order.',
      resolve: ({ featured }) => [...(featured ?? [])],
    }),
    links: t.field({
      type: [ProductLinkRef],
      description: LINKS,
      resolve: ({ links }) => links ?? [],
    }),
  }),
});

const AccentInput = builder.inputType('AccentInput', {
  description:
    'A colour that can be read on the pages and under the text of buttons: 4.5:1, by the contrast ratio of WCAG 2.2.',
  fields: (t) => ({
    light: t.string({ required: true, description: 'On light pages, `#rrggbb`, for example `#1d4ed8`.' }),
    dark: t.string({ required: true, description: 'On dark pages, `#rrggbb`, for example `#8ab4ff`.' }),
  }),
});

export const BrandingInput = builder.inputType('BrandingInput', {
  description: 'What to change of the branding; what is left out stays as it is, null takes it away.',
  fields: (t) => ({
    name: t.string({ description: 'What stands at the top of each page.' }),
    accent: t.field({ type: AccentInput, description: 'The colour of links and buttons.' }),
    logo: t.string({
      description:
        'The picture beside the name, a data URL: a PNG, WebP or SVG image of at most 64 KB. An SVG image holds no script and refers to nothing outside of it.',
    }),
    featured: t.stringList({
      description: `Names of the products that stand first on the home page, in their order, at most ${FEATURED_MAX}. A reader sees those that are visible to that reader, each in its newest version.`,
    }),
    links: t.field({ type: [ProductLinkInput], description: LINKS }),
  }),
});

/** The branding after a change of it; null takes all of it away. */
export function brandingAfter(change: BrandingDraft | null, before: Branding): Branding {
  return change === null ? {} : brandingFrom(change, ['input', 'branding'], before);
}
