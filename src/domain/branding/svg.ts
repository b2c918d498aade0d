import { short } from '../../foundation/text/listed.ts';

/** What draws, and nothing that runs, embeds, links or loads. (SVG 2, "Element Index") */
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
/** A name of a namespace looks like an address, and is none. It cannot hold a quotation mark, which would hide others. */
const NAMESPACE = /\sxmlns(?::[\w.-]+)?\s*=\s*(["'])https?:\/\/[\w./#-]*\1/g;

/** What an attribute or a style sheet must not say; each with what is wrong with it. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/[\s"'/]on[\w:.-]+\s*=\s*["']/i, 'has an event handler'],
  [/\b(href|src)\s*=(?!\s*["']\s*#)/i, 'refers to something outside of it'],
  [/\burl\((?!\s*["']?\s*#)/i, 'refers to something outside of it'],
  [/@import|image-set\(|\/\/|\bxml:base\b/i, 'refers to something outside of it'],
  [/\\/, 'has a backslash, which can hide what a style says'],
];

/**
 * What keeps a file from being a picture in SVG that is safe to show: a browser would run what it holds, or ask other
 * hosts for more. Undefined when nothing does.
 *
 * Decision: it is checked as text, without a parser of XML, and so that whatever is not surely harmless is refused: only
 * elements that draw, no DTD, no CDATA, no other encoding than UTF-8, no address but that of a part of the picture.
 */
export function svgFault(bytes: Uint8Array): string | undefined {
  const text = utf8(bytes)?.replace(COMMENT, '');
  if (text === undefined || !/^\s*(<\?xml\s[^?]*\?>\s*)?<(?:[\w.-]+:)?svg[\s/>]/.test(text))
    return 'The logo is no PNG, WebP or SVG image.';
  const body = text.replace(DECLARATION, '');
  if (/<[?!]/.test(body) || /\bencoding\s*=\s*["'](?!utf-8["'])/i.test(text))
    return 'The logo has a DTD, a CDATA section, a processing instruction or another encoding than UTF-8: export it as plain SVG.';
  const [alien] = elementsOf(body).filter((name) => !ELEMENTS.has(name));
  if (alien !== undefined) return `The logo has an element ${short(alien)}: only those that draw are taken.`;
  const said = decoded(body.replace(NAMESPACE, ' '));
  const fault = FORBIDDEN.find(([pattern]) => pattern.test(said))?.[1];
  return fault && `The logo ${fault}: only the picture itself is taken.`;
}

/** Undefined where it is no UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The names of all elements, without their prefixes. In XML `<` begins a tag wherever it stands. */
function elementsOf(text: string): string[] {
  return [...text.matchAll(/<\/?([^\s/>]*)/g)].map(([, name = '']) => name.replace(/^[^:]*:/, ''));
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Character references as what they stand for; without a DTD there are no others. */
function decoded(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,7}|\w+);/gi, (whole, reference: string) =>
    reference.startsWith('#') ? character(reference) : (NAMED[reference] ?? whole),
  );
}

/** What `#106` or `#x6a` stands for. */
function character(reference: string): string {
  const code = Number(`0${reference.slice(1)}`);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
