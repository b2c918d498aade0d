import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { audiencePath, catalogPath, groupsPath, productPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { type AudienceMember, audienceIn, audienceText } from './audience-text.ts';

const AUDIENCE = graphql(`
  query ProductAudience($org: String!, $catalog: String!, $product: VersionedName!) {
    catalogProduct(org: $org, catalog: $catalog, product: $product) {
      title version visibility subscribability catalog { title }
      visibleTo { consumerOrgs groups mailDomains }
      subscribableBy { consumerOrgs groups mailDomains }
      planAudiences(first: 200) {
        plan
        visibleTo { consumerOrgs groups mailDomains }
        subscribableBy { consumerOrgs groups mailDomains }
      }
    }
  }
`);

const SET = graphql(`
  mutation SetProductAudience($input: SetProductAudienceInput!) {
    setProductAudience(input: $input) {
      shutOutCount
      shutOut(first: 20) { consumerOrg act plan subscriptions }
    }
  }
`);

const PATH = '/catalogs/:org/:catalog/audiences/:name/:version';

type Found = NonNullable<ResultOf<typeof AUDIENCE>['catalogProduct']>;
type Outcome = ResultOf<typeof SET>['setProductAudience'];
type Address = { readonly org: string; readonly catalog: string; readonly product: string };
type Form = Readonly<Record<string, string>>;
type Sent = { readonly form: Form; readonly refused?: PageRefusal; readonly checked?: Outcome };

const addressIn = ({ req }: Context): Address => ({
  org: req.param('org') ?? '',
  catalog: req.param('catalog') ?? '',
  product: `${req.param('name')}:${req.param('version')}`,
});

/** Adds the page of the audiences of a product in a catalog. */
export function audience(pages: ConsolePages): void {
  pages.get(PATH, (c) => showAudience(c, addressIn(c)));

  pages.post(PATH, async (c) => {
    const address = addressIn(c);
    const { run } = c.var.pageContext.session;
    const { catalogProduct: found } = await run(AUDIENCE, address);
    if (!found) return showNotFound(c);
    const fields = found.planAudiences.flatMap(({ plan }) => [`see-${plan}`, `use-${plan}`]);
    const form: Form = await readForm(
      c,
      'action',
      'visibility',
      'visibleTo',
      'subscribability',
      'subscribableBy',
      ...fields,
    );
    const dryRun = form['action'] !== 'save';
    const { result, refused } = await attempt(
      run(SET, { input: { ...inputOf(address, found, form), dryRun } }),
    );
    if (refused) return showAudience(c, address, { form, refused });
    if (dryRun) return showAudience(c, address, { form, checked: result.setProductAudience });
    return c.redirect(`${audiencePath(address)}?done=audience`, 303);
  });
}

function inputOf(address: Address, found: Found, form: Form) {
  const ofPlan = (text: string | undefined) => (text?.trim() ? audienceIn(text) : null);
  return {
    ...address,
    visibility: form['visibility'] as Found['visibility'],
    visibleTo: audienceIn(form['visibleTo'] ?? ''),
    subscribability: form['subscribability'] as Found['subscribability'],
    subscribableBy: audienceIn(form['subscribableBy'] ?? ''),
    plans: found.planAudiences.map(({ plan }) => ({
      plan,
      visibleTo: ofPlan(form[`see-${plan}`]),
      subscribableBy: ofPlan(form[`use-${plan}`]),
    })),
  };
}

async function showAudience(c: Context<ConsoleEnv>, address: Address, sent?: Sent): Promise<Response> {
  const { session, text } = c.var.pageContext;
  const { catalogProduct: found } = await session.run(AUDIENCE, address);
  if (!found) return showNotFound(c);
  const words = text.products.audiences;
  const title = words.titleOf(`${found.title} ${found.version}`);
  return show(
    c.var.pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[
          { title: words.catalog(found.catalog.title), href: catalogPath(address) },
          { title: `${found.title} ${found.version}`, href: productPath(address) },
        ]}
      />
      <h1 class="title">{title}</h1>
      <Done done={c.req.query('done')} />
      <RefusedNotice refused={sent?.refused} />
      {sent?.checked && <ShutOut outcome={sent.checked} />}
      <p class="text">
        {words.lead}{' '}
        <a class="link" href={groupsPath(address)}>
          {text.consumers.groups.link}
        </a>
      </p>
      <AudienceForm address={address} found={found} form={sent?.form} mayChange={allowsChange(session)} />
    </>,
    { title, org: address.org, refused: sent?.refused },
  );
}

/** A notice of the consumers that the change would shut out. */
function ShutOut({ outcome: { shutOut, shutOutCount } }: { outcome: Outcome }) {
  const words = useTexts().text.products.audiences;
  if (shutOutCount === 0) return <Notice tone="info" title={words.nobodyShutOut} />;
  return (
    <Notice tone="warning" title={words.shutOut(shutOutCount)}>
      <ul class="list">
        {shutOut.map(({ consumerOrg, act, plan, subscriptions }) => (
          <li>
            {words.loses[act](consumerOrg, plan)} {subscriptions > 0 && words.stay(subscriptions)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type AudienceFormProps = {
  readonly address: Address;
  readonly found: Found;
  readonly form: Form | undefined;
  readonly mayChange: boolean;
};

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function AudienceForm({ address, found, form, mayChange }: AudienceFormProps) {
  const { text } = useTexts();
  const { audience: labels, audiences: words } = text.products;
  const field = (name: string, label: string, value: AudienceMember | null) => (
    <Field
      name={name}
      label={label}
      value={form?.[name] ?? (value ? audienceText(value) : '')}
      autocomplete="off"
    />
  );
  return (
    <form method="post" action={audiencePath(address)} class="form">
      <Section id="product-heading" title={words.product} class="card form">
        <SelectField
          name="visibility"
          label={labels.visibility}
          value={form?.['visibility'] ?? found.visibility}
          options={optionsOf(labels.visibilities)}
        />
        {field('visibleTo', words.chosenSee, found.visibleTo)}
        <SelectField
          name="subscribability"
          label={labels.subscribability}
          value={form?.['subscribability'] ?? found.subscribability}
          options={optionsOf(labels.subscribabilities)}
        />
        {field('subscribableBy', words.chosenSubscribe, found.subscribableBy)}
        <p class="hint">{words.hint}</p>
      </Section>
      {found.planAudiences.map(({ plan, visibleTo, subscribableBy }) => (
        <Section id={`plan-${plan}-heading`} title={words.plan(plan)} class="card form">
          {field(`see-${plan}`, words.planSee, visibleTo)}
          {field(`use-${plan}`, words.planSubscribe, subscribableBy)}
        </Section>
      ))}
      {mayChange && (
        <div class="row">
          <button class="button button-primary" type="submit" name="action" value="save">
            {labels.save}
          </button>
          <button class="button" type="submit" name="action" value="check">
            {words.check}
          </button>
        </div>
      )}
    </form>
  );
}
