import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { offsetOf, type PageOfList, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, queryOf, titleOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import {
  labelsOf,
  NamedLinks,
  OAUTH_PATH,
  providerPath,
  registryPath,
  TitleAndName,
  titlesOf,
} from './oauth-labels.tsx';

const OAUTH = graphql(`
  query OAuth($org: String!, $first: Int!, $providerOffset: Int!, $registryOffset: Int!) {
    viewer { orgs(first: 200) { name title } }
    org(name: $org) {
      oauthProviderCount
      oauthProviders(first: $first, offset: $providerOffset) {
        name title grantTypes signingAlgorithm securedApiCount
        scopes { name }
        userRegistry { name title }
        catalogs(first: 200) { name title }
        issuer { url }
      }
      userRegistryCount
      userRegistries(first: $first, offset: $registryOffset) {
        name title type url
        oauthProviders(first: 200) { name title }
        catalogs(first: 200) { name title }
      }
    }
  }
`);

const ROWS = 25;

type OAuthOverview = NonNullable<ResultOf<typeof OAUTH>['org']>;

/**
 * Adds the page of an org's OAuth providers and user registries. The former issue access tokens, the latter know the
 * people.
 */
export function oauth(pages: ConsolePages): void {
  pages.get('/oauth', async (c) => {
    const { pageContext } = c.var;
    const org = (await currentOrgScope(c))?.org;
    return org === undefined
      ? show(pageContext, <NoOrg />, { title: pageContext.text.oauth.title })
      : showOAuth(c, org);
  });
}

async function showOAuth(c: Context<ConsoleEnv>, org: string): Promise<Response> {
  const { pageContext } = c.var;
  const page = pageOfList(c.req.query('providers'), ROWS);
  const registryPage = pageOfList(c.req.query('registries'), ROWS);
  const offsets = { providerOffset: offsetOf(page), registryOffset: offsetOf(registryPage) };
  const { viewer, org: found } = await pageContext.session.run(OAUTH, { org, first: ROWS, ...offsets });
  const text = pageContext.text.oauth;
  const title = text.titleOf(titleOf({ org }, viewer.orgs));
  const parts = { org, mayChange: allowsChange(pageContext.session) };
  return show(
    pageContext,
    <>
      <h1 class="title">{title}</h1>
      <p class="lead">{text.lead}</p>
      <Done done={c.req.query('done')} />
      {found && (
        <>
          <Providers {...parts} found={found} page={page} />
          <Registries {...parts} found={found} page={registryPage} />
        </>
      )}
    </>,
    { title, menu: OAUTH_PATH, org },
  );
}

type ListProps = {
  readonly org: string;
  readonly found: OAuthOverview;
  readonly page: PageOfList;
  /** True when the page links to the form. */
  readonly mayChange: boolean;
};

function Providers({ org, mayChange, found: { oauthProviders, oauthProviderCount }, page }: ListProps) {
  const { pager, oauth } = useTexts().text;
  const text = oauth.providers;
  return (
    <section class="section stack">
      <div class="head">
        <h2 class="heading">{text.heading(oauthProviderCount)}</h2>
        {mayChange && (
          <div class="row">
            <Create
              href={`${OAUTH_PATH}/create-issuer${queryOf({ org })}`}
              label={oauth.createIssuer.title}
            />
            <Create
              href={`${OAUTH_PATH}/create-provider${queryOf({ org })}`}
              label={oauth.createProvider.title}
            />
          </div>
        )}
      </div>
      {oauthProviders.length === 0 ? (
        <p class="text">{text.none}</p>
      ) : (
        <ProviderTable org={org} oauthProviders={oauthProviders} />
      )}
      <Pager
        page={page}
        total={oauthProviderCount}
        href={(number) => `${OAUTH_PATH}${queryOf({ org })}&providers=${number}`}
        text={pager(text.rows)}
      />
    </section>
  );
}

function ProviderTable({
  org,
  oauthProviders,
}: Pick<OAuthOverview, 'oauthProviders'> & { readonly org: string }) {
  const { text: all, format } = useTexts();
  const { grantTypes, none, noneYet, providers: text } = all.oauth;
  return (
    <Table
      caption={text.caption}
      rows={oauthProviders}
      columns={[
        {
          heading: text.provider,
          cell: (each) => <TitleAndName {...each} href={providerPath(org, each.name)} />,
        },
        {
          heading: text.grants,
          cell: (each) => (each.issuer ? text.externalIssuer : labelsOf(each.grantTypes, grantTypes)),
        },
        { heading: text.scopes, cell: ({ scopes }) => scopes.map(({ name }) => name).join(', ') || none },
        {
          heading: text.userRegistry,
          cell: ({ userRegistry }) => (
            <NamedLinks
              of={userRegistry ? [userRegistry] : []}
              href={(name) => registryPath(org, name)}
              none={text.noRegistry}
            />
          ),
        },
        {
          heading: text.catalogs,
          cell: ({ catalogs }) => titlesOf(catalogs) || noneYet,
        },
        {
          heading: text.apis,
          cell: ({ securedApiCount }) => format.number(securedApiCount),
          isNumber: true,
        },
        {
          heading: text.signsWith,
          cell: ({ signingAlgorithm, issuer }) => (issuer ? text.ownKeys : signingAlgorithm),
        },
      ]}
    />
  );
}

function Registries({ org, mayChange, found: { userRegistries, userRegistryCount }, page }: ListProps) {
  const { pager, oauth } = useTexts().text;
  const { none, noneYet, registryTypes, registries: text } = oauth;
  return (
    <section class="section stack">
      <div class="head">
        <h2 class="heading">{text.heading(userRegistryCount)}</h2>
        {mayChange && (
          <Create
            href={`${OAUTH_PATH}/create-registry${queryOf({ org })}`}
            label={oauth.createRegistry.title}
          />
        )}
      </div>
      {userRegistries.length === 0 ? (
        <p class="text">{text.none}</p>
      ) : (
        <Table
          caption={text.caption}
          rows={userRegistries}
          columns={[
            {
              heading: text.registry,
              cell: (each) => <TitleAndName {...each} href={registryPath(org, each.name)} />,
            },
            { heading: text.kind, cell: ({ type }) => registryTypes[type].title },
            {
              heading: text.address,
              cell: ({ type, url }) =>
                registryTypes[type].address ? <span class="address">{url}</span> : none,
            },
            {
              heading: text.oauthProviders,
              cell: ({ oauthProviders }) => (
                <NamedLinks of={oauthProviders} href={(name) => providerPath(org, name)} none={none} />
              ),
            },
            { heading: text.catalogs, cell: ({ catalogs }) => titlesOf(catalogs) || noneYet },
          ]}
        />
      )}
      <Pager
        page={page}
        total={userRegistryCount}
        href={(number) => `${OAUTH_PATH}${queryOf({ org })}&registries=${number}`}
        text={pager(text.rows)}
      />
    </section>
  );
}

const Create = ({ href, label }: { href: string; label: string }) => (
  <a class="button button-primary" href={href}>
    {label}
  </a>
);
