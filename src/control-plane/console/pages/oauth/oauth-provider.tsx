import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { type Refused, RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { orgScopeIn, queryOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type Actions, runAction } from '../parts/run-action.ts';
import { Assignment } from './assignment.tsx';
import {
  besideIssuerField,
  ISSUER_FIELDS,
  type IssuerForm,
  issuerFormIn,
  issuerFormOf,
  issuerInputOf,
} from './external-issuer-form.tsx';
import { ChangeIssuer, IssuerCatalogs, IssuerFacts } from './external-issuer-parts.tsx';
import { OAUTH_PATH, oauthTrail, providerPath } from './oauth-labels.tsx';
import {
  besideMember,
  formIn,
  formOf,
  inputOf,
  PROVIDER_FIELDS,
  type ProviderForm,
} from './oauth-provider-form.tsx';
import {
  Addresses,
  ChangeProvider,
  DeleteProvider,
  type PartProps,
  ProviderFacts,
  SecuredApis,
} from './oauth-provider-parts.tsx';
import { PROVIDER } from './oauth-provider-query.ts';
import { SigningKeys } from './signing-keys.tsx';

const UPDATE = graphql(`
  mutation UpdateOAuthProvider($input: UpdateOAuthProviderInput!) { updateOAuthProvider(input: $input) { name } }
`);
const DELETE = graphql(
  `mutation DeleteOAuthProvider($input: NameInput!) { deleteOAuthProvider(input: $input) }`,
);
const ROTATE = graphql(`
  mutation RotateSigningKey($input: RotateSigningKeyInput!) { rotateSigningKey(input: $input) { name } }
`);
const ASSIGN = graphql(`
  mutation AssignOAuthProvider($input: AssignOAuthProviderInput!) { assignOAuthProvider(input: $input) { name } }
`);
const UNASSIGN = graphql(`
  mutation UnassignOAuthProvider($input: AssignOAuthProviderInput!) { unassignOAuthProvider(input: $input) { name } }
`);

const ROWS = 25;

type Target = { readonly org: string; readonly name: string };
/** The values of the form of a provider, be it an external issuer. */
type ProviderOrIssuerForm = ProviderForm & IssuerForm;
type ProviderActionForm = ProviderOrIssuerForm & { readonly action: string; readonly catalog: string };
type ShowProviderInput = { readonly refused: PageRefusal; readonly form: ProviderOrIssuerForm | undefined };

/** Adds the page of an OAuth provider: its addresses, keys, dependents, and settings. */
export function oauthProvider(pages: ConsolePages): void {
  pages.get('/oauth/providers/:name', (c) => showProvider(c));

  pages.post('/oauth/providers/:name', async (c) => {
    const target = { org: orgScopeIn(c)?.org ?? '', name: c.req.param('name') };
    const typed = { ...(await issuerFormIn(c)), ...(await formIn(c)) };
    const form = { ...(await readForm(c, 'action', 'catalog')), ...typed };
    const acted = await runAction(c, actions, { target, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    const isSave = form.action === 'save' || form.action === 'saveIssuer';
    if (refused) return showProvider(c, { refused, form: isSave ? form : undefined });
    const { org, name } = target;
    const next = result === 'providerDeleted' ? OAUTH_PATH + queryOf({ org }) : providerPath(org, name);
    return c.redirect(`${next}&done=${result}`, 303);
  });
}

/** Actions of the page's buttons. */
const actions: Actions<Target, ProviderActionForm> = {
  async save(run, target, form) {
    await run(UPDATE, { input: { ...target, ...inputOf(form) } });
    return 'saved';
  },
  async saveIssuer(run, target, form) {
    await run(UPDATE, { input: { ...target, ...issuerInputOf(form) } });
    return 'saved';
  },
  async assign(run, { org, name }, { catalog }) {
    await run(ASSIGN, { input: { org, catalog, oauthProvider: name } });
    return 'assigned';
  },
  async unassign(run, { org, name }, { catalog }) {
    await run(UNASSIGN, { input: { org, catalog, oauthProvider: name } });
    return 'unassigned';
  },
  async rotate(run, { org, name }) {
    await run(ROTATE, { input: { org, oauthProvider: name } });
    return 'keyRotated';
  },
  async withdraw(run, { org, name }) {
    await run(ROTATE, { input: { org, oauthProvider: name, compromised: true } });
    return 'keysWithdrawn';
  },
  async delete(run, target) {
    await run(DELETE, { input: target });
    return 'providerDeleted';
  },
};

async function showProvider(c: Context<ConsoleEnv>, sent?: ShowProviderInput): Promise<Response> {
  const { pageContext } = c.var;
  const org = orgScopeIn(c)?.org ?? '';
  const page = pageOfList(c.req.query('apis'), ROWS);
  const variables = { org, name: c.req.param('name') ?? '', first: ROWS, offset: offsetOf(page) };
  const { viewer, org: found, oauthProvider: provider } = await pageContext.session.run(PROVIDER, variables);
  if (!found || !provider) return showNotFound(c);
  const { text } = pageContext;
  const path = providerPath(org, provider.name);
  const part = { path, provider, mayChange: allowsChange(pageContext.session) };
  const refused = sent?.refused;
  const beside = provider.issuer ? besideIssuerField(refused) : besideMember(refused);
  return show(
    pageContext,
    <>
      <Crumbs org={org} trail={oauthTrail(text.oauth, org, viewer.orgs)} />
      <h1 class="title">{provider.title}</h1>
      <RefusedNotice refused={beside} beside={sent?.form ? [...PROVIDER_FIELDS, ...ISSUER_FIELDS] : []} />
      <Done done={c.req.query('done')} />
      {provider.warnings.map((warning) => (
        <Notice tone="warning">
          <p class="text">{text.oauth.providerWarning(warning)}</p>
        </Notice>
      ))}
      <Described org={org} {...part} />
      {part.mayChange && (
        <Assignment
          path={path}
          catalogs={found.catalogs}
          assigned={provider.catalogs.map((catalog) => catalog.name)}
        />
      )}
      <SecuredApis org={org} provider={provider}>
        <Pager
          page={page}
          total={provider.securedApiCount}
          href={(number) => `${path}&apis=${number}`}
          text={text.pager(text.oauth.securedApis.rows)}
        />
      </SecuredApis>
      {!provider.issuer && <SigningKeys {...part} />}
      {part.mayChange && (
        <>
          <Change {...part} sent={sent?.form} refused={beside} registries={found.userRegistries} />
          <DeleteProvider {...part} />
        </>
      )}
    </>,
    { title: provider.title, menu: OAUTH_PATH, org, refused },
  );
}

/** The settings of a provider, and the catalogs that it is assigned to. */
function Described({ org, ...part }: PartProps & { readonly org: string }) {
  const { provider } = part;
  return provider.issuer ? (
    <>
      <IssuerFacts {...provider} issuer={provider.issuer} />
      <IssuerCatalogs {...part} />
    </>
  ) : (
    <>
      <ProviderFacts org={org} provider={provider} />
      <Addresses {...part} />
    </>
  );
}

type ChangeProps = PartProps & {
  readonly sent: ProviderOrIssuerForm | undefined;
  readonly refused: Refused | undefined;
  readonly registries: readonly { readonly name: string; readonly title: string }[];
};

/** The form of a provider, with what was sent where it was refused. */
function Change({ path, provider, sent, refused, registries }: ChangeProps) {
  const beside = { path, refused: sent && refused };
  return provider.issuer ? (
    <ChangeIssuer {...beside} form={sent ?? issuerFormOf(provider, provider.issuer)} />
  ) : (
    <ChangeProvider {...beside} form={sent ?? formOf(provider)} registries={registries} />
  );
}
