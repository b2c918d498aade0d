import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import type { UserRegistryType } from '../../../../infrastructure/user-registries/types.ts';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { Copyable } from '../parts/issued.tsx';
import { useTexts } from '../parts/texts.ts';
import { Unassignment } from './assignment.tsx';
import { NamedLinks, providerPath, titlesOf } from './oauth-labels.tsx';
import { RegistryFields, type RegistryForm } from './user-registry-form.tsx';
import type { RegistryAnswer, RegistryResult } from './user-registry-query.ts';

type PartProps = {
  readonly path: string;
  readonly registry: RegistryResult;
  /** True when the page has forms. */
  readonly mayChange: boolean;
};

export function RegistryFacts({ org, registry }: { org: string; registry: RegistryResult }) {
  const { registryTypes, registry: text } = useTexts().text.oauth;
  const { name, displayName, type, url, ldap, openId, oauthProviders } = registry;
  return (
    <Facts
      facts={{
        [text.name]: <code class="code">{name}</code>,
        [text.displayName]: displayName,
        [text.kind]: registryTypes[type].title,
        [openId ? text.issuer : text.address]: registryTypes[type].address ? (
          <Copyable value={url} what={text.what} />
        ) : null,
        [text.baseDn]: ldap && <code class="code">{ldap.baseDn}</code>,
        [text.filter]: ldap && <code class="code">{ldap.userFilter}</code>,
        [text.bindDn]:
          ldap && (ldap.bindDn === null ? text.anonymous : <code class="code">{ldap.bindDn}</code>),
        [text.clientId]: openId && <code class="code">{openId.clientId}</code>,
        [text.scopes]: openId && <code class="code">{openId.scopes.join(' ')}</code>,
        [text.subjectClaim]: openId && <code class="code">{openId.subjectClaim}</code>,
        [text.oauthProviders]: (
          <NamedLinks
            of={oauthProviders}
            href={(provider) => providerPath(org, provider)}
            none={text.noProvider}
          />
        ),
      }}
    />
  );
}

export function AssignedCatalogs({ path, registry: { title, catalogs }, mayChange }: PartProps) {
  const { text: all } = useTexts();
  const { assignment, registry: text } = all.oauth;
  return (
    <section class="section stack">
      <h2 class="heading">{assignment.heading(catalogs.length)}</h2>
      {catalogs.length === 0 ? (
        <p class="text">{text.inNoCatalog}</p>
      ) : (
        <Table
          caption={text.caption}
          rows={catalogs}
          columns={[
            { heading: text.catalog, cell: (catalog) => catalog.title },
            {
              heading: all.next,
              cell: (catalog) =>
                mayChange && (
                  <Unassignment
                    path={path}
                    catalog={catalog}
                    question={assignment.question({ title, catalog: catalog.title })}
                  />
                ),
            },
          ]}
        />
      )}
    </section>
  );
}

/** A test of the registry: the username and the answer. */
export type Tested = { readonly username: string; readonly answer: RegistryAnswer };

export function TestRegistry({ path, tested }: PartProps & { readonly tested: Tested | undefined }) {
  const text = useTexts().text.oauth.registryTest;
  return (
    <Section id="test-heading" title={text.title} class="section stack">
      {tested && <Answer {...tested} />}
      <form method="post" action={path} class="card form-row">
        <Field name="username" label={text.username} value={tested?.username} autocomplete="off" required />
        <Field name="password" label={text.password} type="password" autocomplete="off" required />
        <div class="form-row-end">
          <button class="button" type="submit" name="action" value="test">
            {text.submit}
          </button>
        </div>
      </form>
    </Section>
  );
}

function Answer({ username, answer: { authenticated, httpStatus, durationMs, message } }: Tested) {
  const text = useTexts().text.oauth.registryTest;
  return (
    <Notice
      tone={authenticated ? 'success' : 'warning'}
      title={authenticated ? text.accepted(username) : text.notAccepted(username)}
    >
      <p class="text">{message}</p>
      <p class="small quiet">{text.evidence(httpStatus, durationMs)}</p>
    </Notice>
  );
}

type ChangeProps = {
  readonly path: string;
  readonly type: UserRegistryType;
  readonly form: RegistryForm;
  readonly refused: PageRefusal | undefined;
};

export function ChangeRegistry({ path, ...fields }: ChangeProps) {
  const { change, registry: text } = useTexts().text.oauth;
  return (
    <Section id="change-heading" title={change}>
      <form method="post" action={path} class="card form">
        <RegistryFields {...fields} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="save">
            {text.save}
          </button>
        </div>
      </form>
    </Section>
  );
}

/** Button that deletes a registry. Where that would be refused, the page names what depends on it instead. */
export function DeleteRegistry({ path, registry }: PartProps) {
  const { oauth } = useTexts().text;
  const text = oauth.registryDeletion;
  const { title, oauthProviders, catalogs, localUserCount } = registry;
  return (
    <Section id="deletion-heading" title={oauth.delete} class="section card stack">
      {localUserCount > 0 ? (
        <p class="text">{text.hasPeople}</p>
      ) : oauthProviders.length > 0 ? (
        <p class="text">{text.isAsked(titlesOf(oauthProviders))}</p>
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
