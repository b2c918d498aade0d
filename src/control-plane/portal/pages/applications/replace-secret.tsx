import type { Context } from 'hono';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { Choice } from '../../../../ui/components/choice.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import {
  type Refused,
  type RefusedAnswer,
  RefusedNotice,
} from '../../../../ui/components/refused-notice.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { ISSUED, showIssued } from './issued-secret.tsx';
import { type OwnCredential, ownCredential } from './own-credential.ts';

const REPLACE = graphql(
  `mutation ReplaceSecret($clientKey: String!, $overlapSeconds: Int!) {
    resetClientSecret(clientKey: $clientKey, overlapSeconds: $overlapSeconds) { ...Issued }
  }`,
  [ISSUED],
);

const END_PREVIOUS = graphql(`
  mutation EndPreviousSecret($clientKey: String!) { revokePreviousSecret(clientKey: $clientKey) }
`);

/** Seconds that the old secret can stay. No call is refused when callers change over in that time. */
const overlaps = [86_400, 3_600, 0] as const;

/** Adds the page that replaces a secret. The old one ends at once, or stays valid for a while that can be ended. */
export function replaceSecret(pages: PortalPages): void {
  pages.get('/applications/:name/credentials/:clientKey/replace', async (c) => {
    const own = await ownCredential(c);
    return own ? showReplace(c, own) : showNotFound(c);
  });

  pages.post('/applications/:name/credentials/:clientKey/replace', async (c) => {
    const own = await ownCredential(c);
    if (!own) return showNotFound(c);
    const { overlap, seen } = await readForm(c, 'overlap', 'seen');
    // Sent twice, the second would end the secret that the first one let live on.
    if (seen !== secretsOf(own))
      return showReplace(c, own, { message: c.var.pageContext.text.credential.changed, status: 409 });
    const { clientKey } = own.credential;
    // What is no number is refused, so that nothing ends by mistake.
    const overlapSeconds = Number.parseInt(overlap, 10);
    const { result, refused } = await attempt(c.var.pageContext.run(REPLACE, { clientKey, overlapSeconds }));
    return refused ? showReplace(c, own, refused) : showIssued(c, result.resetClientSecret);
  });

  pages.post('/applications/:name/credentials/:clientKey/end-previous', async (c) => {
    const own = await ownCredential(c);
    if (!own) return showNotFound(c);
    await c.var.pageContext.run(END_PREVIOUS, { clientKey: own.credential.clientKey });
    return c.redirect(`${own.url}?done=secretEnded`, 303);
  });
}

/** State of the secrets when a form was shown. */
function secretsOf({ credential }: OwnCredential): string {
  return credential.previousSecret?.expiresAt ?? '';
}

function showReplace(c: Context<PortalEnv>, own: OwnCredential, refused?: Refused & RefusedAnswer): Response {
  const { text, format } = c.var.pageContext;
  const { application, credential, url } = own;
  return show(
    c,
    <>
      <Crumb href={url}>{application.title}</Crumb>
      <h1 class="title">{text.credential.replace}</h1>
      <p class="lead">{text.credential.replaceText}</p>
      <RefusedNotice refused={refused} />
      {credential.previousSecret && (
        <Notice tone="warning">
          <p class="text">
            <Timed
              format={format}
              text={text.credential.third(format.dateTime(credential.previousSecret.expiresAt))}
              at={credential.previousSecret.expiresAt}
            />
          </p>
        </Notice>
      )}
      <form method="post" action={`${url}/credentials/${credential.clientKey}/replace`} class="form card">
        <input type="hidden" name="seen" value={secretsOf(own)} />
        <fieldset class="choices">
          <legend class="label">{text.credential.overlap}</legend>
          {overlaps.map((seconds, index) => (
            <Choice
              id={`overlap-${seconds}`}
              name="overlap"
              value={String(seconds)}
              label={seconds === 0 ? text.credential.atOnce : text.credential.after(seconds)}
              hint={seconds === 0 ? text.credential.atOnceHint : undefined}
              checked={index === 0}
            />
          ))}
        </fieldset>
        <p class="row">
          <button class="button button-primary" type="submit">
            {text.credential.replace}
          </button>
          <a class="button" href={url}>
            {text.credential.cancel}
          </a>
        </p>
      </form>
    </>,
    { title: text.credential.replace, menu: 'applications', refused },
  );
}
