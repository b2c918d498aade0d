import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { nearlyFull } from '../../../../domain/org/quota-state.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { Tabs } from '../../../../ui/components/tabs.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, titleOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { type QuotasAddress, quotasPath } from '../parts/console-paths.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';

const QUOTAS = graphql(`
  query Quotas($org: String!, $catalog: String) {
    viewer { everyOrg role orgs(first: 200) { name title } }
    org(name: $org) { catalogs(first: 200) { name title } }
    quotas(org: $org, catalog: $catalog) { resource per limit defaultLimit used }
  }
`);

const SET = graphql(`
  mutation SetQuota($input: SetQuotaInput!) { setQuota(input: $input) { limit } }
`);

type QuotasResult = ResultOf<typeof QUOTAS>;
type Quota = QuotasResult['quotas'][number];
type Resource = Quota['resource'];

const LIMIT_MAX = 1_000_000;

/** Adds the quotas of an org and its catalogs, with their use. Whoever may change a quota has a link to its form. */
export function quotas(pages: ConsolePages): void {
  pages.get('/quotas', async (c) => {
    const address = await quotasAddressOf(c);
    const { pageContext } = c.var;
    return address
      ? showQuotas(c, address)
      : show(pageContext, <NoOrg />, { title: pageContext.text.quotas.title });
  });

  pages.post('/quotas', async (c) => {
    const address = (await quotasAddressOf(c)) ?? { org: '' };
    const { resource, limit, action } = await readForm(c, 'resource', 'limit', 'action');
    // What is no number is refused, so that no quota goes by mistake.
    const newLimit = action === 'reset' ? null : Number(limit === '' ? Number.NaN : limit);
    const input = { ...address, resource: resource as Resource, limit: newLimit };
    const { refused } = await attempt(c.var.pageContext.session.run(SET, { input }));
    return refused ? showQuotas(c, address, refused) : c.redirect(`${quotasPath(address)}&done=quota`, 303);
  });
}

async function quotasAddressOf(c: Context<ConsoleEnv>): Promise<QuotasAddress | undefined> {
  const org = (await currentOrgScope(c))?.org;
  const catalog = c.req.query('catalog');
  return org === undefined ? undefined : { org, ...(catalog && { catalog }) };
}

async function showQuotas(
  c: Context<ConsoleEnv>,
  address: QuotasAddress,
  refused?: PageRefusal,
): Promise<Response> {
  const { pageContext } = c.var;
  const { quotas: text } = pageContext.text;
  const { result } = await attempt(pageContext.session.run(QUOTAS, { catalog: null, ...address }));
  if (!result?.org) return showNotFound(c);
  const { viewer, org, quotas: rows } = result;
  const catalog = org.catalogs.find(({ name }) => name === address.catalog);
  const title = catalog ? text.titleOfCatalog(catalog.title) : text.titleOf(titleOf(address, viewer.orgs));
  return show(
    pageContext,
    <>
      <h1 class="title">{title}</h1>
      <CatalogTabs address={address} catalogs={org.catalogs} />
      <p class="lead">
        {text.lead<Child>(<code class="code">QUOTA_EXCEEDED</code>)}{' '}
        {catalog ? text.leadOfCatalog : text.leadOfOrg}
      </p>
      <Done done={c.req.query('done')} />
      <RefusedNotice refused={refused} />
      <Quotas address={address} quotas={rows} maySet={maySet(viewer, address)} />
    </>,
    { title, menu: '/console/usage', org: address.org, refused },
  );
}

const maySet = ({ role, everyOrg }: QuotasResult['viewer'], { catalog }: QuotasAddress): boolean =>
  role === 'ADMINISTRATOR' && (everyOrg || catalog !== undefined);

type CatalogTabsProps = {
  readonly address: QuotasAddress;
  readonly catalogs: NonNullable<QuotasResult['org']>['catalogs'];
};

function CatalogTabs({ address: { org, catalog }, catalogs }: CatalogTabsProps) {
  const { quotas: text } = useTexts().text;
  const entries: readonly { readonly title: string; readonly name?: string }[] = [
    { title: text.org },
    ...catalogs.map(({ name, title }) => ({ name, title: text.catalog(title) })),
  ];
  return (
    <Tabs
      label={text.tabs}
      tabs={entries.map(({ name, title }) => ({
        title,
        href: quotasPath({ org, ...(name !== undefined && { catalog: name }) }),
        isCurrent: name === catalog,
      }))}
    />
  );
}

type QuotasProps = {
  readonly address: QuotasAddress;
  readonly quotas: readonly Quota[];
  readonly maySet: boolean;
};

function Quotas({ address, quotas: rows, maySet: may }: QuotasProps) {
  const { quotas: text } = useTexts().text;
  const set: Column<Quota>[] = may
    ? [{ heading: text.change, cell: (quota) => <LimitForm address={address} quota={quota} /> }]
    : [];
  return (
    <section class="section">
      <Table
        caption={text.title}
        rows={rows}
        columns={[
          { heading: text.what, cell: (quota) => <What quota={quota} /> },
          { heading: text.per, cell: ({ per }) => text.owners[per] },
          { heading: text.used, cell: (quota) => <Used quota={quota} />, isNumber: true },
          { heading: text.limit, cell: (quota) => <Limit quota={quota} />, isNumber: true },
          ...set,
        ]}
      />
    </section>
  );
}

function What({ quota: { resource } }: { quota: Quota }) {
  const { quotas: text } = useTexts().text;
  const { noun, description } = text.resource(resource);
  return (
    <>
      {noun.charAt(0).toUpperCase() + noun.slice(1)}
      <br />
      <span class="small quiet">{description.replaceAll('`', '')}</span>
    </>
  );
}

/** Use of a quota. A quota of each of many has no single use. */
function Used({ quota: { used, limit } }: { quota: Quota }) {
  const { text, format } = useTexts();
  if (used === null)
    return (
      <span class="quiet">
        <span aria-hidden="true">–</span>
        <span class="visually-hidden">{text.quotas.eachItsOwn}</span>
      </span>
    );
  return (
    <div class="quota">
      {format.number(used)}
      {limit > 0 && (
        <meter class="meter" min={0} max={limit} high={nearlyFull(limit)} value={used} aria-hidden="true" />
      )}
    </div>
  );
}

function Limit({ quota: { limit, defaultLimit } }: { quota: Quota }) {
  const { text, format } = useTexts();
  return (
    <>
      {format.number(limit)}
      {limit !== defaultLimit && (
        <>
          <br />
          <span class="small quiet when">{text.quotas.byDefault(defaultLimit)}</span>
        </>
      )}
    </>
  );
}

function LimitForm({
  address,
  quota: { resource, per, limit, defaultLimit },
}: {
  address: QuotasAddress;
  quota: Quota;
}) {
  const { quotas: text } = useTexts().text;
  const { noun } = text.resource(resource);
  const ofButton = <span class="visually-hidden"> {text.ofButton(noun, per)}</span>;
  return (
    <form method="post" action={quotasPath(address)} class="row row-close">
      <input type="hidden" name="resource" value={resource} />
      <input
        class="input input-number"
        type="number"
        name="limit"
        value={String(limit)}
        min={0}
        max={LIMIT_MAX}
        required
        aria-label={text.limitOf(noun, per)}
      />
      <button class="button button-small" type="submit" name="action" value="set">
        {text.set}
        {ofButton}
      </button>
      {limit !== defaultLimit && (
        <button class="button button-small" type="submit" name="action" value="reset">
          {text.reset}
          {ofButton}
        </button>
      )}
    </form>
  );
}
