import type { Child } from 'hono/jsx';
import { grantTypes } from '../../../../domain/oauth/grant-types.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { catalogPath } from '../parts/console-paths.ts';
import { format } from '../parts/format.ts';
import { Copyable } from '../parts/issued.tsx';
import { Unassignment } from './assignment.tsx';
import {
  certificateBindingLabels,
  clientTypes,
  labelsOf,
  NamedLinks,
  registryPath,
  titlesOf,
} from './oauth-labels.tsx';
import { ProviderFields, type ProviderForm } from './oauth-provider-form.tsx';
import type { ProviderResult } from './oauth-provider-query.ts';

export type PartProps = {
  readonly path: string;
  readonly provider: ProviderResult;
  /** True when the page has forms. */
  readonly mayChange: boolean;
};

export function ProviderFacts({ org, provider }: { org: string; provider: ProviderResult }) {
  const { name, scopes, userRegistry, accessTokenSeconds, refreshTokens, refreshTokenSeconds } = provider;
  return (
    <Facts
      facts={{
        Name: <code class="code">{name}</code>,
        'Grant types': labelsOf(provider.grantTypes, grantTypes),
        'Client types': labelsOf(provider.clientTypes, clientTypes),
        Scopes: scopes.length === 0 ? 'None' : <Scopes scopes={scopes} />,
        'User registry': (
          <NamedLinks
            of={userRegistry ? [userRegistry] : []}
            href={(registry) => registryPath(org, registry)}
            none="None: nobody signs in"
          />
        ),
        'Access tokens': `Valid ${format.duration(accessTokenSeconds)}`,
        'Refresh tokens': refreshTokens ? `Valid ${format.duration(refreshTokenSeconds)}` : 'None are issued',
        'Signs with': provider.signingAlgorithm,
        'Bound to certificates': certificateBindingLabels[provider.certificateBinding],
      }}
    />
  );
}

const Scopes = ({ scopes }: Pick<ProviderResult, 'scopes'>) => (
  <ul class="plain-list">
    {scopes.map(({ name, description }) => (
      <li>
        <code class="code">{name}</code> {description}
      </li>
    ))}
  </ul>
);

/** Addresses of the provider in each of its catalogs. */
export function Addresses({ path, provider: { title, endpoints }, mayChange }: PartProps) {
  return (
    <section class="section stack">
      <h2 class="heading">Catalogs: {format.number(endpoints.length)}</h2>
      {endpoints.length === 0 && (
        <p class="text">It is assigned to none: no application can obtain a token of it yet.</p>
      )}
      {endpoints.map((each) => (
        <section class="card stack" aria-labelledby={`catalog-${each.catalog.name}`}>
          <div class="head">
            <h3 class="subheading" id={`catalog-${each.catalog.name}`}>
              {each.catalog.title}
            </h3>
            {mayChange && (
              <Unassignment
                path={path}
                catalog={each.catalog}
                question={`Take ${title} from the catalog ${each.catalog.title}? Its tokens are refused there at once.`}
              />
            )}
          </div>
          <Facts
            facts={{
              Token: <Copyable value={each.tokenUrl} what="token address" />,
              Authorize: each.authorizeUrl && <Copyable value={each.authorizeUrl} what="authorize address" />,
              'Key set': <Copyable value={each.jwksUrl} what="address of the key set" />,
              Metadata: <Copyable value={each.metadataUrl} what="address of the metadata" />,
              Issuer: <Copyable value={each.issuer} what="issuer" />,
              Revocation: <Copyable value={each.revocationUrl} what="revocation address" />,
              Introspection: each.introspectionUrl && (
                <Copyable value={each.introspectionUrl} what="introspection address" />
              ),
            }}
          />
        </section>
      ))}
    </section>
  );
}

type SecuredApisProps = {
  readonly org: string;
  readonly provider: ProviderResult;
  /** Links to the other pages. */
  readonly children: Child;
};

export function SecuredApis({ org, provider: { securedApis, securedApiCount }, children }: SecuredApisProps) {
  return (
    <section class="section stack">
      <h2 class="heading">APIs that take its tokens: {format.number(securedApiCount)}</h2>
      {securedApiCount === 0 ? (
        <p class="text">There is none: an API asks for them with a security definition of type OAUTH2.</p>
      ) : (
        <Table
          caption="APIs that take its tokens"
          rows={securedApis}
          columns={[
            { heading: 'API', cell: ({ api }) => <code class="code when">{api}</code> },
            { heading: 'Scopes', cell: ({ scopes }) => scopes.join(', ') || 'None' },
            {
              heading: 'Where',
              cell: ({ isDraft, catalogs }) => (
                <span class="row">
                  {isDraft && <Badge>Draft</Badge>}
                  <NamedLinks
                    of={catalogs}
                    href={(catalog) => catalogPath({ org, catalog })}
                    none={isDraft ? 'in no catalog' : ''}
                  />
                </span>
              ),
            },
          ]}
        />
      )}
      {children}
    </section>
  );
}

type ChangeProps = {
  readonly path: string;
  readonly form: ProviderForm;
  readonly refused: Refused | undefined;
  readonly registries: readonly { readonly name: string; readonly title: string }[];
};

export function ChangeProvider({ path, ...fields }: ChangeProps) {
  return (
    <Section id="change-heading" title="Change">
      <form method="post" action={path} class="card form">
        <ProviderFields {...fields} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="save">
            Save the OAuth provider
          </button>
        </div>
      </form>
    </Section>
  );
}

/** Button that deletes a provider. Where that would be refused, the page names what depends on it instead. */
export function DeleteProvider({ path, provider: { title, catalogs, securedApiCount } }: PartProps) {
  const where = titlesOf(catalogs);
  return (
    <Section id="deletion-heading" title="Delete" class="section card stack">
      {securedApiCount > 0 ? (
        <p class="text">
          Not as long as an API takes its tokens: see above which do, as drafts or as they were published.
          Change their security first.
        </p>
      ) : (
        <>
          <p class="text">
            Deletes its signing keys too.{' '}
            {where
              ? `It is assigned to ${where}: its tokens are refused there at once.`
              : 'It is assigned to no catalog, and no API takes its tokens.'}
          </p>
          <form method="post" action={path} data-confirm={`Delete the OAuth provider ${title} and its keys?`}>
            <button class="button button-danger" type="submit" name="action" value="delete">
              Delete the OAuth provider
            </button>
          </form>
        </>
      )}
    </Section>
  );
}
