import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { CatalogTabs } from '../parts/catalog-tabs.tsx';
import { backendsPath, type CatalogAddress, catalogPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { format } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { Links } from '../parts/links.tsx';
import { linkTo } from '../parts/prefilled.ts';
import { showNotFound } from '../parts/problem.tsx';

const BACKENDS = graphql(`
  query CatalogBackends($org: String!, $catalog: String!) {
    org(name: $org) { backends(first: 200) { name title } }
    catalog(org: $org, name: $catalog) {
      title
      backends(first: 200) {
        backend { name }
        targets { url weight drained health { state since fault } }
        healthCheck { path intervalSeconds timeoutMs healthyAfter unhealthyAfter expectedStatus }
        sticky { by header }
        tls { certificateEndsAt key }
        slowStartSeconds
        credentials { type username name secret tokenUrl clientId scopes audience }
      }
      secrets(first: 200) { name changedAt }
    }
  }
`);

const SET_SECRET = graphql(`
  mutation SetSecret($input: SetSecretInput!) { setSecret(input: $input) { name } }
`);

type Found = ResultOf<typeof BACKENDS>;
type InCatalog = NonNullable<Found['catalog']>['backends'][number];
/** A back-end of the org, as the catalog has it. */
type Row = NonNullable<Found['org']>['backends'][number] & { readonly here: InCatalog | undefined };
type Secret = NonNullable<Found['catalog']>['secrets'][number];
/** A secret that was refused. Its value is not shown again. */
type RefusedSecretForm = { readonly name: string; readonly refused: PageRefusal };

/** Adds the back-ends of a catalog, and the secrets that gateways show them. */
export function backends(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/backends', (c) => showBackends(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/backends', async (c) => {
    const address = c.req.param();
    const { name, value } = await readForm(c, 'name', 'value');
    const input = { ...address, name: name.trim(), value };
    const { refused } = await attempt(c.var.pageContext.session.run(SET_SECRET, { input }));
    if (refused) return showBackends(c, address, { name, refused });
    return c.redirect(`${backendsPath(address)}?done=secret`, 303);
  });
}

