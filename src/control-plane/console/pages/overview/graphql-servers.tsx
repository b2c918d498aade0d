import type { ResultOf } from '@graphql-typed-document-node/core';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope } from '../../org-scope.ts';
import type { ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { nextWhere } from '../parts/action.tsx';
import { graphqlServerPath, newGraphQLServerPath } from '../parts/console-paths.ts';
import { show } from '../parts/frame.tsx';
import { Links } from '../parts/links.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { linkTo } from '../parts/prefilled.ts';
import { showNotFound } from '../parts/problem.tsx';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';

const SERVERS = graphql(`
  query GraphQLServers($org: String!) {
    org(name: $org) { graphqlServers(first: 200) { name title state failure url exposed } }
  }
`);

type Servers = NonNullable<ResultOf<typeof SERVERS>['org']>['graphqlServers'];

/** Adds the page of an org's GraphQL servers, with the state of each. */
export function graphqlServers(pages: ConsolePages): void {
  pages.get('/graphql-servers', async (c) => {
    const { pageContext } = c.var;
    const { graphQLServers: text } = pageContext.text.overview;
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: text.title });
    const found = await pageContext.session.run(SERVERS, { org });
    if (!found.org) return showNotFound(c);
    const servers = found.org.graphqlServers;
    const mayChange = allowsChange(pageContext.session);
    const create = mayChange && <Create org={org} />;
    return show(
      pageContext,
      <>
        <PageHeader title={text.title} lead={text.lead}>
          {servers.length > 0 && create}
        </PageHeader>
        {servers.length === 0 ? (
          <EmptyState icon="waypoints" title={text.none} text={text.noneHint}>
            {create}
          </EmptyState>
        ) : (
          <ServerTable org={org} servers={servers} mayChange={mayChange} />
        )}
      </>,
      { title: text.title, org },
    );
  });
}

function Create({ org }: { org: string }) {
  const { graphQLServers: text } = useTexts().text.overview;
  return (
    <a class="button button-primary" href={newGraphQLServerPath(org)}>
      <Icon name="plus" />
      {text.create}
    </a>
  );
}

type ServerTableProps = { readonly org: string; readonly servers: Servers; readonly mayChange: boolean };

function ServerTable({ org, servers, mayChange }: ServerTableProps) {
  const { graphQLServers: text } = useTexts().text.overview;
  return (
    <Table
      caption={text.title}
      rows={servers}
      columns={[
        {
          heading: text.server,
          cell: ({ name, title }) => (
            <a class="link" href={graphqlServerPath({ org, server: name })}>
              {title}
            </a>
          ),
        },
        { heading: text.state, cell: ({ state }) => <State state={state} /> },
        { heading: text.readers, cell: ({ exposed }) => (exposed ? text.anybody : text.apisOfOrg) },
        { heading: text.address, cell: ({ url }) => <code class="code when">{url}</code> },
        ...(servers.some(({ failure }) => failure !== null)
          ? [{ heading: text.failure, cell: ({ failure }: Servers[number]) => failure }]
          : []),
        ...nextWhere(mayChange, ({ name, title, exposed }: Servers[number]) => (
          <Links
            of={title}
            links={[
              { name: text.update, href: linkTo('updateGraphQLServer', { org, name, title, exposed }) },
            ]}
          />
        )),
      ]}
    />
  );
}
