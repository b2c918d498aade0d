import { listed } from '../../domain/listed.ts';
import { versionedName } from '../../domain/version.ts';
import { Notice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { format } from '../format.ts';
import { inWords } from '../in-words.ts';
import { applicationPath, type Place, webhookPath } from '../places.ts';
import { linkTo } from '../prefilled.ts';
import { actionLinks, type OtherVersion } from '../product-actions.ts';
import { Links } from './links.tsx';
import { type Overview, ROWS } from './overview.tsx';
import { State } from './state.tsx';

/** Of the products in the catalog of this name. */
type VersionsIn = (catalog: string) => readonly OtherVersion[];
type AttentionProps = { readonly org: string; readonly found: Overview; readonly versionsIn: VersionsIn };

/** What waits for somebody: it stands where an administrator looks first. */
export function Attention({ org, found, versionsIn }: AttentionProps) {
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
        <Approvals org={org} subscriptions={pendingSubscriptions} />
        <OverdueSunsets org={org} products={overdueSunsets} versionsIn={versionsIn} />
        <Schemas org={org} apis={schemas} />
        <FailingDeliveries org={org} deliveries={failingDeliveries} />
        <SuspendedApplications org={org} applications={suspendedApplications} />
      </div>
    </section>
  );
}

type Part<Row> = {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
};

function Waiting<Row>({ title, rows, columns }: Part<Row>) {
  if (rows.length === 0) return null;
  const caption = `${title}: ${rows.length === ROWS ? `the first ${ROWS}` : rows.length}`;
  return (
    <div>
      <h3 class="subheading">{caption}</h3>
      <Table caption={caption} rows={rows} columns={columns} />
    </div>
  );
}

type ApprovalsProps = { readonly org: string; readonly subscriptions: Overview['pendingSubscriptions'] };

function Approvals({ org, subscriptions }: ApprovalsProps) {
  return (
    <Waiting
      title="Approvals"
      rows={subscriptions}
      columns={[
        {
          heading: 'Application',
          cell: ({ application, product }) => (
            <ApplicationLink place={{ org, catalog: product.catalog.name }} of={application} />
          ),
        },
        { heading: 'Product', cell: ({ product }) => versionedName(product) },
        { heading: 'Plan', cell: ({ plan }) => plan.title },
        { heading: 'Catalog', cell: ({ product }) => product.catalog.name },
        {
          heading: 'Next',
          cell: ({ id, application }) => (
            <Links
              of={application.name}
              links={[
                { name: 'Approve', href: linkTo('approveSubscription', { org, id }) },
                { name: 'Reject', href: linkTo('rejectSubscription', { org, id, reason: '' }) },
              ]}
            />
          ),
        },
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

type DeliveriesProps = { readonly org: string; readonly deliveries: Overview['failingDeliveries'] };

function FailingDeliveries({ org, deliveries }: DeliveriesProps) {
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
        { heading: 'Event', cell: ({ event }) => `${inWords(event.type)} ${event.subject}` },
        { heading: 'State', cell: ({ state }) => <State state={state} /> },
        { heading: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
        { heading: 'Last answer', cell: ({ lastError }) => lastError },
        {
          heading: 'Next',
          cell: ({ id, webhook: { name, active, catalog } }) => (
            <Links
              of={name}
              links={[
                { name: 'Send again', href: linkTo('resendWebhookDelivery', { org, id }) },
                {
                  name: active ? 'Pause the webhook' : 'Activate the webhook',
                  href: linkTo('updateWebhook', { org, catalog: catalog.name, name, active: !active }),
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

type SuspendedProps = { readonly org: string; readonly applications: Overview['suspendedApplications'] };

function SuspendedApplications({ org, applications }: SuspendedProps) {
  return (
    <Waiting
      title="Suspended applications"
      rows={applications}
      columns={[
        {
          heading: 'Application',
          cell: (application) => (
            <ApplicationLink
              place={{ org, catalog: application.consumerOrg.catalog.name }}
              of={application}
            />
          ),
        },
        { heading: 'Title', cell: ({ title }) => title },
        { heading: 'Catalog', cell: ({ consumerOrg }) => consumerOrg.catalog.name },
        {
          heading: 'Next',
          cell: ({ name, consumerOrg }) => {
            const place = { org, catalog: consumerOrg.catalog.name, consumerOrg: consumerOrg.name };
            const href = linkTo('updateApplication', { ...place, name, state: 'ENABLED' });
            return <Links of={name} links={[{ name: 'Enable', href }]} />;
          },
        },
      ]}
    />
  );
}

type ApplicationLinkProps = {
  readonly place: Place;
  readonly of: { readonly name: string; readonly consumerOrg: { readonly name: string } };
};

function ApplicationLink({ place, of: { name, consumerOrg } }: ApplicationLinkProps) {
  const href = applicationPath({ ...place, consumerOrg: consumerOrg.name, application: name });
  return (
    <a class="link" href={href}>
      {consumerOrg.name}/{name}
    </a>
  );
}
