import { grantTypes } from '../../../../domain/oauth/grant-types.ts';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { format } from '../parts/format.ts';
import { Unassignment } from './assignment.tsx';
import { IssuerFields, type IssuerForm } from './external-issuer-form.tsx';
import type { PartProps } from './oauth-provider-parts.tsx';
import type { ProviderResult } from './oauth-provider-query.ts';

type Issuer = NonNullable<ProviderResult['issuer']>;

/** The settings of an external issuer, and what is wrong with what it publishes now. */
export function IssuerFacts({
  name,
  scopes,
  issuer,
}: Pick<ProviderResult, 'name' | 'scopes'> & { issuer: Issuer }) {
  const { check, introspection, registration } = issuer;
  return (
    <>
      {check.faults.map((fault) => (
        <Notice tone="warning">
          <p class="text">{fault}</p>
        </Notice>
      ))}
      <Facts
        facts={{
          Name: <code class="code">{name}</code>,
          Issuer: <span class="address">{issuer.url}</span>,
          Audiences: issuer.audiences.join(', ') || 'Any',
          Claims: `${issuer.clientClaim} is the client, ${issuer.subjectClaim} the person, ${issuer.scopeClaim} the scopes`,
          Scopes: scopes.map((scope) => scope.name).join(', ') || 'None',
          'Key set': check.keySetUrl && <span class="address">{check.keySetUrl}</span>,
          Keys: !introspection && keysInWords(check.keys),
          Introspection: introspection && (
            <>
              <span class="address">{introspection.url}</span>, answers hold{' '}
              {format.duration(introspection.cacheSeconds)}
            </>
          ),
          Registration:
            registration && `For ${registration.grantTypes.map((name) => grantTypes[name].label).join(', ')}`,
        }}
      />
    </>
  );
}

const keysInWords = (keys: Issuer['check']['keys']): string =>
  keys.length === 0
    ? 'None that can be read now'
    : `${keys.length}, for ${[...new Set(keys.flatMap(({ algorithms }) => algorithms))].join(', ')}`;

/** Catalogs that an external issuer is assigned to. */
export function IssuerCatalogs({ path, provider: { title, catalogs }, mayChange }: PartProps) {
  return (
    <section class="section stack">
      <h2 class="heading">Catalogs: {format.number(catalogs.length)}</h2>
      {catalogs.length === 0 && (
        <p class="text">It is assigned to none: no API can take its tokens there yet.</p>
      )}
      {catalogs.map((catalog) => (
        <section class="card head" aria-label={catalog.title}>
          <h3 class="subheading">{catalog.title}</h3>
          {mayChange && (
            <Unassignment
              path={path}
              catalog={catalog}
              question={`Take ${title} from the catalog ${catalog.title}? Its tokens are refused there at once.`}
            />
          )}
        </section>
      ))}
    </section>
  );
}

type ChangeProps = {
  readonly path: string;
  readonly form: IssuerForm;
  readonly refused: Refused | undefined;
};

export function ChangeIssuer({ path, ...fields }: ChangeProps) {
  return (
    <Section id="change-heading" title="Change">
      <form method="post" action={path} class="card form">
        <IssuerFields {...fields} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="saveIssuer">
            Save the external issuer
          </button>
        </div>
      </form>
    </Section>
  );
}