async function showBackends(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  sent?: RefusedSecretForm,
): Promise<Response> {
  const { session } = c.var.pageContext;
  const { org, catalog } = await session.run(BACKENDS, address);
  if (!org || !catalog) return showNotFound(c);
  const title = `Back-ends of ${catalog.title}`;
  const rows = org.backends.map((each) => ({
    ...each,
    here: catalog.backends.find(({ backend }) => backend.name === each.name),
  }));
  const mayChange = allowsChange(session);
  return show(
    c.var.pageContext,
    <>
      <Crumbs org={address.org} trail={[{ title: `Catalog ${catalog.title}`, href: catalogPath(address) }]} />
      <h1 class="title">{title}</h1>
      <CatalogTabs address={address} current="Back-ends" />
      <p class="lead">
        APIs name a back-end, and each catalog says where it is: the same version of a product calls another
        one in each.
      </p>
      <Done done={c.req.query('done')} />
      <Backends address={address} rows={rows} mayChange={mayChange} />
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
};

function Backends({ address, rows, mayChange }: BackendsProps) {
  const create = { name: 'Create a back-end', href: linkTo('createBackend', { org: address.org, name: '' }) };
  const changes: Column<Row>[] = mayChange
    ? [{ heading: 'Change', cell: (row) => <Links of={row.name} links={changesOf(address, row)} /> }]
    : [];
  return (
    <section class="section stack">
      {rows.length === 0 ? (
        <p class="text">There is none yet.</p>
      ) : (
        <Table
          caption="Back-ends"
          rows={rows}
          columns={[
            { heading: 'Back-end', cell: ({ name }) => name },
            { heading: 'Targets', cell: ({ here }) => <Targets here={here} /> },
            { heading: 'Credentials', cell: ({ here }) => here && credentialsIn(here) },
            ...changes,
          ]}
        />
      )}
      {mayChange && <Links of={`of ${address.org}`} links={[create]} />}
    </section>
  );
}

function Targets({ here }: { here: InCatalog | undefined }) {
  if (!here) return <Badge tone="bad">Not set here: calls are refused</Badge>;
  return (
    <ul class="plain-list">
      {here.targets.map(({ url, weight, drained, health }) => (
        <li>
          <span class="address">{url}</span>
          {here.targets.length > 1 && ` weight ${weight}`} {drained && <Badge>Drained</Badge>}{' '}
          {health && <Health {...health} />}
        </li>
      ))}
    </ul>
  );
}

type HealthProps = NonNullable<InCatalog['targets'][number]['health']>;

function Health({ state, since, fault }: HealthProps) {
  if (state === 'UNKNOWN') return <Badge>Not checked yet</Badge>;
  if (state === 'HEALTHY') return <Badge tone="good">Healthy</Badge>;
  return (
    <>
      <Badge tone="bad">Unhealthy</Badge> since {format.dateTime(since)}. {fault}
    </>
  );
}

function credentialsIn({ credentials, tls }: InCatalog): string {
  const shown = shownIn(credentials);
  if (!tls?.certificateEndsAt) return shown;
  const certificate = `Client certificate until ${format.dateTime(tls.certificateEndsAt)}, key ${tls.key}`;
  return shown === 'None' ? certificate : `${shown}; ${certificate}`;
}

function shownIn(credentials: InCatalog['credentials']): string {
  const { type, username, name, secret, tokenUrl, clientId } = credentials;
  if (type === 'NONE') return 'None';
  const where = {
    BASIC: `HTTP Basic as ${username}`,
    HEADER: `Header ${name}`,
    QUERY: `Parameter ${name}`,
    HMAC_SIGNATURE: 'HMAC of each request',
    OAUTH2_CLIENT_CREDENTIALS: `Access token of ${tokenUrl} for ${clientId}`,
    OAUTH2_TOKEN_EXCHANGE: `Exchange of each caller’s access token at ${tokenUrl} for ${clientId}`,
  };
  return `${where[type]}, secret ${secret}`;
}

/** Links of a back-end: its mutations, with what it is now. */
function changesOf({ org, catalog }: CatalogAddress, { name: backend, here }: Row) {
  const address = { org, catalog, backend };
  const targets = here?.targets.map(({ health: _, ...target }) => target) ?? [{ url: '' }];
  const credentials = here && withoutNull(here.credentials);
  const healthCheck = here?.healthCheck ? withoutNull(here.healthCheck) : undefined;
  const sticky = here?.sticky ? withoutNull(here.sticky) : undefined;
  return [
    {
      name: here ? 'Change' : 'Set',
      href: linkTo('setBackend', { ...address, targets, credentials, healthCheck, sticky, dryRun: true }),
    },
    ...(here ? [{ name: 'Remove', href: linkTo('removeBackend', address) }] : []),
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
  const remove = (name: string) => [{ name: 'Delete', href: linkTo('deleteSecret', { ...address, name }) }];
  const changes: Column<Secret>[] = mayChange
    ? [{ heading: 'Change', cell: ({ name }) => <Links of={name} links={remove(name)} /> }]
    : [];
  return (
    <section class="section stack">
      <h2 class="heading">Secrets</h2>
      {secrets.length === 0 ? (
        <p class="text">There is none yet.</p>
      ) : (
        <Table
          caption="Secrets"
          rows={secrets}
          columns={[
            { heading: 'Secret', cell: ({ name }) => name },
            { heading: 'Last set', cell: ({ changedAt }) => format.dateTime(changedAt) },
            ...changes,
          ]}
        />
      )}
    </section>
  );
}

function SecretForm({ action, sent }: { action: string; sent: RefusedSecretForm | undefined }) {
  return (
    <Section id="secret-heading" title="Set a secret">
      <RefusedNotice refused={sent?.refused} beside={['name', 'value']} />
      <form method="post" action={action} class="card form">
        <Field
          name="name"
          label="Name"
          hint="A new one, or one that gets another value."
          value={sent?.name}
          refused={sent?.refused}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title="Lower case letters, digits and single hyphens between them, for example crm-password"
          maxlength={63}
          autocomplete="off"
          required
        />
        <Field
          name="value"
          label="Value"
          hint="It cannot be read again."
          type="password"
          refused={sent?.refused}
          autocomplete="off"
          maxlength={4096}
          required
        />
        <div>
          <button class="button button-primary" type="submit">
            Set the secret
          </button>
        </div>
      </form>
    </Section>
  );
}
