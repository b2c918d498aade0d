import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { Copyable } from '../parts/copyable.tsx';
import { columnsForDevelopers, ForDevelopers } from '../parts/for-developers.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';

/** Facts of an API key on a page. Its text is not kept, and cannot be queried. */
export const API_KEY = graphql(`
  fragment ApiKey on PortalApiKey { id title prefix createdAt expiresAt noticedDays lastUsedAt }
`);

/** Makes an API key, whose text is shown this once. */
export const CREATE_API_KEY = graphql(`
  mutation CreateApiKey($application: String!, $title: String!, $expiresAt: DateTime) {
    createApiKey(application: $application, title: $title, expiresAt: $expiresAt) { key apiKey { title } }
  }
`);
const REPLACE = graphql(`
  mutation ReplaceApiKey($id: ID!, $overlapSeconds: Int!, $expiresAt: DateTime) {
    replaceApiKey(id: $id, overlapSeconds: $overlapSeconds, expiresAt: $expiresAt) { key apiKey { title } }
  }
`);
const REVOKE = graphql(`
  mutation RevokeApiKey($id: ID!) { revokeApiKey(id: $id) }
`);

type Issued = ResultOf<typeof CREATE_API_KEY>['createApiKey'];
type ApiKey = ResultOf<typeof API_KEY>;

/** The policy of the catalog, as far as a form needs it. */
export type ShownPolicy = { readonly maxDays: number } | null;

const DAY_SECONDS = 86_400;
const overlaps = [DAY_SECONDS, 3_600, 0] as const;

/** Adds the forms that make, replace and revoke API keys of an application. */
export function apiKeys(pages: PortalPages): void {
  pages.post('/applications/:name/api-keys', async (c) => {
    const { title, ends } = await readForm(c, 'title', 'ends');
    const application = c.req.param('name');
    const variables = { application, title: title.trim(), expiresAt: endOf(ends) };
    const { result, refused } = await attempt(c.var.pageContext.run(CREATE_API_KEY, variables));
    return result ? showKey(c, result.createApiKey) : showRefused(c, refused);
  });

  pages.post('/applications/:name/api-keys/:id/replace', async (c) => {
    const { overlap, ends } = await readForm(c, 'overlap', 'ends');
    // What is no number is refused, so that nothing ends by mistake.
    const overlapSeconds = Number.parseInt(overlap, 10);
    const variables = { id: c.req.param('id'), overlapSeconds, expiresAt: endOf(ends) };
    const { result, refused } = await attempt(c.var.pageContext.run(REPLACE, variables));
    return result ? showKey(c, result.replaceApiKey) : showRefused(c, refused);
  });

  pages.post('/applications/:name/api-keys/:id/revoke', async (c) => {
    const { refused } = await attempt(c.var.pageContext.run(REVOKE, { id: c.req.param('id') }));
    return refused ? showRefused(c, refused) : c.redirect(`${urlOf(c)}?done=apiKeyRevoked`, 303);
  });
}

/** The end of a day that was typed; null where none was. */
const endOf = (day: string) => (day === '' ? null : `${day}T23:59:59Z`);

const urlOf = (c: Context<PortalEnv>) => `${c.var.pageContext.base}/applications/${c.req.param('name')}`;

function showRefused(c: Context<PortalEnv>, refused: PageRefusal): Response {
  const { text } = c.var.pageContext;
  return show(
    c,
    <>
      <Crumb href={urlOf(c)}>{text.secret.toApplication}</Crumb>
      <h1 class="title">{text.apiKey.title}</h1>
      <RefusedNotice refused={refused} />
    </>,
    { title: text.apiKey.title, menu: 'applications', refused },
  );
}

/** Shows an API key. It can be read only now. */
function showKey(c: Context<PortalEnv>, { key, apiKey }: Issued): Response {
  const { pageContext } = c.var;
  const { text } = pageContext;
  return show(
    c,
    <>
      <h1 class="title">{apiKey.title}</h1>
      <div class="card">
        <Notice tone="warning" title={text.secret.once}>
          <p class="text">{text.apiKey.onceText}</p>
        </Notice>
        <dl class="facts">
          <Fact name={text.apiKey.one}>
            <Copyable pageContext={pageContext} value={key} what={text.apiKey.one} />
          </Fact>
        </dl>
        <p class="row">
          <a class="button button-primary" href={urlOf(c)}>
            {text.secret.toApplication}
          </a>
        </p>
      </div>
    </>,
    { title: apiKey.title, menu: 'applications' },
  );
}

