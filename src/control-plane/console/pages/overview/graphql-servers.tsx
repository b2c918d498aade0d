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
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: 'GraphQL servers' });
    const found = await pageContext.session.run(SERVERS, { org });
    if (!found.org) return showNotFound(c);
    const servers = found.org.graphqlServers;
    const mayChange = allowsChange(pageContext.session);
    const create = mayChange && <Create org={org} />;
    return show(
      pageContext,
      <>
        <PageHeader
          title="GraphQL servers"
          lead="One schema of the OpenAPI documents of REST back-ends, with rules of who may read which field."
        >
          {servers.length > 0 && create}
        </PageHeader>
        {servers.length === 0 ? (
          <EmptyState
            icon="waypoints"
            title="No GraphQL server yet"
            text="There is none: one is made of the OpenAPI documents of REST back-ends."
          >
            {create}
          </EmptyState>
        ) : (
          <ServerTable org={org} servers={servers} mayChange={mayChange} />
        )}
      </>,
      { title: 'GraphQL servers', org },
    );
  });
}

function Create({ org }: { org: string }) {
  return (
    <a class="button button-primary" href={newGraphQLServerPath(org)}>
      <Icon name="plus" />
      Create a GraphQL server
    </a>
  );
}

type ServerTableProps = { readonly org: string; readonly servers: Servers; readonly mayChange: boolean };

function ServerTable({ org, servers, mayChange }: ServerTableProps) {
  return (
    <Table
      caption="GraphQL servers"
      rows={servers}
      columns={[
        {
          heading: 'Server',
          cell: ({ name, title }) => (
            <a class="link" href={graphqlServerPath({ org, server: name })}>
              {title}
            </a>
          ),
        },
        { heading: 'State', cell: ({ state }) => <State state={state} /> },
        { heading: 'For', cell: ({ exposed }) => (exposed ? 'anybody' : 'APIs of this org') },
        { heading: 'Address', cell: ({ url }) => <code class="code when">{url}</code> },
        ...(servers.some(({ failure }) => failure !== null)
          ? [{ heading: 'What is wrong', cell: ({ failure }: Servers[number]) => failure }]
          : []),
        ...nextWhere(mayChange, ({ name, title, exposed }: Servers[number]) => (
          <Links
            of={title}
            links={[{ name: 'Update', href: linkTo('updateGraphQLServer', { org, name, title, exposed }) }]}
          />
        )),
      ]}
    />
  );
}
