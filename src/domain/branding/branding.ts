import { changed, withoutUndefined } from '../../foundation/changed-settings.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkName, checkTitle } from '../../foundation/text/name.ts';
import { contrastRatio, isColour } from './contrast.ts';
import { checkedLinks, type PageLink } from './links.ts';
import { type Logo, logoFrom } from './logo.ts';

/**
 * Branding of a catalog's pages: those of its portal and its OAuth providers. Members that are left out have the
 * platform's look.
 */
export type Branding = {
  readonly name?: string;
  /** Colours `#rrggbb` of links and buttons. */
  readonly accent?: { readonly light: string; readonly dark: string };
  readonly logo?: Logo;
  /** Names of the products that stand first on the home page, in their order. */
  readonly featured?: readonly string[];
  /** At the foot of each page: terms, privacy, support. */
  readonly links?: readonly PageLink[];
};

/** Branding as the management API and a manifest take it. Undefined keeps a member, null removes it. */
export type BrandingDraft = {
  readonly name?: string | null | undefined;
  readonly accent?: { readonly light: string; readonly dark: string } | null | undefined;
  /** A data URL. */
  readonly logo?: string | null | undefined;
  readonly featured?: readonly string[] | null | undefined;
  readonly links?: readonly PageLink[] | null | undefined;
};

export const FEATURED_MAX = 12;

/**
 * Page colours that an accent is next to: backgrounds of links and text of buttons. A test compares them with the style
 * sheet.
 */
export const pageColours = {
  light: { grounds: ['#ffffff', '#f1f3f6'], textOnAccent: '#ffffff' },
  dark: { grounds: ['#16181d', '#272b34'], textOnAccent: '#0b1020' },
} as const;

/** The ratio of WCAG 2.2, 1.4.3 "Contrast (Minimum)", level AA. */
const CONTRAST_MIN = 4.5;

/**
 * Checks branding.
 *
 * @param before branding that stays where the draft says nothing
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function brandingFrom(
  { name, accent, logo, featured, links }: BrandingDraft,
  path: InputPath,
  before: Branding = {},
): Branding {
  return withoutUndefined<Branding>({
    name: changed(name, before.name, (value) => nameFrom(value, [...path, 'name'])),
    accent: changed(accent, before.accent, (value) => accentFrom(value, [...path, 'accent'])),
    logo: changed(logo, before.logo, (value) => logoFrom(value, [...path, 'logo'])),
    featured: changed(featured, before.featured, (value) => featuredFrom(value, [...path, 'featured'])),
    links: changed(links, before.links, (value) => linksFrom(value, [...path, 'links'])),
  });
}

/** Checks the names alone. A product may be featured before it is published, and is left out until then. */
function featuredFrom(names: readonly string[], path: InputPath): readonly string[] | undefined {
  if (names.length > FEATURED_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `There are ${names.length} featured products: give at most ${FEATURED_MAX}.`,
      path,
    });
  for (const [index, name] of names.entries()) {
    checkName(name, [...path, index]);
    if (names.indexOf(name) < index)
      refuse('BAD_USER_INPUT', { detail: `The product ${name} is featured twice.`, path: [...path, index] });
  }
  return names.length === 0 ? undefined : [...names];
}

function linksFrom(links: readonly PageLink[], path: InputPath): readonly PageLink[] | undefined {
  const checked = checkedLinks(links, path);
  return checked.length === 0 ? undefined : checked;
}

type Accent = NonNullable<Branding['accent']>;

function nameFrom(name: string, path: InputPath): string {
  checkTitle(name, path);
  return name;
}

function accentFrom({ light, dark }: Accent, path: InputPath): Accent {
  checkAccent({ light, dark }, path);
  return { light: light.toLowerCase(), dark: dark.toLowerCase() };
}

/** @throws BAD_USER_INPUT when a colour is invalid or has too little contrast; the message has the measured ratio */
function checkAccent(accent: Accent, path: InputPath): void {
  for (const scheme of ['light', 'dark'] as const) {
    const colour = accent[scheme];
    if (!isColour(colour))
      refuse('BAD_USER_INPUT', {
        detail: `${JSON.stringify(colour.slice(0, 40))} is no colour: give one such as #1d4ed8.`,
        path: [...path, scheme],
      });
    const { grounds, textOnAccent } = pageColours[scheme];
    for (const other of new Set([...grounds, textOnAccent])) {
      const ratio = contrastRatio(colour, other);
      if (ratio >= CONTRAST_MIN) continue;
      refuse('BAD_USER_INPUT', {
        detail: `The accent ${colour} has a contrast of ${roundedDown(ratio)}:1 with ${other}, which it meets on ${scheme} pages: it needs ${CONTRAST_MIN}:1.`,
        path: [...path, scheme],
      });
    }
  }
}

/** Rounds a ratio down. One just below the minimum is then not shown as enough. */
const roundedDown = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2);
