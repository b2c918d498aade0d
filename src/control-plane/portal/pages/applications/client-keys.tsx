import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { credentialTitle, when } from './credential-card.tsx';
import { ISSUED, showIssued } from './issued-secret.tsx';
import { ownCredential } from './own-credential.ts';

const CREATE = graphql(
  `mutation CreateCredential($application: String!, $title: String!) {
    createCredential(application: $application, title: $title) { ...Issued }
  }`,
  [ISSUED],
);
const DELETE = graphql(
  `mutation DeleteCredential($clientKey: String!) { deleteCredential(clientKey: $clientKey) }`,
);

/** Adds the form of one more client key, and the page that withdraws one. */
export function clientKeys(pages: PortalPages): void {
  pages.post('/applications/:name/credentials', async (c) => {
    const application = c.req.param('name');
    const { title } = await readForm(c, 'title');
    const variables = { application, title: title.trim() };
    const { result, refused } = await attempt(c.var.pageContext.run(CREATE, variables));
    return refused ? showRefused(c, title, refused) : showIssued(c, result.createCredential);
  });

  pages.get('/applications/:name/credentials/:clientKey/withdraw', (c) => showWithdrawal(c));

  pages.post('/applications/:name/credentials/:clientKey/withdraw', async (c) => {
    const own = await ownCredential(c);
    if (!own) return showNotFound(c);
    await c.var.pageContext.run(DELETE, { clientKey: own.credential.clientKey });
    return c.redirect(`${own.url}?done=keyWithdrawn`, 303);
  });
}

async function showWithdrawal(c: Context<PortalEnv>): Promise<Response> {
  const own = await ownCredential(c);
  if (!own) return showNotFound(c);
  const { pageContext } = c.var;
  const { clientKey: words } = pageContext.text;
  const { application, credential, credentials, url } = own;
  const title = words.withdrawTitle(credentialTitle(pageContext, credential));
  return show(
    c,
    <>
      <Crumb href={url}>{application.title}</Crumb>
      <h1 class="title">{title}</h1>
      <p class="lead">
        {words.withdrawText}{' '}
        <Timed
          format={pageContext.format}
          text={words.lastUsed(when(pageContext, credential.lastUsedAt))}
          at={[credential.lastUsedAt]}
        />{' '}
        {credentials === 1 && words.isLast}
      </p>
      <form method="post" action={`${url}/credentials/${credential.clientKey}/withdraw`} class="row">
        <button class="button button-danger" type="submit">
          {words.confirm}
        </button>
        <a class="button" href={url}>
          {words.keep}
        </a>
      </form>
    </>,
    { title, menu: 'applications' },
  );
}

/** Shows the refused form again, on a page of its own. */
function showRefused(c: Context<PortalEnv>, typed: string, refused: PageRefusal): Response {
  const { pageContext } = c.var;
  const name = c.req.param('name') ?? '';
  const title = pageContext.text.clientKey.another;
  return show(
    c,
    <>
      <Crumb href={`${pageContext.base}/applications/${name}`}>{name}</Crumb>
      <h1 class="title">{title}</h1>
      <RefusedNotice refused={refused} beside={['title']} />
      <NewClientKey pageContext={pageContext} application={name} typed={typed} refused={refused} />
    </>,
    { title, menu: 'applications', refused },
  );
}

type NewClientKeyProps = {
  readonly pageContext: PortalPageContext;
  /** The name of the application. */
  readonly application: string;
  readonly typed?: string;
  readonly refused?: PageRefusal;
};

/** Form of one more client key. */
export function NewClientKey({
  pageContext: { base, text },
  application,
  typed = '',
  refused,
}: NewClientKeyProps) {
  const { clientKey: words } = text;
  return (
    <details open={refused !== undefined}>
      <summary class="details-summary">{words.another}</summary>
      <form method="post" action={`${base}/applications/${application}/credentials`} class="card form">
        <p class="text">{words.anotherText}</p>
        <Field
          id="client-key-title"
          name="title"
          label={words.title}
          value={typed}
          refused={refused}
          maxlength={200}
          autocomplete="off"
          required
        />
        <div>
          <button class="button" type="submit">
            {words.add}
          </button>
        </div>
      </form>
    </details>
  );
}
