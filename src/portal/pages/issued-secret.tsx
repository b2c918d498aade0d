import type { ResultOf } from 'gql.tada';
import { Notice } from '../../ui/notice.tsx';
import { Copyable } from './copyable.tsx';
import { graphql } from './graphql.ts';
import type { Visit } from './visit.ts';

/** What a page asks of a credential that was just issued. */
export const ISSUED = graphql(`
  fragment Issued on PortalIssuedCredential {
    clientKey clientSecret
    application { name title }
  }
`);

export type Issued = ResultOf<typeof ISSUED>;

type IssuedSecretProps = {
  readonly visit: Visit;
  readonly issued: Issued;
  /** Where to go on once it is stored. */
  readonly next: { readonly href: string; readonly label: string };
};

/** A client secret, the one time that it can be read: to copy, or to keep as a file. */
export function IssuedSecret({ visit, issued, next }: IssuedSecretProps) {
  const { text } = visit;
  const { clientKey, clientSecret, application } = issued;
  return (
    <div class="card">
      <Notice tone="warning" title={text.secret.once}>
        <p class="text">{text.secret.onceText}</p>
      </Notice>
      <dl class="facts">
        <dt class="facts-name">{text.secret.clientKey}</dt>
        <dd class="facts-value">
          <Copyable visit={visit} value={clientKey} what={text.secret.clientKey} />
        </dd>
        <dt class="facts-name">{text.secret.clientSecret}</dt>
        <dd class="facts-value">
          <Copyable visit={visit} value={clientSecret} what={text.secret.clientSecret} />
        </dd>
      </dl>
      <p class="row">
        <a class="button" href={dataUrl(envFile(visit, issued))} download={`${application.name}.env`}>
          {text.secret.download}
        </a>
        <a class="button button-primary" href={next.href}>
          {next.label}
        </a>
      </p>
    </div>
  );
}

/** The secret as a file of settings. It is in the page already, so that no second request has to carry it. */
function envFile({ frame }: Visit, { clientKey, clientSecret }: Issued): string {
  const settings = {
    GATEWAY_URL: frame.catalog.gatewayUrl,
    CLIENT_ID: clientKey,
    CLIENT_SECRET: clientSecret,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function dataUrl(file: string): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(file)}`;
}
