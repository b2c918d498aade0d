import type { Child } from 'hono/jsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { catalogPath } from '../parts/console-paths.ts';
import { Copyable } from '../parts/issued.tsx';
import { useTexts } from '../parts/texts.ts';
import { Unassignment } from './assignment.tsx';
import { labelsOf, NamedLinks, registryPath, titlesOf } from './oauth-labels.tsx';
import { ProviderFields, type ProviderForm } from './oauth-provider-form.tsx';
import type { ProviderResult } from './oauth-provider-query.ts';

export type PartProps = {
  readonly path: string;
  readonly provider: ProviderResult;
  /** True when the page has forms. */
  readonly mayChange: boolean;
};

export function ProviderFacts({ org, provider }: { org: string; provider: ProviderResult }) {
  const { oauth } = useTexts().text;
  const text = oauth.provider;
  const { name, scopes, userRegistry, accessTokenSeconds, refreshTokens, refreshTokenSeconds } = provider;
  return (
    <Facts
      facts={{
        [text.name]: <code class="code">{name}</code>,
        [text.grantTypes]: labelsOf(provider.grantTypes, oauth.grantTypes),
        [text.clientTypes]: labelsOf(provider.clientTypes, oauth.clientTypes),
        [text.scopes]: scopes.length === 0 ? oauth.none : <Scopes scopes={scopes} />,
        [text.userRegistry]: (
          <NamedLinks
            of={userRegistry ? [userRegistry] : []}
            href={(registry) => registryPath(org, registry)}
            none={text.noRegistry}
          />
        ),
        [text.accessTokens]: text.valid(accessTokenSeconds),
        [text.refreshTokens]: refreshTokens ? text.valid(refreshTokenSeconds) : text.noRefreshTokens,
        [text.signsWith]: provider.signingAlgorithm,
        [text.certificateBinding]: oauth.certificateBindings[provider.certificateBinding],
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
  const { assignment, addresses: text } = useTexts().text.oauth;
  return (
    <section class="section stack">
      <h2 class="heading">{assignment.heading(endpoints.length)}</h2>
      {endpoints.length === 0 && <p class="text">{text.none}</p>}
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
                question={assignment.questionOfTokens({ title, catalog: each.catalog.title })}
              />
            )}
          </div>
          <Facts
            facts={{
              [text.token.name]: <Copyable value={each.tokenUrl} what={text.token.what} />,
              [text.authorize.name]: each.authorizeUrl && (
                <Copyable value={each.authorizeUrl} what={text.authorize.what} />
              ),
              [text.keySet.name]: <Copyable value={each.jwksUrl} what={text.keySet.what} />,
              [text.metadata.name]: <Copyable value={each.metadataUrl} what={text.metadata.what} />,
              [text.issuer.name]: <Copyable value={each.issuer} what={text.issuer.what} />,
              [text.revocation.name]: <Copyable value={each.revocationUrl} what={text.revocation.what} />,
              [text.introspection.name]: each.introspectionUrl && (
                <Copyable value={each.introspectionUrl} what={text.introspection.what} />
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
  const { none, securedApis: text } = useTexts().text.oauth;
  return (
    <section class="section stack">
      <h2 class="heading">{text.heading(securedApiCount)}</h2>
      {securedApiCount === 0 ? (
        <p class="text">{text.none}</p>
      ) : (
        <Table
          caption={text.caption}
          rows={securedApis}
          columns={[
            { heading: text.api, cell: ({ api }) => <code class="code when">{api}</code> },
            { heading: text.scopes, cell: ({ scopes }) => scopes.join(', ') || none },
            {
              heading: text.where,
              cell: ({ isDraft, catalogs }) => (
                <span class="row">
                  {isDraft && <Badge>{text.draft}</Badge>}
                  <NamedLinks
                    of={catalogs}
                    href={(catalog) => catalogPath({ org, catalog })}
                    none={isDraft ? text.inNoCatalog : ''}
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
  const { change, provider: text } = useTexts().text.oauth;
  return (
    <Section id="change-heading" title={change}>
      <form method="post" action={path} class="card form">
        <ProviderFields {...fields} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="save">
            {text.save}
          </button>
        </div>
      </form>
    </Section>
  );
}

/** Button that deletes a provider. Where that would be refused, the page names what depends on it instead. */
export function DeleteProvider({ path, provider: { title, catalogs, securedApiCount } }: PartProps) {
  const { oauth } = useTexts().text;
  const text = oauth.providerDeletion;
  return (
    <Section id="deletion-heading" title={oauth.delete} class="section card stack">
      {securedApiCount > 0 ? (
        <p class="text">{text.refused}</p>
      ) : (
        <>
          <p class="text">{text.effect(titlesOf(catalogs))}</p>
          <form method="post" action={path} data-confirm={text.question(title)}>
            <button class="button button-danger" type="submit" name="action" value="delete">
              {text.submit}
            </button>
          </form>
        </>
      )}
    </Section>
  );
}
