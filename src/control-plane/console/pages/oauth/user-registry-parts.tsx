import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import {
  type UserRegistryType,
  userRegistryTypes,
} from '../../../../infrastructure/user-registries/types.ts';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { format } from '../parts/format.ts';
import { Copyable } from '../parts/issued.tsx';
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
  const { name, displayName, type, url, ldap, openId, oauthProviders } = registry;
  return (
    <Facts
      facts={{
        Name: <code class="code">{name}</code>,
        'Display name': displayName,
        Kind: userRegistryTypes[type].title,
        [openId ? 'Issuer' : 'Address']: userRegistryTypes[type].address ? (
          <Copyable value={url} what="address" />
        ) : null,
        'Base DN': ldap && <code class="code">{ldap.baseDn}</code>,
        Filter: ldap && <code class="code">{ldap.userFilter}</code>,
        'Bind DN':
          ldap && (ldap.bindDn === null ? 'None: anonymous' : <code class="code">{ldap.bindDn}</code>),
        'Client id': openId && <code class="code">{openId.clientId}</code>,
        Scopes: openId && <code class="code">{openId.scopes.join(' ')}</code>,
        'Claim of the person': openId && <code class="code">{openId.subjectClaim}</code>,
        'OAuth providers': (
          <NamedLinks
            of={oauthProviders}
            href={(provider) => providerPath(org, provider)}
            none="None ask it"
          />
        ),
      }}
    />
  );
}

export function AssignedCatalogs({ path, registry: { title, catalogs }, mayChange }: PartProps) {
  return (
    <section class="section stack">
      <h2 class="heading">Catalogs: {format.number(catalogs.length)}</h2>
      {catalogs.length === 0 ? (
        <p class="text">It is assigned to none: nobody signs in with it yet.</p>
      ) : (
        <Table
          caption="Catalogs"
          rows={catalogs}
          columns={[
            { heading: 'Catalog', cell: (catalog) => catalog.title },
            {
              heading: 'Next',
              cell: (catalog) =>
                mayChange && (
                  <Unassignment
                    path={path}
                    catalog={catalog}
                    question={`Take ${title} from the catalog ${catalog.title}?`}
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
  return (
    <Section id="test-heading" title="Test" class="section stack">
      {tested && <Answer {...tested} />}
      <form method="post" action={path} class="card form-row">
        <Field name="username" label="Username" value={tested?.username} autocomplete="off" required />
        <Field name="password" label="Password" type="password" autocomplete="off" required />
        <div class="form-row-end">
          <button class="button" type="submit" name="action" value="test">
            Ask the registry
          </button>
        </div>
      </form>
    </Section>
  );
}

function Answer({ username, answer: { authenticated, httpStatus, durationMs, message } }: Tested) {
  const status = httpStatus === null ? '' : `HTTP status ${httpStatus}, `;
  return (
    <Notice
      tone={authenticated ? 'success' : 'warning'}
      title={authenticated ? `${username} is accepted` : `${username} is not accepted`}
    >
      <p class="text">{message}</p>
      <p class="small quiet">
        {status}after {format.number(Math.round(durationMs))} ms. Neither the username nor the password is
        kept.
      </p>
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
  return (
    <Section id="change-heading" title="Change">
      <form method="post" action={path} class="card form">
        <RegistryFields {...fields} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="save">
            Save the user registry
          </button>
        </div>
      </form>
    </Section>
  );
}

/** Button that deletes a registry. Where that would be refused, the page names what depends on it instead. */
export function DeleteRegistry({ path, registry }: PartProps) {
  const { title, oauthProviders, catalogs, localUserCount } = registry;
  return (
    <Section id="deletion-heading" title="Delete" class="section card stack">
      {localUserCount > 0 ? (
        <p class="text">Not as long as it has people, whose passwords nobody else has: remove them first.</p>
      ) : oauthProviders.length > 0 ? (
        <p class="text">
          Not as long as an OAuth provider authenticates people with it: give another registry to{' '}
          {titlesOf(oauthProviders)} first.
        </p>
      ) : (
        <>
          <p class="text">
            No OAuth provider authenticates people with it.{' '}
            {catalogs.length > 0
              ? `It is assigned to ${titlesOf(catalogs)}.`
              : 'It is assigned to no catalog.'}
          </p>
          <form method="post" action={path} data-confirm={`Delete the user registry ${title}?`}>
            <button class="button button-danger" type="submit" name="action" value="delete">
              Delete the user registry
            </button>
          </form>
        </>
      )}
    </Section>
  );
}
