import type { ResultOf } from 'gql.tada';
import { Table } from '../../ui/table.tsx';
import { format } from '../format.ts';
import { graphql } from '../graphql.ts';
import type { Org } from '../reach.ts';
import type { ConsolePages, Visit } from '../visit.ts';
import { Attention } from './attention.tsx';
import { Catalogs } from './catalogs.tsx';
import { show } from './frame.tsx';
import { GraphQLServers } from './graphql-servers.tsx';
import { NoOrg, Orgs } from './orgs.tsx';

const ORGS = graphql(`query Orgs { viewer { orgs { name title } } }`);

const OVERVIEW = graphql(`
  query Overview($org: String!) {
    org(name: $org) {
      catalogs {
        name title gatewayUrl portalUrl
        products {
          name title version state allowedActions subscriptionCount sunsetAt
          plans { name }
          apis { name version onlineState }
        }
      }
      graphqlServers { name title state failure url }
    }
    pendingSubscriptions(org: $org) {
      id
      application { name consumerOrg { name } }
      product { name version catalog { name } }
      plan { title }
    }
    overdueSunsets(org: $org) {
      name version state sunsetAt subscriptionCount allowedActions
      catalog { name }
      plans { name }
    }
    suspendedApplications(org: $org) { name title consumerOrg { name catalog { name } } }
    failingDeliveries(org: $org) {
      id state attempts lastError
      webhook { name active catalog { name } }
      event { type subject }
    }
    unsettledGraphQLSchemas(org: $org) { name version schemaRefresh { failure held { breaks at } } }
    auditEvents(org: $org, first: 20) { nodes { at actor action subject } }
  }
`);

export type Overview = ResultOf<typeof OVERVIEW>;

/** What there is in an org, read-only, and what waits for somebody before all else; rows lead to mutations in GraphiQL. */
export function overview(pages: ConsolePages): void {
  pages.get('/overview', async (c) => {
    const { visit } = c.var;
    const { viewer } = await visit.session.run(ORGS);
    const asked = c.req.query('org');
    const org = viewer.orgs.find(({ name }) => name === asked) ?? viewer.orgs[0];
    const content = org ? await contentOf(visit, viewer.orgs, org) : <NoOrg />;
    return show(visit, content, {
      title: org ? `${org.title} · Overview` : 'Overview',
      menu: '/console/overview',
      org: org?.name,
    });
  });
}

async function contentOf({ session }: Visit, orgs: readonly Org[], { name, title }: Org) {
  const found = await session.run(OVERVIEW, { org: name });
  return (
    <>
      <h1 class="title">{title}</h1>
      <Orgs orgs={orgs} current={{ org: name }} path="/console/overview" />
      <Attention org={name} found={found} />
      <Catalogs org={name} catalogs={found.org?.catalogs ?? []} />
      <GraphQLServers org={name} servers={found.org?.graphqlServers ?? []} />
      <Audit events={found.auditEvents.nodes} />
    </>
  );
}

function Audit({ events }: { events: Overview['auditEvents']['nodes'] }) {
  return (
    <section class="section">
      <h2 class="heading">What changed last</h2>
      <Table
        caption="What changed last"
        rows={events}
        columns={[
          { heading: 'When', cell: ({ at }) => <time datetime={at}>{format.dateTime(at)}</time> },
          { heading: 'Who', cell: ({ actor }) => actor },
          { heading: 'What', cell: ({ action }) => <code class="code">{action}</code> },
          { heading: 'To what', cell: ({ subject }) => subject },
        ]}
      />
    </section>
  );
}
