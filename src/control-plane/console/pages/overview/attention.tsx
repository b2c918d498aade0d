import { listed } from '../../../../foundation/text/listed.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { actionLinks, type OtherVersion } from '../catalogs/product-actions.ts';
import { Action, nextWhere } from '../parts/action.tsx';
import { applicationPath, type CatalogAddress, webhookPath } from '../parts/console-paths.ts';
import { enumLabel, format } from '../parts/format.ts';
import { Links } from '../parts/links.tsx';
import { linkTo } from '../parts/prefilled.ts';
import { State } from '../parts/state.tsx';
import { type Overview, ROWS } from './overview-query.ts';

/** Versions of the products in the catalog of this name. */
type VersionsIn = (catalog: string) => readonly OtherVersion[];
type AttentionProps = {
  readonly org: string;
  readonly found: Overview;
  readonly versionsIn: VersionsIn;
  /** True when the page has buttons. Readers follow the links. */
  readonly mayChange: boolean;
};

/** List of what requires attention, where an administrator looks first. */
export function Attention({ org, found, versionsIn, mayChange }: AttentionProps) {
  const { pendingSubscriptions, overdueSunsets, suspendedApplications, failingDeliveries } = found;
  const { unsettledGraphQLSchemas: schemas } = found;
  const waiting = [pendingSubscriptions, overdueSunsets, schemas, suspendedApplications, failingDeliveries];
  return (
    <section class="section">
      <h2 class="heading">What waits for you</h2>
      {waiting.every(({ length }) => length === 0) && (
        <Notice tone="success">
          <p class="text">
            Nothing: no approval, no overdue sunset, no schema, no suspended application, no failing webhook.
          </p>
        </Notice>
      )}
      <div class="stack">
        <Approvals org={org} mayChange={mayChange} subscriptions={pendingSubscriptions} />
        <OverdueSunsets org={org} products={overdueSunsets} versionsIn={versionsIn} />
        <Schemas org={org} apis={schemas} />
        <FailingDeliveries org={org} mayChange={mayChange} deliveries={failingDeliveries} />
        <SuspendedApplications org={org} mayChange={mayChange} applications={suspendedApplications} />
      </div>
    </section>
  );
}

type AttentionTableProps<Row> = {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
};

function Waiting<Row>({ title, rows, columns }: AttentionTableProps<Row>) {
  if (rows.length === 0) return null;
  const caption = `${title}: ${rows.length === ROWS ? `the first ${ROWS}` : rows.length}`;
  return (
    <div>
      <h3 class="subheading">{caption}</h3>
      <Table caption={caption} rows={rows} columns={columns} />
    </div>
  );
}

type OrgActionProps = Pick<AttentionProps, 'org' | 'mayChange'>;
type ApprovalsProps = OrgActionProps & { readonly subscriptions: Overview['pendingSubscriptions'] };

function Approvals({ org, subscriptions, mayChange }: ApprovalsProps) {
  return (
    <Waiting
      title="Approvals"
      rows={subscriptions}
      columns={[
        {
          heading: 'Application',
          cell: ({ application, product }) => (
            <ApplicationLink address={{ org, catalog: product.catalog.name }} of={application} />
          ),
        },
        { heading: 'Product', cell: ({ product }) => versionedName(product) },
        { heading: 'Plan', cell: ({ plan }) => plan.title },
        { heading: 'Catalog', cell: ({ product }) => product.catalog.name },
        ...nextWhere(mayChange, ({ id, application, product }: ApprovalsProps['subscriptions'][number]) => {
          const { name, consumerOrg } = application;
          const address = { org, catalog: product.catalog.name, consumerOrg: consumerOrg.name };
          const path = applicationPath({ ...address, application: name });
          return (
            <>
              <Action path={path} of={id} action="approve">
                Approve
                <Hidden of={name} />
              </Action>
              <a class="link" href={path}>
                Reject
                <Hidden of={name} />
              </a>
            </>
          );
        }),
      ]}
    />
  );
}

type OverdueProps = {
  readonly org: string;
  readonly products: Overview['overdueSunsets'];
  readonly versionsIn: VersionsIn;
};

function OverdueSunsets({ org, products, versionsIn }: OverdueProps) {
  return (
    <Waiting
      title="Overdue sunsets"
      rows={products}
      columns={[
        { heading: 'Product', cell: versionedName },
        { heading: 'Catalog', cell: ({ catalog }) => catalog.name },
        { heading: 'Sunset', cell: ({ sunsetAt }) => sunsetAt && format.dateTime(sunsetAt) },
        { heading: 'Subscriptions', cell: ({ subscriptionCount }) => subscriptionCount, isNumber: true },
        {
          heading: 'Next',
          cell: (product) => (
            <Links
              of={versionedName(product)}
              links={actionLinks(
                { org, catalog: product.catalog.name },
                product,
                versionsIn(product.catalog.name),
              )}
            />
          ),
        },
      ]}
    />
  );
}

