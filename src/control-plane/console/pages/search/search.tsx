import type { Context } from 'hono';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { currentOrgScope } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { type Found, findAll, TEXT_MAX } from './search-hits.ts';

const PATH = '/console/search';

/** Adds the search of an org. It is a page, and hits alone for the palette. */
export function search(pages: ConsolePages): void {
  pages.get('/search', async (c) => {
    const { pageContext } = c.var;
    const { search: texts } = pageContext.text;
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: texts.title });
    const text = textIn(c);
    const found = await findAll(pageContext, org, text);
    return show(
      pageContext,
      <>
        <PageHeader title={texts.title} lead={texts.lead} />
        <Search action={PATH} name="q" value={text} label={texts.label} submit={texts.submit}>
          <input type="hidden" name="org" value={org} />
        </Search>
        {found.length === 0 ? (
          <EmptyState icon="search" title={texts.none(text)} text={texts.noneHint} />
        ) : (
          <Hits found={found} />
        )}
      </>,
      { title: texts.title, org },
    );
  });

  pages.get('/search/hits', async (c) => {
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return c.html('');
    const found = await findAll(c.var.pageContext, org, textIn(c));
    return c.html(found.length === 0 ? '' : String(<Hits found={found} />), 200, {
      'cache-control': 'no-store',
    });
  });
}

const textIn = ({ req }: Context<ConsoleEnv>) => (req.query('q') ?? '').trim().slice(0, TEXT_MAX);

function Hits({ found }: { found: readonly Found[] }) {
  return (
    <ul class="hits">
      {found.map(({ title, text, icon, href }) => (
        <li>
          <a class="hit" href={href}>
            <Icon name={icon} />
            <span class="hit-title">{title}</span>
            <span class="small quiet">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
