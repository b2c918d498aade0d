import { Fact } from '../../../../ui/components/fact.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';

type Addressed = { readonly name: string | null; readonly url: string | null };

type ContactFactsProps = {
  readonly pageContext: PortalPageContext;
  readonly api: {
    readonly contact: (Addressed & { readonly email: string | null }) | null;
    readonly license: Addressed | null;
    readonly termsOfService: string | null;
  };
};

/** Facts of an API about who offers it, and on which terms. Its document says them. */
export function ContactFacts({ pageContext: { text }, api }: ContactFactsProps) {
  const { contact, license, termsOfService } = api;
  return (
    <>
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
