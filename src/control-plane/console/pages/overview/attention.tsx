import { versionedName } from '../../../../foundation/text/version.ts';
import { Icon } from '../../../../ui/components/icon.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { actionLinks } from '../actions/action-links.ts';
import { Action, nextWhere } from '../parts/action.tsx';
import { apiPath, applicationPath, type CatalogAddress } from '../parts/console-paths.ts';
import { Links } from '../parts/links.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import { FailingApis } from './failing-apis.tsx';
import { FailingWebhooks } from './failing-webhooks.tsx';
import { ILL } from './health.tsx';
import type { Overview } from './overview-query.ts';
import { Hidden, Waiting } from './waiting.tsx';

type AttentionProps = {
  readonly org: string;
  readonly found: Overview;
  /** True when the page has buttons. Readers follow the links. */
  readonly mayChange: boolean;
};

/** List of what requires attention, where an administrator looks first. */
export function Attention({ org, found, mayChange }: AttentionProps) {
  const { waiting: text } = useTexts().text.overview;
  const { pendingSubscriptions, overdueSunsets, suspendedApplications, failingWebhooks } = found;
  const { unsettledGraphQLSchemas: schemas } = found;
  const failing = found.backends.nodes.filter(
    ({ api, calls, serverErrors }) => api !== null && serverErrors / calls >= ILL,
  );
  const waiting = [
    failing,
    pendingSubscriptions,
    overdueSunsets,
    schemas,
    suspendedApplications,
    failingWebhooks,
  ];
  return (
    <Section id="waiting-heading" title={text.title} class="card">
      {waiting.every(({ length }) => length === 0) && (
        <p class="calm">
          <Icon name="circle-check" />
          {text.nothing}
        </p>
      )}
      <div class="stack">
        <FailingApis org={org} apis={failing} />
        <Approvals org={org} mayChange={mayChange} subscriptions={pendingSubscriptions} />
        <OverdueSunsets org={org} products={overdueSunsets} mayChange={mayChange} />
        <Schemas org={org} apis={schemas} />
        <FailingWebhooks org={org} mayChange={mayChange} webhooks={failingWebhooks} />
        <SuspendedApplications org={org} mayChange={mayChange} applications={suspendedApplications} />
      </div>
    </Section>
  );
}

type OrgActionProps = Pick<AttentionProps, 'org' | 'mayChange'>;
/** The title of a version, by which people know it. */
const withVersion = ({ title, version }: { readonly title: string; readonly version: string }) =>
  `${title} ${version}`;

type ApprovalsProps = OrgActionProps & { readonly subscriptions: Overview['pendingSubscriptions'] };

function Approvals({ org, subscriptions, mayChange }: ApprovalsProps) {
  const { waiting: text } = useTexts().text.overview;
  return (
    <Waiting
      icon="circle-check"
      title={text.approvals.title}
      rows={subscriptions}
      columns={[
        {
          heading: text.application,
          cell: ({ application, product }) => (
            <ApplicationLink address={{ org, catalog: product.catalog.name }} of={application} />
          ),
        },
        { heading: text.product, cell: ({ product }) => withVersion(product) },
        {
          heading: text.plan,
          cell: ({ plan, planRequest }) =>
            planRequest?.rejectedAt === null ? `${plan.title} → ${planRequest.plan.title}` : plan.title,
        },
        { heading: text.catalog, cell: ({ product }) => product.catalog.title },
        ...nextWhere(mayChange, ({ id, application, product }: ApprovalsProps['subscriptions'][number]) => {
          const { name, title, consumerOrg } = application;
          const address = { org, catalog: product.catalog.name, consumerOrg: consumerOrg.name };
          const path = applicationPath({ ...address, application: name });
          return (
            <>
              <Action path={path} of={id} action="approve">
                {text.approvals.approve}
                <Hidden of={title} />
              </Action>
              <a class="link" href={path}>
                {text.approvals.reject}
                <Hidden of={title} />
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
  readonly mayChange: boolean;
};

function OverdueSunsets({ org, products, mayChange }: OverdueProps) {
  const { text } = useTexts();
  const { waiting } = text.overview;
  return (
    <Waiting
      icon="calendar-clock"
      title={waiting.sunsets.title}
      rows={products}
      columns={[
        { heading: waiting.product, cell: withVersion },
        { heading: waiting.catalog, cell: ({ catalog }) => catalog.title },
        { heading: waiting.sunsets.sunset, cell: ({ sunsetAt }) => sunsetAt && <When at={sunsetAt} /> },
        {
          heading: waiting.sunsets.subscriptions,
          cell: ({ subscriptionCount }) => subscriptionCount,
          isNumber: true,
        },
        ...nextWhere(mayChange, (product: OverdueProps['products'][number]) => (
          <Links
            of={withVersion(product)}
            links={actionLinks(text, { org, catalog: product.catalog.name }, product)}
          />
        )),
      ]}
    />
  );
}

type SchemasProps = { readonly org: string; readonly apis: Overview['unsettledGraphQLSchemas'] };

function Schemas({ org, apis }: SchemasProps) {
  const { text } = useTexts();
  const { schemas } = text.overview.waiting;
  return (
    <Waiting
      icon="refresh-cw"
      title={schemas.title}
      rows={apis}
      columns={[
        { heading: schemas.api, cell: withVersion },
        {
          heading: schemas.since,
          cell: ({ schemaRefresh }) => schemaRefresh?.held && <When at={schemaRefresh.held.at} />,
        },
        {
          heading: schemas.why,
          cell: ({ schemaRefresh }) =>
            schemaRefresh?.held
              ? schemas.breaks(schemaRefresh.held.breakingChanges.map(text.warnings.change))
              : schemaRefresh?.failure,
        },
        {
          heading: text.next,
          cell: (row) => {
            const api = versionedName(row);
            return (
              <Links
                of={withVersion(row)}
                links={[{ name: schemas.review, href: `${apiPath({ org, api })}?tab=schema` }]}
              />
            );
          },
        },
      ]}
    />
  );
}

type SuspendedProps = OrgActionProps & { readonly applications: Overview['suspendedApplications'] };

function SuspendedApplications({ org, applications, mayChange }: SuspendedProps) {
  const { waiting: text } = useTexts().text.overview;
  return (
    <Waiting
      icon="ban"
      title={text.applications.title}
      rows={applications}
      columns={[
        {
          heading: text.application,
          cell: (application) => (
            <ApplicationLink
              address={{ org, catalog: application.consumerOrg.catalog.name }}
              of={application}
            />
          ),
        },
        { heading: text.catalog, cell: ({ consumerOrg }) => consumerOrg.catalog.title },
        ...nextWhere(mayChange, ({ name, title, consumerOrg }: SuspendedProps['applications'][number]) => {
          const address = { org, catalog: consumerOrg.catalog.name, consumerOrg: consumerOrg.name };
          return (
            <Action path={applicationPath({ ...address, application: name })} action="enable">
              {text.applications.enable}
              <Hidden of={title} />
            </Action>
          );
        }),
      ]}
    />
  );
}

type ApplicationLinkProps = {
  readonly address: CatalogAddress;
  readonly of: {
    readonly name: string;
    readonly title: string;
    readonly consumerOrg: { readonly name: string; readonly title: string };
  };
};

function ApplicationLink({ address, of: { name, title, consumerOrg } }: ApplicationLinkProps) {
  const href = applicationPath({ ...address, consumerOrg: consumerOrg.name, application: name });
  return (
    <>
      <a class="link" href={href}>
        {title}
      </a>{' '}
      <span class="quiet">{consumerOrg.title}</span>
    </>
  );
}
