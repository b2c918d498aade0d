import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { RefusedNotice, refusedUnder } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import type { Messages } from '../messages.ts';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import { backendsPath, type CatalogAddress, catalogPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { Links } from '../parts/links.tsx';
import { linkTo } from '../parts/prefilled.ts';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { BACKENDS, type FoundBackends, type InCatalog } from './backends-query.ts';
import { Proofs } from './proofs.tsx';

const SET_SECRET = graphql(`
  mutation SetSecret($input: SetSecretInput!) { setSecret(input: $input) { name } }
`);

/** A back-end of the org, as the catalog has it. */
type Row = NonNullable<FoundBackends['org']>['backends'][number] & { readonly here: InCatalog | undefined };
type Secret = NonNullable<FoundBackends['catalog']>['secrets'][number];
/** A secret that was refused. Its value is not shown again. */
type RefusedSecretForm = {
  readonly name: string;
  /** Tells whether its value was given as a private key. */
  readonly isKey: boolean;
  readonly refused: PageRefusal;
};

/** Adds the back-ends of a catalog, and the secrets that gateways show them. */
export function backends(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/backends', (c) => showBackends(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/backends', async (c) => {
    const address = c.req.param();
    const { name, value, privateKey } = await readForm(c, 'name', 'value', 'privateKey');
    const input = { ...address, name: name.trim(), value: value || privateKey.trim() };
    const { refused } = await attempt(c.var.pageContext.session.run(SET_SECRET, { input }));
    const isKey = value === '' && privateKey !== '';
    if (refused) return showBackends(c, address, { name, isKey, refused });
    return c.redirect(`${backendsPath(address)}?done=secret`, 303);
  });
}

async function showBackends(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  sent?: RefusedSecretForm,
): Promise<Response> {
  const { session, text: texts } = c.var.pageContext;
  const text = texts.backends;
  const { org, catalog } = await session.run(BACKENDS, address);
  if (!org || !catalog) return showNotFound(c);
  const title = text.title(catalog.title);
  const rows = org.backends.map((each) => ({
    ...each,
    here: catalog.backends.find(({ backend }) => backend.name === each.name),
  }));
  const mayChange = allowsChange(session);
  return show(
    c.var.pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[{ title: text.catalog(catalog.title), href: catalogPath(address) }]}
      />
      <h1 class="title">{title}</h1>
      <CatalogTabs address={address} current="Back-ends" />
      <p class="lead">{text.lead}</p>
      <Done done={c.req.query('done')} />
      <Backends address={address} rows={rows} mayChange={mayChange} now={c.var.pageContext.clock()} />
      <Secrets address={address} secrets={catalog.secrets} mayChange={mayChange} />
      {mayChange ? (
        <SecretForm action={backendsPath(address)} sent={sent} />
      ) : (
        <RefusedNotice refused={sent?.refused} />
      )}
    </>,
    { title, org: address.org, refused: sent?.refused },
  );
}

type BackendsProps = {
  readonly address: CatalogAddress;
  readonly rows: readonly Row[];
  readonly mayChange: boolean;
  readonly now: Date;
};

function Backends({ address, rows, mayChange, now }: BackendsProps) {
  const { backends: texts } = useTexts().text;
  const text = texts.backends;
  const create = { name: text.create, href: linkTo('createBackend', { org: address.org, name: '' }) };
  const changes: Column<Row>[] = mayChange
    ? [
        {
          heading: texts.change,
          cell: (row) => <Links of={row.name} links={changesOf(texts, address, row)} />,
        },
      ]
    : [];
  return (
    <section class="section stack">
      {rows.length === 0 ? (
        <p class="text">{texts.none}</p>
      ) : (
        <Table
          caption={text.caption}
          rows={rows}
          columns={[
            { heading: text.backend, cell: ({ name }) => name },
            { heading: text.targets, cell: ({ here }) => <Targets here={here} /> },
            { heading: text.credentials, cell: ({ here }) => here && <Proofs here={here} now={now} /> },
            ...changes,
          ]}
        />
      )}
      {mayChange && <Links of={text.createIn(address.org)} links={[create]} />}
    </section>
  );
}

function Targets({ here }: { here: InCatalog | undefined }) {
  const text = useTexts().text.backends.targets;
  if (!here) return <Badge tone="bad">{text.notSet}</Badge>;
  return (
    <ul class="plain-list">
      {here.targets.map(({ url, weight, drained, health }) => (
        <li>
          <span class="address">{url}</span>
          {here.targets.length > 1 && ` ${text.weight(weight)}`} {drained && <Badge>{text.drained}</Badge>}{' '}
          {health && <Health {...health} />}
        </li>
      ))}
    </ul>
  );
}

