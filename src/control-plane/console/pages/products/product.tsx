import type { Context } from 'hono';
import { readVersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { SelectField } from '../../../../ui/components/field.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { readTypedForm, type TypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import type { Messages } from '../messages.ts';
import { ToldChange } from '../overview/told-change.tsx';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { actionPath, apiPath, productPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { Links } from '../parts/links.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import { ProductCopies } from './product-copies.tsx';
import { PlanCard, planIn } from './product-plans.tsx';
import {
  CREATE_PLAN,
  DELETE_PLAN,
  PRODUCT,
  type Product,
  type ProductPage,
  UPDATE_PLAN,
  UPDATE_PRODUCT,
} from './product-query.ts';
import { ProductWordsForm, wordsIn } from './product-words.tsx';

type ProductAddress = { readonly org: string; readonly product: string };

/** A refused form and what was typed. Its plan is empty for a new one, and undefined for the product's own forms. */
type RefusedForm = {
  readonly action: string;
  readonly refused: PageRefusal;
  readonly typed: TypedForm;
  readonly plan?: string;
};

/** Adds the page of a product in one version, with its plans and its copies. */
export function product(pages: ConsolePages): void {
  pages.get('/products/:org/:name/:version', (c) => showProduct(c, addressIn(c)));

  pages.post('/products/:org/:name/:version', async (c) => {
    demandChange(c);
    const address = addressIn(c);
    const { action, plan } = await readForm(c, 'action', 'plan');
    const act = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : undefined;
    if (!act) return showNotFound(c);
    const { refused } = await attempt<unknown>(act(c, address, plan));
    if (refused) {
      const typed = await readTypedForm(c);
      const isOfPlan = action === 'savePlan' || action === 'deletePlan';
      return showProduct(c, address, { action, refused, typed, ...(isOfPlan && { plan }) });
    }
    return c.redirect(`${productPath(address)}?done=productSaved`, 303);
  });
}

type PlanAction = (c: Context<ConsoleEnv>, address: ProductAddress, plan: string) => Promise<unknown>;

const actions = {
  savePlan: async (c, address, name) => {
    const { run } = c.var.pageContext.session;
    const plan = await planIn(c);
    return name === ''
      ? run(CREATE_PLAN, { input: { ...address, plan } })
      : run(UPDATE_PLAN, { input: { ...address, name, plan } });
  },
  deletePlan: (c, address, name) =>
    c.var.pageContext.session.run(DELETE_PLAN, { input: { ...address, name } }),
  saveWords: async (c, address) =>
    c.var.pageContext.session.run(UPDATE_PRODUCT, { input: { ...address, ...(await wordsIn(c)) } }),
  save: async (c, address) => {
    const { visibility, subscribability } = await readForm(c, 'visibility', 'subscribability');
    const input = {
      ...address,
      visibility: visibility as Product['visibility'],
      subscribability: subscribability as Product['subscribability'],
    };
    return c.var.pageContext.session.run(UPDATE_PRODUCT, { input });
  },
} as const satisfies Record<string, PlanAction>;

const addressIn = ({ req }: Context): ProductAddress => ({
  org: req.param('org') ?? '',
  product: `${req.param('name')}:${req.param('version')}`,
});

async function showProduct(
  c: Context<ConsoleEnv>,
  address: ProductAddress,
  sent?: RefusedForm,
): Promise<Response> {
  const { pageContext } = c.var;
  const { text } = pageContext;
  const found = await pageContext.session.run(PRODUCT, { ...address, subject: address.product });
  const { product: draft, auditEvents } = found;
  if (!draft) return showNotFound(c);
  const mayChange = allowsChange(pageContext.session);
  const props = { address, draft, mayChange, sent };
  return show(
    pageContext,
    <>
      <PageHeader
        crumbs={
          <Crumbs
            org={address.org}
            trail={[{ title: text.products.page.drafts, href: `/console/apis?org=${address.org}` }]}
          />
        }
        title={`${draft.title} ${draft.version}`}
        badge={<Badge>{text.products.page.product}</Badge>}
      >
        {mayChange && (
          <Links of={address.product} links={draftLinks(text, address, { draft, found })} asButtons />
        )}
      </PageHeader>
      <Done done={c.req.query('done')} />
      <Plans {...props} />
      <ProductCopies {...props} hasCatalog={found.org?.catalogs.length !== 0} />
      <Apis {...props} />
      {mayChange && <ProductWordsForm {...props} sent={sent?.action === 'saveWords' ? sent : undefined} />}
      {mayChange && <Audience {...props} />}
      <History events={auditEvents.nodes} />
    </>,
    {
      title: text.products.page.title(address.product),
      menu: '/console/apis',
      org: address.org,
      refused: sent?.refused,
    },
  );
}

/** Links to the catalogs that the product is not in yet. */
function draftLinks(
  { products, catalogs }: Messages,
  { org, product }: ProductAddress,
  { draft, found }: { readonly draft: Product; readonly found: ProductPage },
) {
  const isIn = new Set(draft.catalogProducts.map(({ catalog }) => catalog.name));
  return (found.org?.catalogs ?? [])
    .filter(({ name }) => !isIn.has(name))
    .slice(0, 3)
    .flatMap(({ name, title }, index) => [
      {
        name: products.page.publishTo(title),
        href: actionPath({ org, catalog: name, ...readVersionedName(product) }, 'publish'),
        isPanel: true,
        // Until it is somewhere, nothing else matters as much.
        isPrimary: isIn.size === 0 && index === 0,
      },
      {
        name: catalogs.productDrafts.stageIn(title),
        href: actionPath({ org, catalog: name, ...readVersionedName(product) }, 'stage'),
        isPanel: true,
      },
    ]);
}

type PartProps = {
  readonly address: ProductAddress;
  readonly draft: Product;
  readonly mayChange: boolean;
  readonly sent: RefusedForm | undefined;
};

function Plans({ address, draft, mayChange, sent }: PartProps) {
  const { plans } = useTexts().text.products;
  const hasGraphQL = draft.apis.some(({ kind }) => kind === 'GRAPHQL');
  const props = { path: productPath(address), address, hasGraphQL, mayChange };
  const card = (plan: Product['plans'][number] | undefined) => {
    const own = sent?.plan === (plan?.name ?? '') ? sent : undefined;
    return (
      <TypedFormContext.Provider value={own?.typed}>
        <PlanCard {...props} plan={plan} refused={own?.refused} />
      </TypedFormContext.Provider>
    );
  };
  return (
    <Section id="plans-heading" title={plans.title}>
      <p class="hint">{plans.hint}</p>
      <div class="columns">
        {draft.plans.map(card)}
        {mayChange && card(undefined)}
      </div>
    </Section>
  );
}

function Apis({ address, draft, mayChange }: PartProps) {
  const { page, productApis } = useTexts().text.products;
  return (
    <Section id="apis-heading" title={page.apis}>
      <ul class="plain-list">
        {draft.apis.map((api) => (
          <li>
            <a class="link" href={apiPath({ org: address.org, api: versionedName(api) })}>
              {api.title} {api.version}
            </a>{' '}
            <code class="code">{api.basePath}</code>
          </li>
        ))}
      </ul>
      {mayChange && (
        <p>
          <a class="button" href={`${productPath(address)}/apis`} data-panel>
            {productApis.change}
          </a>
        </p>
      )}
    </Section>
  );
}

/** Options of a menu, from labels by their values. */
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function Audience({ address, draft, sent }: PartProps) {
  const { audience } = useTexts().text.products;
  const own = sent?.action === 'save' ? sent : undefined;
  const { visibility, subscribability } = draft;
  return (
    <Section id="audience-heading" title={audience.title}>
      <form method="post" action={productPath(address)} class="card form">
        <RefusedNotice refused={own?.refused} />
        <TypedFormContext.Provider value={own?.typed}>
          <SelectField
            name="visibility"
            label={audience.visibility}
            value={visibility}
            options={optionsOf(audience.visibilities)}
          />
          <SelectField
            name="subscribability"
            label={audience.subscribability}
            value={subscribability}
            options={optionsOf(audience.subscribabilities)}
          />
        </TypedFormContext.Provider>
        <button class="button" type="submit" name="action" value="save">
          {audience.save}
        </button>
        <AsGraphQL
          document={UPDATE_PRODUCT}
          variables={{ input: { ...address, visibility, subscribability } }}
        />
      </form>
    </Section>
  );
}

function History({ events }: { events: ProductPage['auditEvents']['nodes'] }) {
  const { text } = useTexts();
  const { history } = text.products;
  if (events.length === 0) return null;
  return (
    <Section id="history-heading" title={history.title}>
      <Table
        caption={history.changes}
        rows={events}
        columns={[
          { heading: history.when, cell: ({ at }) => <When at={at} /> },
          { heading: history.what, cell: (change) => <ToldChange change={change} /> },
        ]}
      />
    </Section>
  );
}
