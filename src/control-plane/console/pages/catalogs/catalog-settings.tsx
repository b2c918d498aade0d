import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { imageIn, linesOf, readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import { type CatalogAddress, catalogSettingsPath, portalPagesPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { linksIn } from '../parts/link-lines.ts';
import { TitleField } from '../parts/name-field.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { LINT_POLICY_FIELDS, LintPolicyFields, lintPolicyIn } from '../rule-sets/lint-policy-fields.tsx';
import { BrandingFields } from './branding-fields.tsx';
import { CATALOG, type Catalog, type SettingsPage } from './catalog-settings-query.ts';
import { ChangePolicySection } from './change-policy-section.tsx';
import { CredentialPolicyFields } from './credential-policy-fields.tsx';
import { MAIL_FIELDS, MailFields, mailIn } from './mail-fields.tsx';
import { SettingsFacts } from './settings-facts.tsx';
import { SIGN_IN_FIELDS, SignInFields, signInIn } from './sign-in-fields.tsx';
import { USAGE_ALERT_FIELDS, UsageAlertFields, usageAlertsIn } from './usage-alert-fields.tsx';

const UPDATE = graphql(`
  mutation UpdateCatalog($input: UpdateCatalogInput!) { updateCatalog(input: $input) { name title } }
`);

type Input = VariablesOf<typeof UPDATE>['input'];

/** Adds the page of a catalog's settings, its branding among them. */
export function catalogSettings(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/settings', (c) => showSettings(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/settings', async (c) => {
    demandChange(c);
    const address = c.req.param();
    const { action } = await readForm(c, 'action');
    const input = await inputIn(c, address);
    if (action === 'preview') return showSettings(c, address, { input });
    const { refused } = await attempt(c.var.pageContext.session.run(UPDATE, { input }));
    if (refused) return showSettings(c, address, { input, refused });
    return c.redirect(`${catalogSettingsPath(address)}?done=catalog`, 303);
  });
}

const FIELDS = [
  'title',
  'selfServiceSignUp',
  'maxDays',
  'noticeDays',
  'usageAlerts',
  ...USAGE_ALERT_FIELDS,
  'mail',
  ...MAIL_FIELDS,
  ...LINT_POLICY_FIELDS,
  ...SIGN_IN_FIELDS,
  'name',
  'light',
  'dark',
  'noLogo',
  'featured',
  'links',
] as const;

/** Fields that show their refusal themselves. */
const BESIDE = [
  'title',
  'maxDays',
  'noticeDays',
  ...USAGE_ALERT_FIELDS,
  ...MAIL_FIELDS,
  ...LINT_POLICY_FIELDS,
  'signInProviders',
  'name',
  'light',
  'dark',
  'logo',
  'featured',
  'links',
] as const;

/** Reads the form. An empty text takes a part of the branding away; a logo stays unless a file is chosen. */
async function inputIn(c: Context<ConsoleEnv>, { org, catalog }: CatalogAddress): Promise<Input> {
  const form = await readForm(c, ...FIELDS);
  const logo = await imageIn(c, 'logo');
  const [light, dark] = [form.light.trim(), form.dark.trim()];
  return {
    org,
    name: catalog,
    title: form.title,
    selfServiceSignUp: form.selfServiceSignUp !== '',
    credentialPolicy:
      form.maxDays.trim() === ''
        ? null
        : {
            maxDays: Number(form.maxDays),
            noticeDays: form.noticeDays.trim() === '' ? null : Number(form.noticeDays),
          },
    usageAlerts: usageAlertsIn(form),
    mail: mailIn(form, c.var.pageContext.text.catalogs.settings.mail.wrongTemplates),
    lintPolicy: lintPolicyIn(form),
    signIn: signInIn(form, c.var.pageContext.text.catalogs.settings.signIn.wrong),
    branding: {
      name: form.name.trim() || null,
      accent: light === '' && dark === '' ? null : { light, dark },
      ...(form.noLogo !== '' && { logo: null }),
      ...(logo !== undefined && { logo }),
      featured: linesOf(form.featured),
      links: linksIn(form.links),
    },
  };
}

/** The form that was sent, for a preview or with its refusal. */
type SettingsOutcome = { readonly input: Input; readonly refused?: PageRefusal };

async function showSettings(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  sent?: SettingsOutcome,
): Promise<Response> {
  const refused = sent?.refused;
  const { pageContext } = c.var;
  const { catalogs } = pageContext.text;
  const words = catalogs.settings;
  const { catalog, org } = await pageContext.session.run(CATALOG, address);
  if (!catalog || !org) return showNotFound(c);
  const title = words.title(catalog.title);
  return show(
    pageContext,
    <>
      <PageHeader crumbs={<Crumbs org={address.org} />} title={catalogs.titleOf(catalog.title)}>
        <a class="button" href={catalog.portalUrl}>
          {words.seePortal}
        </a>
        <a class="button" href={portalPagesPath(address)}>
          {pageContext.text.portalPages.title}
        </a>
      </PageHeader>
      <CatalogTabs address={address} current="Settings" />
      <Done done={c.req.query('done')} />
      <RefusedNotice refused={refused} beside={BESIDE} />
      <Facts
        facts={{
          [words.gateway]: <code class="code">{catalog.gatewayUrl}</code>,
          [words.portal]: <code class="code">{catalog.portalUrl}</code>,
        }}
      />
      {allowsChange(pageContext.session) ? (
        <SettingsForm address={address} catalog={catalog} ruleSets={org.ruleSets} sent={sent} />
      ) : (
        <SettingsFacts catalog={catalog} />
      )}
      <ChangePolicySection
        address={address}
        policy={catalog.changePolicy}
        maySet={pageContext.session.role === 'ADMINISTRATOR'}
      />
    </>,
    { title, org: address.org, refused, scripts: ['forms.js'] },
  );
}

type RuleSetChoices = NonNullable<SettingsPage['org']>['ruleSets'];

type SettingsFormProps = {
  readonly address: CatalogAddress;
  readonly catalog: Catalog;
  readonly ruleSets: RuleSetChoices;
  readonly sent: SettingsOutcome | undefined;
};

function SettingsForm({ address, catalog, ruleSets, sent }: SettingsFormProps) {
  const { settings: words } = useTexts().text.catalogs;
  const { input: typed, refused } = sent ?? {};
  const { branding } = catalog;
  const { credentialPolicy, usageAlerts, mail, lintPolicy, signIn } = typed ?? catalog;
  const settings = {
    title: typed?.title ?? catalog.title,
    selfServiceSignUp: typed?.selfServiceSignUp ?? catalog.selfServiceSignUp,
    credentialPolicy,
    usageAlerts,
    mail,
    lintPolicy,
    signIn,
  };
  const { name, accent } = typed?.branding ?? branding;
  const brand = { name: name ?? '', light: accent?.light ?? '', dark: accent?.dark ?? '' };
  const featured = typed?.branding?.featured ?? branding.featured;
  const links = typed?.branding?.links ?? branding.links;
  return (
    <form
      method="post"
      action={catalogSettingsPath(address)}
      enctype="multipart/form-data"
      class="section stack"
      data-brand
    >
      <div class="columns">
        <GeneralFields settings={settings} ruleSets={ruleSets} refused={refused} />
        <BrandingFields
          brand={brand}
          featured={featured}
          links={links}
          logo={branding.logo}
          title={settings.title}
          refused={refused}
        />
      </div>
      <p class="row">
        <button class="button button-primary" type="submit" name="action" value="save">
          {words.save}
        </button>
        <button class="button" type="submit" name="action" value="preview">
          {words.preview}
        </button>
      </p>
      <AsGraphQL
        document={UPDATE}
        variables={{
          input: {
            org: address.org,
            name: address.catalog,
            ...settings,
            branding,
          },
        }}
      />
    </form>
  );
}

type GeneralFieldsProps = {
  readonly settings: Omit<Input, 'org' | 'name' | 'title' | 'selfServiceSignUp' | 'branding'> &
    Pick<Catalog, 'title' | 'selfServiceSignUp'>;
  readonly ruleSets: RuleSetChoices;
  readonly refused: PageRefusal | undefined;
};

function GeneralFields({ settings, ruleSets, refused }: GeneralFieldsProps) {
  const { settings: words } = useTexts().text.catalogs;
  return (
    <div class="card form">
      <h2 class="heading">{words.general}</h2>
      <TitleField value={settings.title} refused={refused} />
      <CheckBox
        id="selfServiceSignUp"
        name="selfServiceSignUp"
        value="yes"
        label={words.anybody}
        hint={words.anybodyHint}
        checked={settings.selfServiceSignUp}
      />
      <CredentialPolicyFields policy={settings.credentialPolicy} refused={refused} />
      <UsageAlertFields policy={settings.usageAlerts} refused={refused} />
      <MailFields policy={settings.mail} refused={refused} />
      <LintPolicyFields policy={settings.lintPolicy} ruleSets={ruleSets} refused={refused} />
      <SignInFields policy={settings.signIn} refused={refused} />
    </div>
  );
}