type HealthProps = NonNullable<InCatalog['targets'][number]['health']>;

function Health({ state, since, fault }: HealthProps) {
  const text = useTexts().text.backends.targets;
  if (state === 'UNKNOWN') return <Badge>{text.notChecked}</Badge>;
  if (state === 'HEALTHY') return <Badge tone="good">{text.healthy}</Badge>;
  return (
    <>
      <Badge tone="bad">{text.unhealthy}</Badge> {text.since(since)} {fault}
    </>
  );
}

type BackendTexts = Messages['backends'];

/** Links of a back-end: its mutations, with what it is now. */
function changesOf(text: BackendTexts, { org, catalog }: CatalogAddress, { name: backend, here }: Row) {
  const address = { org, catalog, backend };
  const targets = here?.targets.map(({ health: _, ...target }) => target) ?? [{ url: '' }];
  const credentials = here && withoutNull(here.credentials);
  const healthCheck = here?.healthCheck ? withoutNull(here.healthCheck) : undefined;
  const sticky = here?.sticky ? withoutNull(here.sticky) : undefined;
  return [
    {
      name: here ? text.change : text.backends.set,
      href: linkTo('setBackend', { ...address, targets, credentials, healthCheck, sticky, dryRun: true }),
    },
    ...renewalOf(text, address, here),
    ...(here ? [{ name: text.backends.remove, href: linkTo('removeBackend', address) }] : []),
  ];
}

/** Characters of authorities that fit into a link. */
const AUTHORITIES_MAX = 4_000;

/** Link to another client certificate, where there is one. Its input has all of TLS, which would be lost otherwise. */
function renewalOf(text: Messages['backends'], address: object, here: InCatalog | undefined) {
  const { tls } = here ?? {};
  if (!tls?.certificateEndsAt || (tls.authorities ?? '').length > AUTHORITIES_MAX) return [];
  const { key, authorities } = tls;
  const renewed = { certificate: '', key, ...(authorities !== null && { authorities }) };
  return [
    { name: text.backends.renew, href: linkTo('setBackend', { ...address, tls: renewed, dryRun: true }) },
  ];
}

const withoutNull = (members: object) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && !isEmptyList(value)));

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

type SecretsProps = {
  readonly address: CatalogAddress;
  readonly secrets: readonly Secret[];
  readonly mayChange: boolean;
};

function Secrets({ address, secrets, mayChange }: SecretsProps) {
  const { text: texts, format } = useTexts();
  const { change, secrets: text } = texts.backends;
  const remove = (name: string) => [
    { name: text.delete, href: linkTo('deleteSecret', { ...address, name }) },
  ];
  const changes: Column<Secret>[] = mayChange
    ? [{ heading: change, cell: ({ name }) => <Links of={name} links={remove(name)} /> }]
    : [];
  return (
    <section class="section stack">
      <h2 class="heading">{text.title}</h2>
      {secrets.length === 0 ? (
        <p class="text">{text.none}</p>
      ) : (
        <Table
          caption={text.title}
          rows={secrets}
          columns={[
            { heading: text.secret, cell: ({ name }) => name },
            { heading: text.changedAt, cell: ({ changedAt }) => format.dateTime(changedAt) },
            ...changes,
          ]}
        />
      )}
    </section>
  );
}

function SecretForm({ action, sent }: { action: string; sent: RefusedSecretForm | undefined }) {
  const { backends, nameField } = useTexts().text;
  const text = backends.secrets;
  return (
    <Section id="secret-heading" title={text.set}>
      <RefusedNotice refused={sent?.refused} beside={['name', 'value']} />
      <form method="post" action={action} class="card form">
        <Field
          name="name"
          label={text.name}
          hint={text.nameHint}
          value={sent?.name}
          refused={sent?.refused}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title={nameField.pattern('crm-password')}
          maxlength={63}
          autocomplete="off"
          required
        />
        <Field
          name="value"
          label={text.value}
          hint={text.valueHint}
          type="password"
          refused={sent?.isKey ? undefined : sent?.refused}
          autocomplete="off"
          maxlength={4096}
        />
        <LinesField
          name="privateKey"
          label={text.privateKey}
          hint={text.privateKeyHint}
          value=""
          refused={sent?.isKey ? refusedUnder(sent.refused, { value: 'privateKey' }) : undefined}
        />
        <div>
          <button class="button button-primary" type="submit">
            {text.submit}
          </button>
        </div>
      </form>
    </Section>
  );
}
