/** An element as node-saml parses it: attributes, text, and children by local name. */
export type SamlElement = {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
} & { readonly [child: string]: readonly SamlElement[] | unknown };

/** A reason not to believe an answer. Its message never holds what the answer says. */
export class SamlFault extends Error {
  readonly isDeclined: boolean;

  constructor(message: string, { isDeclined = false }: { readonly isDeclined?: boolean } = {}) {
    super(message);
    this.isDeclined = isDeclined;
  }
}

/** Characters of an answer in base64. Groups make it long; parsing must stay cheap. */
const ANSWER_MAX = 90_000;
const DEPTH_MAX = 64;
/** Elements, comments and other markup of an answer. Who verifies it compares each with each. */
const MARKUP_MAX = 600;
/** Attributes of an answer, and those of one element. */
const ATTRIBUTES_MAX = 1_500;
const ATTRIBUTES_EACH_MAX = 16;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** A declaration, for example of a document type or an entity. Comments and CDATA are none. */
const DECLARATION = /<!(?!--|\[CDATA\[)/;
/** Algorithms that forgeries of equal digests are known for. (RFC 6194) */
const SHA1 = /http:\/\/www\.w3\.org\/2000\/09\/xmldsig#(?:rsa-sha1|dsa-sha1|hmac-sha1|sha1)\b/;

/**
 * Decodes an answer, and refuses what no parser should be given.
 *
 * @throws SamlFault
 */
export function decodedAnswer(text: string): string {
  const base64 = text.replaceAll(/\s/g, '');
  if (base64.length > ANSWER_MAX)
    throw new SamlFault(`the answer has more than ${ANSWER_MAX} characters: send fewer attributes`);
  if (!BASE64.test(base64)) throw new SamlFault('the answer is not encoded by base64');
  const xml = Buffer.from(base64, 'base64').toString('utf8');
  if (DECLARATION.test(xml)) throw new SamlFault('the answer declares a document type or entities');
  checkSize(xml);
  if (SHA1.test(xml))
    throw new SamlFault('it is signed by SHA-1: let the identity provider sign by RSA-SHA256');
  return xml;
}

/** Any beginning of markup but a closing tag. */
const MARKUP = /<(?!\/)/g;
/** A tag. An attribute's value has no `<`, so that none is looked at twice. */
const TAG = /<\/|<[^/!?\s](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;
const VALUE = /"[^"<]*"|'[^'<]*'/g;

/**
 * Refuses an answer that takes long to verify, before it is parsed. It counts too many rather than too few.
 *
 * @throws SamlFault
 */
function checkSize(xml: string): void {
  if ((xml.match(MARKUP)?.length ?? 0) > MARKUP_MAX)
    throw new SamlFault(`it has more than ${MARKUP_MAX} elements and comments: send fewer attributes`);
  let [depth, deepest, attributes, most] = [0, 0, 0, 0];
  for (const [tag] of xml.matchAll(TAG)) {
    const values = tag === '</' ? 0 : (tag.match(VALUE)?.length ?? 0);
    attributes += values;
    most = Math.max(most, values);
    if (tag.endsWith('/>')) continue;
    depth += tag === '</' ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  if (deepest > DEPTH_MAX) throw new SamlFault(`its elements lie more than ${DEPTH_MAX} deep`);
  if (attributes > ATTRIBUTES_MAX || most > ATTRIBUTES_EACH_MAX)
    throw new SamlFault(
      `its elements have more than ${ATTRIBUTES_MAX} XML attributes, or one of them more than ${ATTRIBUTES_EACH_MAX}`,
    );
}

/** Returns the children of a name. */
export function childrenOf(element: SamlElement | undefined, name: string): readonly SamlElement[] {
  const children = element && Object.hasOwn(element, name) ? element[name] : undefined;
  return Array.isArray(children) ? children.map(elementOf) : [];
}

/** Returns the only child of a name. @throws SamlFault for none or several */
export function childOf(element: SamlElement | undefined, name: string): SamlElement {
  const [child, ...more] = childrenOf(element, name);
  if (!child || more.length > 0) throw new SamlFault(`it has not one ${name}`);
  return child;
}

export const attributeOf = (element: SamlElement | undefined, name: string): string | undefined =>
  element?.$ && Object.hasOwn(element.$, name) ? element.$[name] : undefined;

/** Returns the text of an element. Comments are no part of it, whatever stands on both sides. */
export const textOf = ({ _: text }: SamlElement): string => (typeof text === 'string' ? text : '');

/** An element without attributes and children may be given as its text alone. */
const elementOf = (child: unknown): SamlElement =>
  typeof child === 'string' ? { _: child } : ((child ?? {}) as SamlElement);
