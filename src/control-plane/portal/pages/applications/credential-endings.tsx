import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Child } from 'hono/jsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { ForDevelopers } from '../parts/for-developers.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import { type API_KEY, ReplaceKey, type ShownPolicy } from './api-keys.tsx';
import type { CREDENTIAL } from './credential-card.tsx';

type CredentialEndingsProps = {
  readonly pageContext: PortalPageContext;
  readonly application: {
    readonly name: string;
    readonly credentials: readonly ResultOf<typeof CREDENTIAL>[];
    readonly apiKeys: readonly ResultOf<typeof API_KEY>[];
  };
  readonly policy: ShownPolicy;
};

/** Notices of secrets and API keys that end soon or have ended. Each replaces what it tells of. */
export function CredentialEndings({ pageContext, application, policy }: CredentialEndingsProps) {
  const { base, text } = pageContext;
  const { name, credentials, apiKeys } = application;
  const url = `${base}/applications/${name}`;
  return (
    <>
      {credentials.map(({ title, clientKey, secretExpiresAt, noticedDays }) =>
        secretExpiresAt === null || noticedDays === null ? null : (
          <Ending pageContext={pageContext} what={text.endings.secret(title)} at={secretExpiresAt}>
            <ForDevelopers pageContext={pageContext}>
              <p class="text">
                <a class="button button-primary" href={`${url}/credentials/${clientKey}/replace`}>
                  {text.credential.replace}
                </a>
              </p>
            </ForDevelopers>
          </Ending>
        ),
      )}
      {apiKeys.map((key) =>
        key.expiresAt === null || key.noticedDays === null ? null : (
          <Ending pageContext={pageContext} what={text.endings.key(key.title)} at={key.expiresAt}>
            <ForDevelopers pageContext={pageContext}>
              <ReplaceKey
                pageContext={pageContext}
                url={`${url}/api-keys/${key.id}`}
                apiKey={key}
                policy={policy}
              />
            </ForDevelopers>
          </Ending>
        ),
      )}
    </>
  );
}

type EndingProps = {
  readonly pageContext: PortalPageContext;
  readonly what: string;
  readonly at: string;
  readonly children: Child;
};

function Ending({ pageContext: { text, format, clock }, what, at, children }: EndingProps) {
  const { endings } = text;
  const hasEnded = new Date(at) <= clock();
  const when = `${format.dateTime(at)}, ${format.relative(at, clock())}`;
  return (
    <Notice
      tone={hasEnded ? 'danger' : 'warning'}
      title={
        <Timed
          format={format}
          text={hasEnded ? endings.ended(what, when) : endings.ends(what, when)}
          at={at}
        />
      }
    >
      <p class="text">{hasEnded ? endings.endedText : endings.endsText}</p>
      {children}
    </Notice>
  );
}
