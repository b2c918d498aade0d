/**
 * What is passed on as a document of an origin that others share: no script of it runs, and what it is cannot be guessed.
 * (CSP Level 3, "sandbox"; MIME Sniffing, "no-sniff flag")
 */
const SANDBOX = ['Content-Security-Policy', 'sandbox', 'X-Content-Type-Options', 'nosniff'] as const;
const NOTHING: readonly string[] = [];

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:;[^,]*)?$/i;
/** HTML, and XML of any kind, which may hold HTML: XHTML, SVG, feeds. The parts of a multipart answer have types of their own. */
const DOCUMENT_TYPE = /\/(?:html|xml|xslt?)\b|\+xml\b|^multipart\//i;
/** One type, and its parameters. */
const ONE_TYPE = /^[\w.+-]+\/[\w.+-]+\s*(?:;[^,]*)?$/;
/** What browsers take for no type at all. */
const UNKNOWN_TYPE = /^(?:unknown\/unknown|application\/unknown)\b/i;

/**
 * Further headers of an answer that a browser would show as a document, as names and values in turn.
 *
 * A 304 has them too: its headers take the place of those that a cache has kept.
 *
 * @param contentType of the back-end; undefined where it says none
 */
export function sandboxOf(status: number, contentType: string | undefined): readonly string[] {
  if (status === 304) return SANDBOX;
  if (contentType === undefined) return status === 204 || status < 200 ? NOTHING : SANDBOX;
  if (contentType === 'application/json' || JSON_TYPE.test(contentType)) return NOTHING;
  const isOne = ONE_TYPE.test(contentType) && !UNKNOWN_TYPE.test(contentType);
  return isOne && !DOCUMENT_TYPE.test(contentType) ? NOTHING : SANDBOX;
}
