import { Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Copyable } from '../parts/issued.tsx';
import { useTexts } from '../parts/texts.ts';
import type { RegistryResult } from './user-registry-query.ts';

type OpenIdProps = { readonly registry: RegistryResult };

/** The faults and the page of an OpenID provider, and the addresses to register there. */
export function OpenIdFacts({ registry: { openId, oauthProviders } }: OpenIdProps) {
  const text = useTexts().text.oauth.openId;
  if (!openId) return null;
  const { check } = openId;
  const callbacks = oauthProviders.flatMap(({ title, endpoints }) =>
    endpoints.flatMap(({ catalog, callbackUrl }) =>
      callbackUrl === null ? [] : [{ of: text.callbackOf({ title, catalog: catalog.title }), callbackUrl }],
    ),
  );
  return (
    <Section id="openid-heading" title={text.title} class="section stack">
      {check.faults.map((fault) => (
        <Notice tone="warning">
          <p class="text">{fault}</p>
        </Notice>
      ))}
      <Facts
        facts={{
          [text.page]: check.authorizationUrl && <span class="address">{check.authorizationUrl}</span>,
          ...Object.fromEntries(
            callbacks.map(({ of, callbackUrl }) => [
              text.callback(of),
              <Copyable value={callbackUrl} what={text.callbackWhat(of)} />,
            ]),
          ),
        }}
      />
      {callbacks.length === 0 && <p class="text">{text.noCallback}</p>}
    </Section>
  );
}