type ApiKeysProps = {
  readonly pageContext: PortalPageContext;
  readonly application: string;
  readonly keys: readonly ApiKey[];
  readonly policy: ShownPolicy;
};

/** The API keys of an application, and the form that makes another. */
export function ApiKeys({ pageContext, application, keys, policy }: ApiKeysProps) {
  const { base, text, format } = pageContext;
  const url = `${base}/applications/${application}/api-keys`;
  const instant = (at: string | null, never: string) =>
    at === null ? never : <LocalTime at={at} text={format.dateTime(at)} />;
  return (
    <Section id="api-keys-heading" title={text.apiKey.title} class="section stack">
      <p class="text">{text.apiKey.lead}</p>
      {keys.length > 0 && (
        <Table
          caption={text.apiKey.made}
          columns={[
            { heading: text.apiKey.called, cell: ({ title }) => title },
            {
              heading: text.apiKey.begins,
              cell: ({ prefix }) => <code class="code">{prefix}</code>,
            },
            {
              heading: text.apiKey.ends,
              cell: ({ expiresAt }) => instant(expiresAt, text.apiKey.never),
            },
            {
              heading: text.credential.lastUsed,
              cell: ({ lastUsedAt }) => instant(lastUsedAt, text.credential.never),
            },
            ...columnsForDevelopers<ApiKey>(pageContext, {
              heading: text.apiKey.change,
              cell: (key) => (
                <KeyActions pageContext={pageContext} url={`${url}/${key.id}`} apiKey={key} policy={policy} />
              ),
            }),
          ]}
          rows={keys}
        />
      )}
      <ForDevelopers pageContext={pageContext}>
        <details>
          <summary class="details-summary">{text.apiKey.create}</summary>
          <form method="post" action={url} class="form card">
            <Field name="title" id="api-key-title" label={text.apiKey.called} maxlength={200} required />
            <Field
              name="ends"
              id="api-key-ends"
              label={text.apiKey.ends}
              hint={policy ? text.apiKey.endsAfter(policy.maxDays) : text.apiKey.endsHint}
              type="date"
            />
            <p class="row">
              <button class="button" type="submit">
                {text.apiKey.create}
              </button>
            </p>
          </form>
        </details>
      </ForDevelopers>
    </Section>
  );
}

type KeyProps = {
  readonly pageContext: PortalPageContext;
  readonly url: string;
  readonly apiKey: Pick<ApiKey, 'title' | 'expiresAt'>;
  readonly policy: ShownPolicy;
};

function KeyActions(props: KeyProps) {
  const { text } = props.pageContext;
  return (
    <div class="row">
      <ReplaceKey {...props} />
      <form
        method="post"
        action={`${props.url}/revoke`}
        data-confirm={text.apiKey.revokeConfirm(props.apiKey.title)}
      >
        <button class="button button-small button-danger" type="submit">
          {text.apiKey.revoke}
        </button>
      </form>
    </div>
  );
}

/** The form that replaces an API key. Where no policy says how long the new one lasts, it asks. */
export function ReplaceKey({ pageContext: { text }, url, apiKey: { title, expiresAt }, policy }: KeyProps) {
  return (
    <form method="post" action={`${url}/replace`} class="row">
      <span class="small quiet" aria-hidden="true">
        {text.apiKey.oldEnds}
      </span>
      <select class="input select" name="overlap" aria-label={`${title}: ${text.apiKey.overlap}`}>
        {overlaps.map((seconds) => (
          <option value={String(seconds)}>
            {seconds === 0 ? text.credential.atOnce : text.credential.after(seconds)}
          </option>
        ))}
      </select>
      {policy === null && expiresAt !== null && (
        <input class="input" type="date" name="ends" aria-label={`${title}: ${text.apiKey.newEnds}`} />
      )}
      <button class="button button-small" type="submit">
        {text.apiKey.replace}
      </button>
    </form>
  );
}
