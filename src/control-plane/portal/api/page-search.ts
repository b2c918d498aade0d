import type { PortalPage } from '../../../domain/branding/portal-page.ts';
import { FairCache } from '../../../foundation/fair-cache.ts';
import { addWords, SearchIndex } from '../../../foundation/text/search-index.ts';
import { searchWords } from '../../../foundation/text/search-words.ts';
import type { PortalContext } from './context.ts';

/** Weights of words by their place. */
const WEIGHTS = { title: 8, path: 4, text: 1 } as const;

const made = new FairCache<SearchIndex>(
  { bytesMax: 64_000_000, bytesMaxOfOrg: 16_000_000 },
  ({ bytes }) => bytes,
);

/**
 * Finds pages that hold all words of a text, the best first.
 *
 * @param all the pages of the catalog; `visible` are those among them that the viewer may read
 * @throws BAD_USER_INPUT for a search of too many words
 */
export async function foundPages<Page extends Pick<PortalPage, 'path'>>(
  context: PortalContext,
  search: string,
  { all, visible }: { readonly all: readonly PortalPage[]; readonly visible: readonly Page[] },
): Promise<readonly Page[]> {
  searchWords(search);
  const { orgId, id } = context.catalog;
  const key = `${id} ${await context.revision()}`;
  const index = await made.get(orgId, key, async () => indexOf(all));
  const byPath = new Map(visible.map((page) => [page.path, page]));
  const { ids } = index.search({ text: search, visible: new Set(byPath.keys()), viewOf: () => '' });
  return ids.flatMap((path) => byPath.get(path) ?? []);
}

function indexOf(pages: readonly PortalPage[]): SearchIndex {
  const index = new SearchIndex();
  for (const { path, title, markdown } of pages) {
    const words = new Map<string, number>();
    addWords(words, title, WEIGHTS.title);
    addWords(words, path, WEIGHTS.path);
    addWords(words, markdown, WEIGHTS.text);
    index.put({ id: path, words });
  }
  return index;
}
