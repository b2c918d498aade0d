import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { type Refused, RefusedNotice, refusedUnder } from '../../../../ui/components/refused-notice.tsx';
import { readForm, readTexts } from '../../../../ui/kit/form.ts';
import { readTypedForm, type TypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { graphql } from '../../graphql.ts';
import { currentOrgScope } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { importPath, productPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { numberIn, RateLimitFields, unitOf } from '../parts/limit-fields.tsx';
import { NameField, TitleField } from '../parts/name-field.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { ApiChoice, type ChoosableApi } from './api-choice.tsx';

const OFFERED = graphql(`
  query ApisForProduct($org: String!) { org(name: $org) { apis(first: 200) { name version title basePath } } }
`);
const CREATE = graphql(`
  mutation CreateProduct($input: CreateProductInput!) { createProduct(input: $input) { name version } }
`);

type SentProduct = { readonly refused: PageRefusal; readonly typed: TypedForm };

const PLAN_TITLE = 'planTitle';
/** Fields that say for themselves what is wrong with them. */
const FIELDS = ['title', 'name', 'version', 'apis', PLAN_TITLE, 'rateLimit'] as const;

/** Adds the page that makes a product of APIs, with its first plan. */
export function newProduct(pages: ConsolePages): void {
  pages.get('/products/new', async (c) => {
    demandChange(c);
    return showForm(c);
  });
  pages.post('/products/new', async (c) => {
    demandChange(c);
    const input = await inputIn(c);
    const { result, refused } = await attempt(c.var.pageContext.session.run(CREATE, { input }));
    if (refused) return showForm(c, { refused, typed: await readTypedForm(c) });
    return c.redirect(
      `${productPath({ org: input.org ?? '', product: versionedName(result.createProduct) })}?done=product`,
      303,
    );
  });
}

type CreateInput = VariablesOf<typeof CREATE>['input'];

async function inputIn(c: Context<ConsoleEnv>): Promise<CreateInput> {
  const form = await readForm(c, 'title', 'name', 'version', 'planTitle', 'rateLimit', 'rateLimitUnit');
  return {
    org: (await currentOrgScope(c))?.org ?? '',
    title: form.title,
    name: form.name.trim() || undefined,
    version: form.version.trim(),
    apis: [...(await readTexts(c, 'apis'))],
    plans: [
      {
        title: form.planTitle,
        rateLimit: numberIn(form.rateLimit),
        rateLimitUnit: unitOf(form.rateLimitUnit),
      },
    ],
  };
}

/** Names the title of the plan as the form does. It has the title of the product besides. */
const besideItsField = (refused: PageRefusal | undefined): Refused | undefined =>
  refused?.member === 'plans' ? refusedUnder(refused, { title: PLAN_TITLE, name: PLAN_TITLE }) : refused;

async function showForm(c: Context<ConsoleEnv>, sent?: SentProduct): Promise<Response> {
  const { pageContext } = c.var;
  const { newProduct: words } = pageContext.text.products;
  const { title } = words;
  const org = (await currentOrgScope(c))?.org;
  if (org === undefined) return show(pageContext, <NoOrg />, { title });
  const { org: found } = await pageContext.session.run(OFFERED, { org });
  const apis = found?.apis ?? [];
  const trail = [{ title: pageContext.text.products.page.drafts, href: `/console/apis?org=${org}` }];
  const offered = apis.map(versionedName);
  const named = c.req.queries('api') ?? (offered.length === 1 ? offered : []);
  return show(
    pageContext,
    <>
      <PageHeader crumbs={<Crumbs org={org} trail={trail} />} title={title} lead={words.lead} />
      {apis.length === 0 ? (
        <NoApis org={org} />
      ) : (
        <TypedFormContext.Provider value={sent?.typed}>
          <ProductForm
            org={org}
            apis={apis}
            chosen={named.filter((api) => offered.includes(api))}
            refused={besideItsField(sent?.refused)}
          />
        </TypedFormContext.Provider>
      )}
    </>,
    { title, menu: '/console/apis', org, refused: sent?.refused },
  );
}

/** The way to the first API, without which there is no product. */
export function NoApis({ org }: { readonly org: string }) {
  const { productApis } = useTexts().text.products;
  return (
    <EmptyState icon="plug" title={productApis.noneOf} text={productApis.noneText}>
      <a class="button button-primary" href={importPath(org)}>
        {productApis.import}
      </a>
    </EmptyState>
  );
}

type ProductFormProps = {
  readonly org: string;
  readonly apis: readonly ChoosableApi[];
  readonly chosen: readonly string[];
  readonly refused: Refused | undefined;
};

function ProductForm({ org, apis, chosen, refused }: ProductFormProps) {
  const { newProduct: words } = useTexts().text.products;
  const only = chosen.length === 1 ? apis.find((api) => versionedName(api) === chosen[0]) : undefined;
  const first = { title: words.firstPlan, rateLimit: 100, rateLimitUnit: 'HOUR' } as const;
  return (
    <form method="post" action={`/console/products/new?org=${org}`} class="stack">
      <RefusedNotice refused={refused} beside={FIELDS} />
      <TitleField value={only?.title} hint={words.titleHint} refused={refused} />
      <div class="columns">
        <NameField value={undefined} hint={words.nameHint} refused={refused} />
        <Field
          name="version"
          label={words.version}
          hint={words.versionForm}
          value={only?.version ?? '1.0.0'}
          pattern="\d+\.\d+\.\d+"
          title={words.versionForm}
          autocomplete="off"
          refused={refused}
          required
        />
      </div>
      <ApiChoice apis={apis} chosen={chosen} refused={refused} />
      <fieldset class="choices">
        <legend class="heading">{words.plan}</legend>
        <p class="hint">{words.planHint}</p>
        <div class="form">
          <Field
            name="planTitle"
            label={words.planTitle}
            value={first.title}
            maxlength={200}
            autocomplete="off"
            refused={refused}
            required
          />
          <RateLimitFields
            id="plan"
            form={{ rateLimit: `${first.rateLimit}`, rateLimitUnit: first.rateLimitUnit }}
            refused={refused}
          />
        </div>
      </fieldset>
      <p class="row">
        <button class="button button-primary" type="submit">
          {words.create}
        </button>
        <a class="button" href={`/console/apis?org=${org}`} data-cancel>
          {words.cancel}
        </a>
      </p>
      <AsGraphQL
        document={CREATE}
        variables={{
          input: { org, title: only?.title ?? '…', version: '1.0.0', apis: chosen, plans: [first] },
        }}
      />
    </form>
  );
}
