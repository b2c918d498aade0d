import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { readTypedForm, type TypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import { type CatalogAddress, catalogPath, rehearsalPath, rehearsalsPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';

const REHEARSALS = graphql(`
  query CatalogRehearsals($org: String!, $catalog: String!, $first: Int!, $offset: Int!) {
    catalog(org: $org, name: $catalog) {
      title
      products(state: [STAGED, PUBLISHED, DEPRECATED], first: 200) { name version state }
    }
    rehearsalCount(org: $org, catalog: $catalog)
    rehearsals(org: $org, catalog: $catalog, first: $first, offset: $offset) {
      id state old { name version } new { name version } differenceCount startedAt startedBy endsAt endedAt
    }
  }
`);

const REHEARSE = graphql(`
  mutation StartRehearsal($input: RehearseInput!) { rehearse(input: $input) { id } }
`);

type Row = ResultOf<typeof REHEARSALS>['rehearsals'][number];
type ProductRow = NonNullable<ResultOf<typeof REHEARSALS>['catalog']>['products'][number];
type RefusedForm = { readonly refused: PageRefusal; readonly typed: TypedForm };

const ROWS = 25;
const PATH = '/catalogs/:org/:catalog/rehearsals';

/** Adds the rehearsals of a catalog, and the form that starts one. */
export function rehearsals(pages: ConsolePages): void {
  pages.get(PATH, (c) => showRehearsals(c, c.req.param()));

  pages.post(PATH, async (c) => {
    demandChange(c);
    const address = c.req.param();
    const { result, refused } = await attempt(
      c.var.pageContext.session.run(REHEARSE, { input: { ...address, ...(await inputIn(c)) } }),
    );
    if (refused) return showRehearsals(c, address, { refused, typed: await readTypedForm(c) });
    return c.redirect(rehearsalPath(address, result.rehearse.id), 303);
  });
}

async function inputIn(c: Context) {
  const {
    old,
    new: successor,
    minutes,
    sample,
    ignore,
  } = await readForm(c, 'old', 'new', 'minutes', 'sample', 'ignore');
  return {
    old,
    new: successor,
    minutes: Number(minutes),
    sample: Number(sample) / 100,
    ignore: ignore.split(/\s+/).flatMap((pointer) => (pointer === '' ? [] : [{ pointer }])),
  };
}

async function showRehearsals(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  sent?: RefusedForm,
): Promise<Response> {
  const { pageContext } = c.var;
  const { rehearsals: words, pager } = pageContext.text;
  const page = pageOfList(c.req.query('page'), ROWS);
  const found = await pageContext.session.run(REHEARSALS, {
    ...address,
    first: ROWS,
    offset: offsetOf(page),
  });
  const { catalog, rehearsalCount, rehearsals: rows } = found;
  if (!catalog) return showNotFound(c);
  const title = words.title(catalog.title);
  return show(
    pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[{ title: words.catalog(catalog.title), href: catalogPath(address) }]}
      />
      <h1 class="title">{title}</h1>
      <p class="lead">{words.lead}</p>
      <RefusedNotice refused={sent?.refused} />
      <div class="stack">
        <Rehearsals address={address} rows={rows} />
        <Pager
          page={page}
          total={rehearsalCount}
          href={(number) => `${rehearsalsPath(address)}?page=${number}`}
          text={pager(words.rehearsals)}
        />
      </div>
      {allowsChange(pageContext.session) && (
        <StartForm
          address={address}
          products={catalog.products}
          chosen={{ old: c.req.query('old'), new: c.req.query('new') }}
          sent={sent}
        />
      )}
    </>,
    { title, org: address.org, refused: sent?.refused },
  );
}

function Rehearsals({ address, rows }: { readonly address: CatalogAddress; readonly rows: readonly Row[] }) {
  const { text, format } = useTexts();
  const words = text.rehearsals;
  if (rows.length === 0) return <EmptyState icon="git-compare" title={words.none} text={words.noneText} />;
  const columns: readonly Column<Row>[] = [
    {
      heading: words.what,
      cell: ({ id, old, new: successor }) => (
        <a class="link" href={rehearsalPath(address, id)}>
          {words.name(versionedName(old), versionedName(successor))}
        </a>
      ),
    },
    { heading: words.state, cell: ({ state }) => <State state={state} /> },
    {
      heading: words.differences,
      isNumber: true,
      cell: ({ differenceCount }) => format.number(differenceCount),
    },
    { heading: words.started, cell: ({ startedAt }) => <When at={startedAt} /> },
    { heading: words.ends, cell: ({ endedAt, endsAt }) => <When at={endedAt ?? endsAt} /> },
  ];
  return <Table caption={words.caption} rows={rows} columns={columns} />;
}

type StartFormProps = {
  readonly address: CatalogAddress;
  readonly products: readonly ProductRow[];
  readonly chosen: { readonly old: string | undefined; readonly new: string | undefined };
  readonly sent: RefusedForm | undefined;
};

function StartForm({ address, products, chosen, sent }: StartFormProps) {
  const { text } = useTexts();
  const words = text.rehearsals;
  const options = products.map((product) => ({
    value: versionedName(product),
    label: `${versionedName(product)} (${text.label(product.state)})`,
    isCalled: product.state !== 'STAGED',
  }));
  const called = options.filter(({ isCalled }) => isCalled);
  return (
    <Section id="start-heading" title={words.start}>
      {called.length === 0 || options.length < 2 ? (
        <p class="text">{words.noProducts}</p>
      ) : (
        <TypedFormContext.Provider value={sent?.typed}>
          <form class="card form" method="post" action={rehearsalsPath(address)}>
            <SelectField
              name="old"
              label={words.old}
              options={called}
              value={chosen.old ?? called[0]?.value ?? ''}
              refused={sent?.refused}
            />
            <SelectField
              name="new"
              label={words.new}
              hint={words.newHint}
              options={options}
              value={chosen.new ?? options[0]?.value ?? ''}
              refused={sent?.refused}
            />
            <Field
              name="minutes"
              label={words.minutes}
              type="number"
              value="60"
              refused={sent?.refused}
              required
            />
            <Field name="sample" label={words.sample} value="10" refused={sent?.refused} required />
            <LinesField
              name="ignore"
              label={words.ignore}
              hint={words.ignoreHint}
              value=""
              refused={sent?.refused}
            />
            <div>
              <button class="button button-primary" type="submit">
                {words.submit}
              </button>
            </div>
          </form>
        </TypedFormContext.Provider>
      )}
    </Section>
  );
}
