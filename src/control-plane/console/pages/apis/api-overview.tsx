import { versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { applicationPath, catalogPath, importPath, productPath } from '../parts/console-paths.ts';
import { enumLabel, format } from '../parts/format.ts';
import { operationCountInWords, requirementsInWords } from '../parts/security-words.ts';
import { State } from '../parts/state.tsx';
import type { Api } from './api-query.ts';
import type { TabProps } from './api-tab.ts';

/** Its state in each catalog, the calls of a day, and who subscribes. */
export function Overview({ address, api, usage, mayChange }: TabProps) {
  return (
    <>
      {api.securityWarnings.map((warning) => (
        <Notice tone="warning">
          <p class="text">
            {warning}{' '}
            <a class="link" href="?tab=security">
              Change its security
            </a>
          </p>
        </Notice>
      ))}
      <Traffic usage={usage} />
      <InCatalogs address={address} api={api} mayChange={mayChange} />
      <Subscribers org={address.org} api={api} />
      <Section id="facts-heading" title="Facts">
        <Facts
          facts={{
            Path: <code class="code">{api.basePath}</code>,
            'Back-end': backEndOf(api),
            Version: versionOf(api),
            Security: [requirementsInWords(api.security), operationCountInWords(api.operationSecurity)]
              .filter((words) => words !== undefined)
              .join('; '),
          }}
        />
      </Section>
      <p class="row">
        {api.products.map((product) => (
          <a class="button" href={productPath({ org: address.org, product: versionedName(product) })}>
            Product {product.title} {product.version}
          </a>
        ))}
        {mayChange && api.products.length === 0 && (
          <a class="link" href={importPath(address.org)}>
            No product holds it yet
          </a>
        )}
      </p>
    </>
  );
}

const versionOf = ({ version, documentVersion }: Api) =>
  documentVersion === null || documentVersion === version
    ? version
    : `${version}; the document says “${documentVersion}”`;

function backEndOf({ backend, targetUrl, graphqlUrl }: Api) {
  if (backend) return `${backend.name}, as each catalog has it`;
  const url = targetUrl ?? graphqlUrl;
  return url === null ? (
    <Badge tone="bad">None: calls lead nowhere</Badge>
  ) : (
    <span class="address">{url}</span>
  );
}

function Traffic({ usage: { nodes } }: Pick<TabProps, 'usage'>) {
  const [day] = nodes;
  return (
    <Section id="traffic-heading" title="The last 24 hours">
      {day ? (
        <Facts
          facts={{
            Calls: format.number(day.calls),
            Answered: format.number(day.answered),
            'Errors of callers': format.number(day.clientErrors),
            'Errors of the back-end': format.number(day.serverErrors),
            Refused: format.number(day.refused + day.limited),
            'Half in, 95% in': `${format.number(day.p50Ms ?? 0)} ms, ${format.number(day.p95Ms ?? 0)} ms`,
          }}
        />
      ) : (
        <p class="text">No calls.</p>
      )}
    </Section>
  );
}

type InCatalogsProps = Pick<TabProps, 'address' | 'api' | 'mayChange'>;
type ServedCopy = Api['catalogProducts'][number];

function InCatalogs({ address: { org }, api, mayChange }: InCatalogsProps) {
  const onlineIn = ({ apis }: ServedCopy) =>
    apis.find(({ name, version }) => name === api.name && version === api.version)?.onlineState ?? 'OFFLINE';
  return (
    <Section id="catalogs-heading" title="In catalogs">
      {api.catalogProducts.length === 0 ? (
        <EmptyState
          icon="package"
          title="In no catalog yet"
          text="Nobody can call it until a product that holds it is published to a catalog."
        />
      ) : (
        <Table
          caption="Catalogs that hold it"
          rows={api.catalogProducts}
          columns={[
            {
              heading: 'Catalog',
              cell: ({ catalog }) => (
                <a class="link" href={catalogPath({ org, catalog: catalog.name })}>
                  {catalog.title}
                </a>
              ),
            },
            {
              heading: 'Product',
              cell: (product) => (
                <a class="link" href={productPath({ org, product: versionedName(product) })}>
                  {product.title} {product.version}
                </a>
              ),
            },
            { heading: 'State', cell: ({ state }) => <State state={state} /> },
            { heading: 'Answers', cell: (place) => <State state={onlineIn(place)} /> },
            {
              heading: 'Subscribers',
              isNumber: true,
              cell: (place) => format.number(place.subscriptionCount),
            },
            ...(mayChange
              ? [
                  {
                    heading: 'Next',
                    cell: ({ catalog }: ServedCopy) => (
                      <a
                        class="link"
                        href={`${catalogPath({ org, catalog: catalog.name })}?search=${api.name}`}
                      >
                        Its actions
                      </a>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Section>
  );
}

function Subscribers({ org, api }: { org: string; api: Api }) {
  const rows = api.catalogProducts.flatMap(({ catalog, subscriptions, ...product }) =>
    subscriptions.map((subscription) => ({ ...subscription, catalog, product })),
  );
  if (rows.length === 0) return null;
  const total = api.catalogProducts.reduce((sum, { subscriptionCount }) => sum + subscriptionCount, 0);
  return (
    <Section id="subscribers-heading" title={`Who subscribes: ${format.number(total)}`}>
      <Table
        caption="Subscriptions"
        rows={rows}
        columns={[
          {
            heading: 'Application',
            cell: ({ application: { name, title, consumerOrg }, catalog }) => (
              <a
                class="link"
                href={applicationPath({
                  org,
                  catalog: catalog.name,
                  consumerOrg: consumerOrg.name,
                  application: name,
                })}
              >
                {title}
              </a>
            ),
          },
          { heading: 'Consumer org', cell: ({ application }) => application.consumerOrg.title },
          { heading: 'Catalog', cell: ({ catalog }) => catalog.title },
          { heading: 'Plan', cell: ({ plan }) => plan.title },
          { heading: 'State', cell: ({ state }) => enumLabel(state) },
        ]}
      />
      {total > rows.length && (
        <p class="small quiet">
          The first {format.number(rows.length)} of {format.number(total)}.
        </p>
      )}
    </Section>
  );
}
