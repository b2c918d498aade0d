import { Icon } from '../../../../ui/components/icon.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope } from '../../org-scope.ts';
import type { ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { newCatalogPath } from '../parts/console-paths.ts';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { CatalogCards, NoCatalog } from './catalog-cards.tsx';

const CATALOGS = graphql(`
  query CatalogList($org: String!) {
    org(name: $org) { catalogs(first: 200) { name title gatewayUrl portalUrl productCount } }
  }
`);

/** Adds the page of an org's catalogs. */
export function catalogList(pages: ConsolePages): void {
  pages.get('/catalogs', async (c) => {
    const { pageContext } = c.var;
    const { list } = pageContext.text.catalogs;
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: list.title });
    const found = await pageContext.session.run(CATALOGS, { org });
    if (!found.org) return showNotFound(c);
    const { catalogs } = found.org;
    const mayChange = allowsChange(pageContext.session);
    return show(
      pageContext,
      <>
        <PageHeader title={list.title} lead={list.lead}>
          {mayChange && catalogs.length > 0 && (
            <a class="button button-primary" href={newCatalogPath(org)}>
              <Icon name="plus" />
              {list.create}
            </a>
          )}
        </PageHeader>
        {catalogs.length === 0 ? (
          <NoCatalog org={org} mayChange={mayChange} />
        ) : (
          <CatalogCards org={org} catalogs={catalogs} heading="h2" />
        )}
      </>,
      { title: list.title, org },
    );
  });
}
