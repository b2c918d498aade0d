import { short } from '../../foundation/text/listed.ts';

/** Elements that draw. None of them runs, embeds, links or loads anything. (SVG 2, "Element Index") */
const ELEMENTS = new Set(
  [
    'svg g defs symbol use title desc style',
    'path rect circle ellipse line polyline polygon text tspan textPath',
    'linearGradient radialGradient stop pattern clipPath mask marker filter',
    'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap',
    'feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode',
    'feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence',
  ].flatMap((names) => names.split(' ')),
);

const COMMENT = /<!--[\s\S]*?-->/g;
const DECLARATION = /^\s*<\?xml\s[^?]*\?>/;
/**
 * A declaration of a namespace. Its name looks like an address and is none. It cannot hold a quotation mark, which
 * would hide others.
 */
const NAMESPACE = /\sxmlns(?::[\w.-]+)?\s*=\s*(["'])https?:\/\/[\w./#-]*\1/g;

/** Patterns that attributes and style sheets must not contain, each with its fault. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/[\s"'/]on[\w:.-]+\s*=\s*["']/i, 'has an event handler'],
  [/\b(href|src)\s*=(?!\s*["']\s*#)/i, 'refers to something outside of it'],
  [/\burl\((?!\s*["']?\s*#)/i, 'refers to something outside of it'],
  [/@import|image-set\(|\/\/|\bxml:base\b/i, 'refers to something outside of it'],
  [/\\/, 'has a backslash, which can hide what a style says'],
];

/**
 * Returns the reason that an SVG is not safe to show. It could run scripts or load from other hosts. Undefined when it
 * is safe.
 *
 * @param what the word for it in the reason
 *
 * Decision: the check reads the text without an XML parser and refuses all that is not surely harmless. It allows only
 * elements that draw, and only UTF-8. It refuses DTDs, CDATA, and addresses outside the picture.
 */
export function svgFault(bytes: Uint8Array, what = 'logo'): string | undefined {
  const text = utf8(bytes)?.replace(COMMENT, '');
  if (text === undefined || !/^\s*(<\?xml\s[^?]*\?>\s*)?<(?:[\w.-]+:)?svg[\s/>]/.test(text))
    return `The ${what} is no PNG, WebP or SVG image.`;
  const body = text.replace(DECLARATION, '');
  if (/<[?!]/.test(body) || /\bencoding\s*=\s*["'](?!utf-8["'])/i.test(text))
    return `The ${what} has a DTD, a CDATA section, a processing instruction or another encoding than UTF-8: export it as plain SVG.`;
  const [alien] = elementsOf(body).filter((name) => !ELEMENTS.has(name));
  if (alien !== undefined)
    return `The ${what} has an element ${short(alien)}: only those that draw are taken.`;
  const content = decoded(body.replace(NAMESPACE, ' '));
  const fault = FORBIDDEN.find(([pattern]) => pattern.test(content))?.[1];
  return fault && `The ${what} ${fault}: only the picture itself is taken.`;
}

/** Returns undefined for bytes that are not UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Lists the names of all elements, without their prefixes. In XML every `<` begins a tag. */
function elementsOf(text: string): string[] {
  return [...text.matchAll(/<\/?([^\s/>]*)/g)].map(([, name = '']) => name.replace(/^[^:]*:/, ''));
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes character references. Without a DTD there are no others. */
function decoded(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,7}|\w+);/gi, (whole, reference: string) =>
    reference.startsWith('#') ? character(reference) : (NAMED[reference] ?? whole),
  );
}

/** Returns the character of `#106` or `#x6a`. */
function character(reference: string): string {
  const code = Number(`0${reference.slice(1)}`);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