type SchemasProps = { readonly org: string; readonly apis: Overview['unsettledGraphQLSchemas'] };

function Schemas({ org, apis }: SchemasProps) {
  return (
    <Waiting
      title="GraphQL schemas that were not refreshed"
      rows={apis}
      columns={[
        { heading: 'API', cell: versionedName },
        {
          heading: 'Since',
          cell: ({ schemaRefresh }) => schemaRefresh?.held && format.dateTime(schemaRefresh.held.at),
        },
        {
          heading: 'Why',
          cell: ({ schemaRefresh }) =>
            schemaRefresh?.held ? listed(schemaRefresh.held.breaks, 'and') : schemaRefresh?.failure,
        },
        {
          heading: 'Next',
          cell: (row) => {
            const input = { org, api: versionedName(row) };
            const held = [
              { name: 'Accept', href: linkTo('acceptHeldGraphQLSchema', input) },
              { name: 'Dismiss', href: linkTo('dismissHeldGraphQLSchema', input) },
            ];
            const again = [{ name: 'Refresh', href: linkTo('refreshGraphQLSchema', input) }];
            return <Links of={versionedName(row)} links={row.schemaRefresh?.held ? held : again} />;
          },
        },
      ]}
    />
  );
}

type DeliveriesProps = OrgActionProps & { readonly deliveries: Overview['failingDeliveries'] };

function FailingDeliveries({ org, deliveries, mayChange }: DeliveriesProps) {
  return (
    <Waiting
      title="Webhook deliveries that fail"
      rows={deliveries}
      columns={[
        {
          heading: 'Webhook',
          cell: ({ webhook: { name, catalog } }) => (
            <a class="link" href={webhookPath({ org, catalog: catalog.name, webhook: name })}>
              {catalog.name}/{name}
            </a>
          ),
        },
        { heading: 'Event', cell: ({ event }) => `${enumLabel(event.type)} ${event.subject}` },
        { heading: 'State', cell: ({ state }) => <State state={state} /> },
        { heading: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
        { heading: 'Last answer', cell: ({ lastError }) => lastError },
        ...nextWhere(
          mayChange,
          ({ id, webhook: { name, active, catalog } }: DeliveriesProps['deliveries'][number]) => {
            const path = webhookPath({ org, catalog: catalog.name, webhook: name });
            return (
              <>
                <Action path={path} of={id} action="resend">
                  Send again
                  <Hidden of={name} />
                </Action>
                <Action path={path} action={active ? 'pause' : 'activate'}>
                  {active ? 'Pause the webhook' : 'Activate the webhook'}
                  <Hidden of={name} />
                </Action>
              </>
            );
          },
        ),
      ]}
    />
  );
}

type SuspendedProps = OrgActionProps & { readonly applications: Overview['suspendedApplications'] };

function SuspendedApplications({ org, applications, mayChange }: SuspendedProps) {
  return (
    <Waiting
      title="Suspended applications"
      rows={applications}
      columns={[
        {
          heading: 'Application',
          cell: (application) => (
            <ApplicationLink
              address={{ org, catalog: application.consumerOrg.catalog.name }}
              of={application}
            />
          ),
        },
        { heading: 'Title', cell: ({ title }) => title },
        { heading: 'Catalog', cell: ({ consumerOrg }) => consumerOrg.catalog.name },
        ...nextWhere(mayChange, ({ name, consumerOrg }: SuspendedProps['applications'][number]) => {
          const address = { org, catalog: consumerOrg.catalog.name, consumerOrg: consumerOrg.name };
          return (
            <Action path={applicationPath({ ...address, application: name })} action="enable">
              Enable
              <Hidden of={name} />
            </Action>
          );
        }),
      ]}
    />
  );
}

const Hidden = ({ of }: { of: string }) => <span class="visually-hidden"> {of}</span>;

type ApplicationLinkProps = {
  readonly address: CatalogAddress;
  readonly of: { readonly name: string; readonly consumerOrg: { readonly name: string } };
};

function ApplicationLink({ address, of: { name, consumerOrg } }: ApplicationLinkProps) {
  const href = applicationPath({ ...address, consumerOrg: consumerOrg.name, application: name });
  return (
    <a class="link" href={href}>
      {consumerOrg.name}/{name}
    </a>
  );
}
