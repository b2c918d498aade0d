import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { formFieldKinds } from '../../../../domain/consumer/subscription-form.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { linesOf, readForm, sentencesOf } from '../../../../ui/kit/form.ts';
import { readTypedForm, type TypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { catalogPath, productPath, subscriptionFormPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import {
  FieldInputs,
  type FieldOfForm,
  NEW_FIELD,
  NEW_TERMS,
  SUBSCRIPTION_FORM,
  TermsInputs,
  type TermsOfForm,
} from './form-parts.tsx';

const FORM = graphql(
  `query SubscriptionFormPage($org: String!, $catalog: String!, $product: VersionedName!) {
    catalogProduct(org: $org, catalog: $catalog, product: $product) {
      title version catalog { title }
      plans(first: 200) { name }
      subscriptionForm { ...SubscriptionForm }
    }
  }`,
  [SUBSCRIPTION_FORM],
);

const SET = graphql(`
  mutation SetSubscriptionForm($input: SetSubscriptionFormInput!) { setSubscriptionForm(input: $input) { name } }
`);

const PATH = '/catalogs/:org/:catalog/forms/:name/:version';
const FIELDS = ['label', 'name', 'help', 'choices', 'plans', 'title', 'version', 'markdown', 'url'] as const;

type Found = NonNullable<ResultOf<typeof FORM>['catalogProduct']>;
type Form = { readonly fields: readonly FieldOfForm[]; readonly terms: readonly TermsOfForm[] };
type Address = { readonly org: string; readonly catalog: string; readonly product: string };
type FormPart = 'field' | 'terms';
type RefusedPart = { readonly part: FormPart; readonly refused: PageRefusal; readonly typed: TypedForm };

const addressIn = ({ req }: Context): Address => ({
  org: req.param('org') ?? '',
  catalog: req.param('catalog') ?? '',
  product: `${req.param('name')}:${req.param('version')}`,
});

const formOf = ({ subscriptionForm }: Found): Form => subscriptionForm ?? { fields: [], terms: [] };

/** Adds the page on which a provider says what a product asks of subscribers. */
export function subscriptionForm(pages: ConsolePages): void {
  pages.get(PATH, (c) => showForm(c, addressIn(c)));

  pages.post(PATH, async (c) => {
    const address = addressIn(c);
    const { run } = c.var.pageContext.session;
    const { catalogProduct: found } = await run(FORM, address);
    if (!found) return showNotFound(c);
    const { part, action, of } = await readForm(c, 'part', 'action', 'of');
    const kept = action === 'delete' ? undefined : await thingIn(c);
    const form = formOf(found);
    const { fields, terms } =
      part === 'terms'
        ? { ...form, terms: replaced(form.terms, of, kept?.terms) }
        : { ...form, fields: replaced(form.fields, of, kept?.field) };
    const input = {
      ...address,
      fields: fields.map((field) => ({ ...field, choices: [...field.choices], plans: [...field.plans] })),
      terms: terms.map((each) => ({ ...each, plans: [...each.plans] })),
    };
    const { refused } = await attempt(run(SET, { input }));
    if (!refused) return c.redirect(`${subscriptionFormPath(address)}?done=subscriptionForm`, 303);
    const typed = await readTypedForm(c);
    return showForm(c, address, { part: part === 'terms' ? 'terms' : 'field', refused, typed });
  });
}

/** Puts a thing in the place of another, else behind all. Undefined takes the other away. */
function replaced<Thing extends { readonly name: string }>(
  things: readonly Thing[],
  name: string,
  thing: Thing | undefined,
): Thing[] {
  const isThere = things.some((each) => each.name === name);
  const kept = things.flatMap((each) => (each.name === name ? (thing ?? []) : each));
  return isThere || !thing ? kept : [...kept, thing];
}

/** Reads what a form has sent, as a field and as terms. */
async function thingIn(c: Context): Promise<{ readonly field: FieldOfForm; readonly terms: TermsOfForm }> {
  const { kind, required, ...form } = await readForm(c, 'kind', 'required', ...FIELDS);
  const common = { name: form.name.trim(), plans: linesOf(form.plans) };
  return {
    field: {
      ...common,
      label: form.label,
      kind: formFieldKinds.find((each) => each === kind) ?? 'TEXT',
      help: form.help,
      required: required === 'true',
      choices: sentencesOf(form.choices),
    },
    terms: {
      ...common,
      title: form.title,
      version: form.version,
      markdown: form.markdown.replaceAll('\r\n', '\n'),
      url: form.url,
    },
  };
}

async function showForm(c: Context<ConsoleEnv>, address: Address, sent?: RefusedPart): Promise<Response> {
  const { session, text } = c.var.pageContext;
  const { catalogProduct: found } = await session.run(FORM, address);
  if (!found) return showNotFound(c);
  const words = text.products.subscriptionForms;
  const product = `${found.title} ${found.version}`;
  const form = formOf(found);
  const plans = found.plans.map(({ name }) => name);
  const field = form.fields.find(({ name }) => name === c.req.query('field')) ?? NEW_FIELD;
  const terms = form.terms.find(({ name }) => name === c.req.query('terms')) ?? NEW_TERMS;
  const refusedOf = (part: FormPart) => (sent?.part === part ? sent.refused : undefined);
  const mayChange = allowsChange(session);
  const path = subscriptionFormPath(address);
  return show(
    c.var.pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[
          { title: text.products.audiences.catalog(found.catalog.title), href: catalogPath(address) },
          { title: product, href: productPath(address) },
        ]}
      />
      <h1 class="title">{words.titleOf(product)}</h1>
      <Done done={c.req.query('done')} />
      <p class="lead">{words.lead}</p>
      <Section id="fields-heading" title={words.fields} class="section stack">
        <FieldTable path={path} fields={form.fields} />
        {mayChange && (
          <PartForm part="field" path={path} of={field.name} sent={sent}>
            <FieldInputs thing={field} plans={plans} refused={refusedOf('field')} />
          </PartForm>
        )}
      </Section>
      <Section id="terms-heading" title={words.terms} class="section stack">
        <TermsTable path={path} terms={form.terms} />
        {mayChange && (
          <PartForm part="terms" path={path} of={terms.name} sent={sent}>
            <TermsInputs thing={terms} plans={plans} refused={refusedOf('terms')} />
          </PartForm>
        )}
      </Section>
    </>,
    { title: words.titleOf(product), org: address.org, refused: sent?.refused },
  );
}

function FieldTable({ path, fields }: { readonly path: string; readonly fields: Form['fields'] }) {
  const { subscriptionForms: words } = useTexts().text.products;
  if (fields.length === 0) return <p class="text">{words.noFields}</p>;
  return (
    <Table
      caption={words.fields}
      rows={fields}
      columns={[
        {
          heading: words.label,
          cell: ({ name, label }) => (
            <a class="link" href={`${path}?field=${name}#field-form`}>
              {label}
            </a>
          ),
        },
        { heading: words.kind, cell: ({ kind }) => words.kinds[kind] },
        { heading: words.isRequired, cell: ({ required }) => (required ? words.yes : words.no) },
        { heading: words.plans, cell: ({ plans }) => plans.join(', ') || words.allPlans },
      ]}
    />
  );
}

function TermsTable({ path, terms }: { readonly path: string; readonly terms: Form['terms'] }) {
  const { subscriptionForms: words } = useTexts().text.products;
  if (terms.length === 0) return <p class="text">{words.noTerms}</p>;
  return (
    <Table
      caption={words.terms}
      rows={terms}
      columns={[
        {
          heading: words.title,
          cell: ({ name, title }) => (
            <a class="link" href={`${path}?terms=${name}#terms-form`}>
              {title}
            </a>
          ),
        },
        { heading: words.version, cell: ({ version }) => version },
        { heading: words.plans, cell: ({ plans }) => plans.join(', ') || words.allPlans },
      ]}
    />
  );
}

type PartFormProps = {
  readonly part: FormPart;
  readonly path: string;
  /** The name of what is changed; empty for something new. */
  readonly of: string;
  readonly sent: RefusedPart | undefined;
  readonly children?: Child;
};

function PartForm({ part, path, of, sent, children }: PartFormProps) {
  const { subscriptionForms: words } = useTexts().text.products;
  const own = sent?.part === part ? sent : undefined;
  const [newTitle, titleOf] =
    part === 'field' ? [words.newField, words.editField] : [words.newTerms, words.editTerms];
  return (
    <form method="post" action={path} class="card form" id={`${part}-form`}>
      <h3 class="subheading">{of === '' ? newTitle : titleOf(of)}</h3>
      <RefusedNotice refused={own?.refused} beside={FIELDS} />
      <input type="hidden" name="part" value={part} />
      <input type="hidden" name="of" value={of} />
      <TypedFormContext.Provider value={own?.typed}>{children}</TypedFormContext.Provider>
      <p class="row">
        <button class="button button-primary" type="submit" name="action" value="save">
          {words.save}
        </button>
        {of !== '' && (
          <>
            <button class="button button-danger" type="submit" name="action" value="delete" formnovalidate>
              {words.remove}
            </button>
            <a class="link" href={path}>
              {words.another}
            </a>
          </>
        )}
      </p>
    </form>
  );
}
