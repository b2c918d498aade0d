import { Fact } from '../../../../ui/components/fact.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';

type Addressed = { readonly name: string | null; readonly url: string | null };

type ContactFactsProps = {
  readonly pageContext: PortalPageContext;
  readonly api: {
    readonly links: readonly { readonly title: string; readonly url: string }[];
    readonly contact: (Addressed & { readonly email: string | null }) | null;
    readonly license: Addressed | null;
    readonly termsOfService: string | null;
  };
};

/** Facts of an API about who offers it, and on which terms. Its own links take the place of its document's. */
export function ContactFacts({ pageContext: { text }, api }: ContactFactsProps) {
  const { links, license } = api;
  // The provider's own words win over those of the document.
  const { contact, termsOfService } = links.length > 0 ? { contact: null, termsOfService: null } : api;
  return (
    <>
      {links.length > 0 && (
        <Fact name={text.api.links}>
          <span class="row">
            {links.map(({ title, url }) => (
              <NamedLink name={title} url={url} />
            ))}
          </span>
        </Fact>
      )}
      {contact && (
        <Fact name={text.api.contact}>
          <span class="row">
            {(contact.name !== null || contact.url !== null) && <NamedLink {...contact} />}
            {contact.email !== null && (
              <a class="link" href={`mailto:${contact.email}`}>
                {contact.email}
              </a>
            )}
          </span>
        </Fact>
      )}
      {license && (
        <Fact name={text.api.license}>
          <NamedLink {...license} />
        </Fact>
      )}
      {termsOfService !== null && (
        <Fact name={text.api.terms}>
          <NamedLink name={null} url={termsOfService} />
        </Fact>
      )}
    </>
  );
}

function NamedLink({ name, url }: Addressed) {
  if (url === null) return <bdi>{name}</bdi>;
  return (
    <a class="link" href={url} rel="noreferrer">
      <bdi>{name ?? url}</bdi>
    </a>
  );
}
