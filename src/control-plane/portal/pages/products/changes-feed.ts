import { createHash } from 'node:crypto';
import { etagOf } from '../../../../foundation/etag.ts';
import { grouped } from '../../../../foundation/grouped.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { documentResponse } from '../../../../graphql/server/document-response.ts';
import { markdownToHtml } from '../../../../ui/kit/markdown.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { CHANGELOG, type ChangelogEntry, changelogUrl, ENTRIES, placeOf, SHOWN_MAX } from './changes.tsx';
import { named } from './product-name.ts';

/** Adds the changelog as a feed, of all products or of one. (RFC 4287) */
export function changesFeed(pages: PortalPages): void {
  pages.get('/changes.atom', async (c) => {
    const { pageContext } = c.var;
    const product = c.req.query('product');
    const { changelog } = await pageContext.run(CHANGELOG, {
      product: product ?? null,
      first: ENTRIES,
      language: pageContext.language,
    });
    const text = feedOf(pageContext, { product, entries: changelog });
    // It is in the language of the reader, so that no shared cache keeps it.
    return documentResponse(c.req.raw, {
      text,
      etag: etagOf(text),
      type: 'application/atom+xml',
      isPublic: false,
    });
  });
}

type Feed = { readonly product: string | undefined; readonly entries: readonly ChangelogEntry[] };

/** The time of a feed without an entry, which has to have one. */
const NEVER = '1970-01-01T00:00:00.000Z';

function feedOf(pageContext: PortalPageContext, { product, entries }: Feed): string {
  const { url, text, language, frame, address } = pageContext;
  const name = frame.catalog.branding.name;
  const title = product === undefined ? name : `${name}: ${entries[0]?.title ?? product}`;
  const updated = entries.map(updatedAt).sort().at(-1) ?? NEVER;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>urn:uuid:${uuidOf([address.org, address.catalog, product ?? ''])}</id>`,
    `<title>${xml(`${title}: ${text.changelog.title}`)}</title>`,
    `<updated>${updated}</updated>`,
    `<author><name>${xml(name)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xml(changelogUrl(url, 'changes.atom', product))}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(changelogUrl(url, 'changes', product))}"/>`,
    ...entries.map((entry) => entryOf(pageContext, entry)),
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(pageContext: PortalPageContext, entry: ChangelogEntry): string {
  const { url, text } = pageContext;
  const title = entry.deprecatedAt === null ? named(entry) : `${named(entry)} (${text.state.DEPRECATED})`;
  return [
    '<entry>',
    `<id>urn:uuid:${entry.id}</id>`,
    `<title>${xml(title)}</title>`,
    `<published>${entry.publishedAt}</published>`,
    `<updated>${updatedAt(entry)}</updated>`,
    `<link rel="alternate" type="text/html" href="${xml(`${url}/products/${versionedName(entry)}`)}"/>`,
    `<content type="html">${xml(contentOf(pageContext, entry))}</content>`,
    '</entry>',
  ].join('\n');
}

/** A version is told again when it is deprecated. */
const updatedAt = ({ publishedAt, deprecatedAt }: ChangelogEntry): string => deprecatedAt ?? publishedAt;

function contentOf(
  { text, format }: PortalPageContext,
  { previousVersion, sunsetAt, releaseNotes, changes }: ChangelogEntry,
): string {
  const groups = [...grouped(changes, ({ kind }) => kind)].map(([kind, found]) => {
    const lines = found.slice(0, SHOWN_MAX).map((each) => `${placeOf(each)} ${each.message}`);
    const more = found.length > SHOWN_MAX ? [text.changelog.more(found.length - SHOWN_MAX)] : [];
    return `<p>${text.changelog.kinds[kind]}</p><ul>${[...lines, ...more].map((line) => `<li>${xml(line)}</li>`).join('')}</ul>`;
  });
  return [
    ...(sunsetAt === null ? [] : [`<p>${xml(text.changelog.ends(format.date(sunsetAt)))}</p>`]),
    ...(releaseNotes === null ? [] : [markdownToHtml(releaseNotes)]),
    ...(previousVersion === null ? [`<p>${xml(text.changelog.first)}</p>`] : []),
    ...(previousVersion !== null && changes.length === 0 ? [`<p>${xml(text.changelog.same)}</p>`] : []),
    ...groups,
  ].join('\n');
}

/** Escapes a text for XML, and leaves out characters that XML has no room for. (XML 1.0 §2.2) */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A UUID that names always have. (RFC 9562 §5.8) */
function uuidOf(names: readonly string[]): string {
  const hex = createHash('sha256').update(names.join('/')).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
