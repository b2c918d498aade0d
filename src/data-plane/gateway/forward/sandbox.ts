/**
 * Headers of a document on an origin that others share.
 *
 * No script of it runs, and its type cannot be guessed. (CSP Level 3, "sandbox"; MIME Sniffing, "no-sniff flag")
 */
const SANDBOX = ['Content-Security-Policy', 'sandbox', 'X-Content-Type-Options', 'nosniff'] as const;
/**
 * Headers that let scripts run in an opaque origin.
 *
 * They see no cookie, and read no answer that others' pages may not read.
 */
const SANDBOX_WITH_SCRIPTS = [
  'Content-Security-Policy',
  'sandbox allow-downloads allow-forms allow-modals allow-popups allow-scripts',
  'X-Content-Type-Options',
  'nosniff',
] as const;
const NOTHING: readonly string[] = [];

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:;[^,]*)?$/i;
/** HTML, and XML of any kind, which may hold HTML: XHTML, SVG, feeds. The parts of a multipart answer have types of their own. */
const DOCUMENT_TYPE = /\/(?:html|xml|xslt?)\b|\+xml\b|^multipart\//i;
/** One type, and its parameters. */
const ONE_TYPE = /^[\w.+-]+\/[\w.+-]+\s*(?:;[^,]*)?$/;
/** Content types that browsers take for none at all. */
const UNKNOWN_TYPE = /^(?:unknown\/unknown|application\/unknown)\b/i;

/**
 * Further headers of an answer that a browser would show as a document.
 *
 * They are names and values in turn. A 304 has them too: its headers replace those that a cache has kept.
 *
 * Decision: the owner of the API alone allows scripts on its pages, and the origin is everybody's. They run, and not as
 * scripts of the gateway's origin.
 *
 * @param contentType of the back-end; undefined where it says none
 */
export function sandboxOf(
  status: number,
  contentType: string | undefined,
  { trustsHtml }: { readonly trustsHtml: boolean },
): readonly string[] {
  if (!isDocument(status, contentType)) return NOTHING;
  return trustsHtml ? SANDBOX_WITH_SCRIPTS : SANDBOX;
}

function isDocument(status: number, contentType: string | undefined): boolean {
  if (status === 304) return true;
  if (contentType === undefined) return status !== 204 && status >= 200;
  if (contentType === 'application/json' || JSON_TYPE.test(contentType)) return false;
  return DOCUMENT_TYPE.test(contentType) || !ONE_TYPE.test(contentType) || UNKNOWN_TYPE.test(contentType);
}
