import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { grantTypes } from '../../../../domain/oauth/grant-types.ts';
import { userRegistryTypes } from '../../../../infrastructure/user-registries/types.ts';
import { offsetOf, type PageOfList, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, queryOf, titleOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { Done } from '../parts/done-notice.tsx';
import { format, pagerText } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
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
    const org = (await currentOrgScope(c))?.org;
    return org === undefined ? show(c.var.pageContext, <NoOrg />, { title: 'OAuth' }) : showOAuth(c, org);
  });
}

async function showOAuth(c: Context<ConsoleEnv>, org: string): Promise<Response> {
  const { pageContext } = c.var;
  const page = pageOfList(c.req.query('providers'), ROWS);
  const registryPage = pageOfList(c.req.query('registries'), ROWS);
  const offsets = { providerOffset: offsetOf(page), registryOffset: offsetOf(registryPage) };
  const { viewer, org: found } = await pageContext.session.run(OAUTH, { org, first: ROWS, ...offsets });
  const title = `OAuth of ${titleOf({ org }, viewer.orgs)}`;
  const parts = { org, mayChange: allowsChange(pageContext.session) };
  return show(
    pageContext,
    <>
      <h1 class="title">{title}</h1>
      <p class="lead">
        An OAuth provider issues the access tokens that APIs can ask for, in each catalog that it is assigned
        to. It has people authenticated by a user registry.
      </p>
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
  return (
    <section class="section stack">
      <div class="head">
        <h2 class="heading">OAuth providers: {format.number(oauthProviderCount)}</h2>
        {mayChange && (
          <div class="row">
            <Create href={`${OAUTH_PATH}/create-issuer${queryOf({ org })}`} what="an external issuer" />
            <Create href={`${OAUTH_PATH}/create-provider${queryOf({ org })}`} what="an OAuth provider" />
          </div>
        )}
      </div>
      {oauthProviders.length === 0 ? (
        <p class="text">There is none: APIs can ask for a client key alone.</p>
      ) : (
        <ProviderTable org={org} oauthProviders={oauthProviders} />
      )}
      <Pager
        page={page}
        total={oauthProviderCount}
        href={(number) => `${OAUTH_PATH}${queryOf({ org })}&providers=${number}`}
        text={pagerText('OAuth providers')}
      />
    </section>
  );
}

function ProviderTable({
  org,
  oauthProviders,
}: Pick<OAuthOverview, 'oauthProviders'> & { readonly org: string }) {
  return (
    <Table
      caption="OAuth providers"
      rows={oauthProviders}
      columns={[
        {
          heading: 'Provider',
          cell: (each) => <TitleAndName {...each} href={providerPath(org, each.name)} />,
        },
        {
          heading: 'Grants',
          cell: (each) => (each.issuer ? 'External issuer' : labelsOf(each.grantTypes, grantTypes)),
        },
        { heading: 'Scopes', cell: ({ scopes }) => scopes.map(({ name }) => name).join(', ') || 'None' },
        {
          heading: 'User registry',
          cell: ({ userRegistry }) => (
            <NamedLinks
              of={userRegistry ? [userRegistry] : []}
              href={(name) => registryPath(org, name)}
              none="None"
            />
          ),
        },
        {
          heading: 'Catalogs',
          cell: ({ catalogs }) => titlesOf(catalogs) || 'None yet',
        },
        {
          heading: 'APIs',
          cell: ({ securedApiCount }) => format.number(securedApiCount),
          isNumber: true,
        },
        {
          heading: 'Signs with',
          cell: ({ signingAlgorithm, issuer }) => (issuer ? 'Its own keys' : signingAlgorithm),
        },
      ]}
    />
  );
}

function Registries({ org, mayChange, found: { userRegistries, userRegistryCount }, page }: ListProps) {
  return (
    <section class="section stack">
      <div class="head">
        <h2 class="heading">User registries: {format.number(userRegistryCount)}</h2>
        {mayChange && (
          <Create href={`${OAUTH_PATH}/create-registry${queryOf({ org })}`} what="a user registry" />
        )}
      </div>
      {userRegistries.length === 0 ? (
        <p class="text">
          There is none: applications can obtain tokens for themselves alone, not for people.
        </p>
      ) : (
        <Table
          caption="User registries"
          rows={userRegistries}
          columns={[
            {
              heading: 'Registry',
              cell: (each) => <TitleAndName {...each} href={registryPath(org, each.name)} />,
            },
            { heading: 'Kind', cell: ({ type }) => userRegistryTypes[type].title },
            {
              heading: 'Address',
              cell: ({ type, url }) =>
                userRegistryTypes[type].address ? <span class="address">{url}</span> : 'None',
            },
            {
              heading: 'OAuth providers',
              cell: ({ oauthProviders }) => (
                <NamedLinks of={oauthProviders} href={(name) => providerPath(org, name)} none="None" />
              ),
            },
            { heading: 'Catalogs', cell: ({ catalogs }) => titlesOf(catalogs) || 'None yet' },
          ]}
        />
      )}
      <Pager
        page={page}
        total={userRegistryCount}
        href={(number) => `${OAUTH_PATH}${queryOf({ org })}&registries=${number}`}
        text={pagerText('user registries')}
      />
    </section>
  );
}

const Create = ({ href, what }: { href: string; what: string }) => (
  <a class="button button-primary" href={href}>
    Create {what}
  </a>
);
