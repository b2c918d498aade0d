import { Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { useTexts } from '../parts/texts.ts';
import { Unassignment } from './assignment.tsx';
import { IssuerFields, type IssuerForm } from './external-issuer-form.tsx';
import { labelsOf } from './oauth-labels.tsx';
import type { PartProps } from './oauth-provider-parts.tsx';
import type { ProviderResult } from './oauth-provider-query.ts';

type Issuer = NonNullable<ProviderResult['issuer']>;

/** The settings of an external issuer, and what is wrong with what it publishes now. */
export function IssuerFacts({
  name,
  scopes,
  issuer,
}: Pick<ProviderResult, 'name' | 'scopes'> & { issuer: Issuer }) {
  const { oauth } = useTexts().text;
  const text = oauth.issuer;
  const { check, introspection, registration } = issuer;
  const algorithms = [...new Set(check.keys.flatMap((key) => key.algorithms))].join(', ');
  return (
    <>
      {check.faults.map((fault) => (
        <Notice tone="warning">
          <p class="text">{fault}</p>
        </Notice>
      ))}
      <Facts
        facts={{
          [text.name]: <code class="code">{name}</code>,
          [text.issuer]: <span class="address">{issuer.url}</span>,
          [text.audiences]: issuer.audiences.join(', ') || text.anyAudience,
          [text.claims]: text.claimsOf(issuer),
          [text.scopes]: scopes.map((scope) => scope.name).join(', ') || oauth.none,
          [text.keySet]: check.keySetUrl && <span class="address">{check.keySetUrl}</span>,
          [text.keys]: !introspection && text.keysOf(check.keys.length, algorithms),
          [text.introspection]: introspection && (
            <>
              <span class="address">{introspection.url}</span>
              {text.answersHold(introspection.cacheSeconds)}
            </>
          ),
          [text.registration]:
            registration && text.registrationFor(labelsOf(registration.grantTypes, oauth.grantTypes)),
        }}
      />
    </>
  );
}

/** Catalogs that an external issuer is assigned to. */
export function IssuerCatalogs({ path, provider: { title, catalogs }, mayChange }: PartProps) {
  const { assignment, issuer: text } = useTexts().text.oauth;
  return (
    <section class="section stack">
      <h2 class="heading">{assignment.heading(catalogs.length)}</h2>
      {catalogs.length === 0 && <p class="text">{text.inNoCatalog}</p>}
      {catalogs.map((catalog) => (
        <section class="card head" aria-label={catalog.title}>
          <h3 class="subheading">{catalog.title}</h3>
          {mayChange && (
            <Unassignment
              path={path}
              catalog={catalog}
              question={assignment.questionOfTokens({ title, catalog: catalog.title })}
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
  const { change, issuer: text } = useTexts().text.oauth;
  return (
    <Section id="change-heading" title={change}>
      <form method="post" action={path} class="card form">
        <IssuerFields {...fields} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="saveIssuer">
            {text.save}
          </button>
        </div>
      </form>
    </Section>
  );
}
