import { versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { StatTile } from '../../../../ui/components/stat-tile.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { callsPath } from '../calls/call-filter.tsx';
import { applicationPath, catalogPath, newProductPath, productPath } from '../parts/console-paths.ts';
import { operationCountInWords, requirementsInWords } from '../parts/security-words.ts';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { duration } from '../usage/duration.ts';
import { Drift } from './api-drift.tsx';
import type { Api } from './api-query.ts';
import type { TabProps } from './api-tab.ts';
import { useWordFacts } from './api-words.tsx';

/** Its state in each catalog, the calls of a day, and who subscribes. */
export function Overview({ address, api, usage, mayChange }: TabProps) {
  const { apis, security } = useTexts().text;
  const text = apis.overview;
  return (
    <>
      {api.securityWarnings.map((warning) => (
        <Notice tone="warning">
          <p class="text">
            {security.warning(versionedName(api), warning)}{' '}
            <a class="link" href="?tab=security">
              {text.changeSecurity}
            </a>
          </p>
        </Notice>
      ))}
      <Traffic address={address} usage={usage} />
      <Drift api={api} />
      <InCatalogs address={address} api={api} mayChange={mayChange} />
      <Subscribers org={address.org} api={api} />
      <Section id="facts-heading" title={text.factsTitle}>
        <ApiFacts api={api} mayChange={mayChange} />
      </Section>
      <p class="row">
        {api.products.map((product) => (
          <a class="button" href={productPath({ org: address.org, product: versionedName(product) })}>
            {text.product(`${product.title} ${product.version}`)}
          </a>
        ))}
      </p>
    </>
  );
}

function ApiFacts({ api, mayChange }: Pick<TabProps, 'api' | 'mayChange'>) {
  const { apis, security } = useTexts().text;
  const text = apis.overview;
  const { version, documentVersion } = api;
  const words = useWordFacts(api);
  return (
    <Facts
      facts={{
        [text.facts.path]: <code class="code">{api.basePath}</code>,
        [text.facts.backend]: (
          <span class="row">
            <BackEnd {...api} />
            {mayChange && (
              <a class="link" href="?tab=settings">
                {text.changeBackEnd}
              </a>
            )}
          </span>
        ),
        [text.facts.version]:
          documentVersion === null || documentVersion === version
            ? version
            : text.documentSays(version, documentVersion),
        [text.facts.security]: [
          requirementsInWords(api.security, security),
          operationCountInWords(api.operationSecurity, security),
        ]
          .filter((each) => each !== undefined)
          .join('; '),
        ...words,
      }}
    />
  );
}

function BackEnd({ backend, targetUrl, graphqlUrl }: Api) {
  const text = useTexts().text.apis.overview;
  if (backend) return <>{text.backendOfCatalog(backend.name)}</>;
  const url = targetUrl ?? graphqlUrl;
  return url === null ? <Badge tone="bad">{text.noBackend}</Badge> : <span class="address">{url}</span>;
}

function Traffic({ address, usage: { nodes } }: Pick<TabProps, 'address' | 'usage'>) {
  const { text: texts, format } = useTexts();
  const text = texts.apis.traffic;
  const { tiles } = texts.usage;
  const [day] = nodes;
  const refused = callsPath(address.org, { api: address.api, outcome: 'REFUSED' });
  return (
    <Section id="traffic-heading" title={text.title}>
      {day ? (
        <div class="tiles">
          <StatTile
            name={tiles.calls}
            value={format.number(day.calls)}
            more={text.outcomes(day.answered, day.clientErrors)}
          />
          <StatTile
            name={tiles.errors}
            value={format.percent(day.serverErrors / day.calls)}
            more={tiles.failed(day.serverErrors)}
            {...(day.serverErrors > 0 && { href: callsPath(address.org, { api: address.api }) })}
          />
          <StatTile
            name={tiles.duration}
            value={duration(format, day.p95Ms)}
            more={tiles.half(duration(format, day.p50Ms))}
          />
          <StatTile
            name={tiles.refused}
            value={format.percent((day.refused + day.limited) / day.calls)}
            more={tiles.refusedOrLimited(day.refused, day.limited)}
            {...(day.refused + day.limited > 0 && { href: refused })}
          />
        </div>
      ) : (
        <p class="text">{text.none}</p>
      )}
    </Section>
  );
}

/** The way to a product, where the API is in none. */
function NotInCatalog({ org, api, mayChange }: { org: string } & Pick<TabProps, 'api' | 'mayChange'>) {
  const { apis, catalogs } = useTexts().text;
  return (
    <EmptyState icon="package" title={apis.catalogs.none} text={apis.catalogs.noneText}>
      {mayChange && api.products.length === 0 && (
        <a class="button button-primary" href={newProductPath(org, versionedName(api))} data-panel>
          {catalogs.drafts.newProduct}
        </a>
      )}
    </EmptyState>
  );
}

type InCatalogsProps = Pick<TabProps, 'address' | 'api' | 'mayChange'>;
type ServedCopy = Api['catalogProducts'][number];

function InCatalogs({ address: { org }, api, mayChange }: InCatalogsProps) {
  const { text: texts, format } = useTexts();
  const text = texts.apis.catalogs;
  const onlineIn = ({ apis }: ServedCopy) =>
    apis.find(({ name, version }) => name === api.name && version === api.version)?.onlineState ?? 'OFFLINE';
  return (
    <Section id="catalogs-heading" title={text.title}>
      {api.catalogProducts.length === 0 ? (
        <NotInCatalog org={org} api={api} mayChange={mayChange} />
      ) : (
        <Table
          caption={text.caption}
          rows={api.catalogProducts}
          columns={[
            {
              heading: text.catalog,
              cell: ({ catalog }) => (
                <a class="link" href={catalogPath({ org, catalog: catalog.name })}>
                  {catalog.title}
                </a>
              ),
            },
            {
              heading: text.product,
              cell: (product) => (
                <a class="link" href={productPath({ org, product: versionedName(product) })}>
                  {product.title} {product.version}
                </a>
              ),
            },
            { heading: text.state, cell: ({ state }) => <State state={state} /> },
            { heading: text.answers, cell: (place) => <State state={onlineIn(place)} /> },
            {
              heading: text.subscribers,
              isNumber: true,
              cell: (place) => format.number(place.subscriptionCount),
            },
            ...(mayChange
              ? [
                  {
                    heading: texts.next,
                    cell: ({ catalog }: ServedCopy) => (
                      <a
                        class="link"
                        href={`${catalogPath({ org, catalog: catalog.name })}?search=${api.name}`}
                      >
                        {text.actions}
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
  const { text: texts } = useTexts();
  const text = texts.apis.subscribers;
  const rows = api.catalogProducts.flatMap(({ catalog, subscriptions, ...product }) =>
    subscriptions.map((subscription) => ({ ...subscription, catalog, product })),
  );
  if (rows.length === 0) return null;
  const total = api.catalogProducts.reduce((sum, { subscriptionCount }) => sum + subscriptionCount, 0);
  return (
    <Section id="subscribers-heading" title={text.title(total)}>
      <Table
        caption={text.caption}
        rows={rows}
        columns={[
          {
            heading: text.application,
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
          { heading: text.consumerOrg, cell: ({ application }) => application.consumerOrg.title },
          { heading: text.catalog, cell: ({ catalog }) => catalog.title },
          { heading: text.plan, cell: ({ plan }) => plan.title },
          { heading: text.state, cell: ({ state }) => texts.label(state) },
        ]}
      />
      {total > rows.length && <p class="small quiet">{texts.operations.first(rows.length, total)}</p>}
    </Section>
  );
}
