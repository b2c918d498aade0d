import { Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Copyable } from '../parts/issued.tsx';
import type { RegistryResult } from './user-registry-query.ts';

type OpenIdProps = { readonly registry: RegistryResult };

/** The faults and the page of an OpenID provider, and the addresses to register there. */
export function OpenIdFacts({ registry: { openId, oauthProviders } }: OpenIdProps) {
  if (!openId) return null;
  const { check } = openId;
  const callbacks = oauthProviders.flatMap(({ title, endpoints }) =>
    endpoints.flatMap(({ catalog, callbackUrl }) =>
      callbackUrl === null ? [] : [{ what: `${title} in ${catalog.title}`, callbackUrl }],
    ),
  );
  return (
    <Section id="openid-heading" title="At the OpenID provider" class="section stack">
      {check.faults.map((fault) => (
        <Notice tone="warning">
          <p class="text">{fault}</p>
        </Notice>
      ))}
      <Facts
        facts={{
          'Sign-in page': check.authorizationUrl && <span class="address">{check.authorizationUrl}</span>,
          ...Object.fromEntries(
            callbacks.map(({ what, callbackUrl }) => [
              `Redirect URI of ${what}`,
              <Copyable value={callbackUrl} what={`redirect URI of ${what}`} />,
            ]),
          ),
        }}
      />
      {callbacks.length === 0 && (
        <p class="text">
          No OAuth provider with the grant access code asks it yet. Its redirect URIs are shown here then.
        </p>
      )}
    </Section>
  );
}
