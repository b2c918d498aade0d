import { Table } from '../../../../ui/components/table.tsx';
import { Links } from '../parts/links.tsx';
import { linkTo } from '../parts/prefilled.ts';
import { State } from '../parts/state.tsx';
import type { Overview } from './overview-query.ts';

type Servers = NonNullable<Overview['org']>['graphqlServers'];

/** The GraphQL servers of an org, with the progress of each. */
export function GraphQLServers({ org, servers }: { org: string; servers: Servers }) {
  const source = { name: '', url: '', openapi: {} };
  const create = linkTo('createGraphQLServer', { org, title: '', sources: [source], dryRun: true });
  return (
    <section class="section">
      <div class="head">
        <h2 class="heading">GraphQL servers</h2>
        <Links of="a GraphQL server" links={[{ name: 'Create', href: create }]} />
      </div>
      {servers.length === 0 ? (
        <p class="text">There is none: one is made of the OpenAPI documents of REST back-ends.</p>
      ) : (
        <Table
          caption="GraphQL servers"
          rows={servers}
          columns={[
            { heading: 'Server', cell: ({ title }) => title },
            { heading: 'State', cell: ({ state }) => <State state={state} /> },
            { heading: 'For', cell: ({ exposed }) => (exposed ? 'anybody' : 'APIs of this org') },
            { heading: 'Address', cell: ({ url }) => <code class="code when">{url}</code> },
            ...(servers.some(({ failure }) => failure !== null)
              ? [{ heading: 'What is wrong', cell: ({ failure }: Servers[number]) => failure }]
              : []),
            {
              heading: 'Next',
              cell: ({ name, title, exposed }) => (
                <Links
                  of={title}
                  links={[
                    { name: 'Update', href: linkTo('updateGraphQLServer', { org, name, title, exposed }) },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
