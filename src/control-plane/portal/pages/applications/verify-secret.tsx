import type { Context } from 'hono';
import { attempt, PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { type OwnCredential, ownCredential } from './own-credential.ts';

const VERIFY = graphql(`
  mutation VerifySecret($clientKey: String!, $clientSecret: String!) {
    verifyClientSecret(clientKey: $clientKey, clientSecret: $clientSecret)
  }
`);

/** Adds the page that checks whether a secret belongs to a client key. The secret is not shown again in either case. */
export function verifySecret(pages: PortalPages): void {
  pages.get('/applications/:name/credentials/:clientKey/verify', async (c) => {
    const own = await ownCredential(c);
    return own ? showVerify(c, own) : showNotFound(c);
  });

  pages.post('/applications/:name/credentials/:clientKey/verify', async (c) => {
    const own = await ownCredential(c);
    if (!own) return showNotFound(c);
    const { clientSecret } = await readForm(c, 'clientSecret');
    const { clientKey } = own.credential;
    const { result, refused } = await attempt(
      c.var.pageContext.run(VERIFY, { clientKey, clientSecret: clientSecret.trim() }),
    );
    return showVerify(c, own, refused ?? result.verifyClientSecret);
  });
}

/** The result of the check, or the reason that there is none. */
type SecretCheck = boolean | PageRefusal;

function showVerify(c: Context<PortalEnv>, own: OwnCredential, answer?: SecretCheck): Response {
  const { pageContext } = c.var;
  const { text } = pageContext;
  const { application, credential, url } = own;
  return show(
    c,
    <>
      <Crumb href={url}>{application.title}</Crumb>
      <h1 class="title">{text.credential.verify}</h1>
      <p class="lead">{text.credential.verifyText}</p>
      {answer !== undefined && <AnswerNotice pageContext={pageContext} answer={answer} />}
      <form method="post" action={`${url}/credentials/${credential.clientKey}/verify`} class="form card">
        <p class="text">
          {text.secret.clientKey} <code class="code">{credential.clientKey}</code>
        </p>
        <Field
          name="clientSecret"
          label={text.secret.clientSecret}
          type="password"
          autocomplete="off"
          required
        />
        <p class="row">
          <button class="button button-primary" type="submit">
            {text.credential.verifySubmit}
          </button>
          <a class="button" href={url}>
            {text.credential.back}
          </a>
        </p>
      </form>
    </>,
    {
      title: text.credential.verify,
      menu: 'applications',
      refused: answer instanceof PageRefusal ? answer : undefined,
    },
  );
}

function AnswerNotice({
  pageContext: { text },
  answer,
}: {
  pageContext: PortalPageContext;
  answer: SecretCheck;
}) {
  if (answer instanceof PageRefusal) return <RefusedNotice refused={answer} />;
  return (
    <Notice tone={answer ? 'success' : 'warning'}>
      <p class="text">{answer ? text.credential.right : text.credential.wrong}</p>
    </Notice>
  );
}
