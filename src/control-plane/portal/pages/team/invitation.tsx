import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, NewPasswordField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { writeDevice, writeSession } from '../sign-in/session-cookie.ts';

const INVITATION = graphql(`
  query Invitation($code: String!) { invitation(code: $code) { consumerOrg role invitedBy email } }
`);
const ACCEPT = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { token expiresAt } }
`);

const JOIN = graphql(`mutation JoinConsumerOrg($code: String!) { joinConsumerOrg(code: $code) }`);

const fields = ['username', 'email', 'password'] as const;
type InvitationForm = Readonly<Partial<Record<(typeof fields)[number], string>>> & { readonly code: string };

/** Adds the page of an invitation's link. Whoever accepts it has an account, and is signed in. */
export function invitation(pages: PortalPages): void {
  pages.get('/invitation', (c) => showInvitation(c, { code: c.req.query('code') ?? '' }));

  pages.post('/invitation/join', async (c) => {
    const { base, run } = c.var.pageContext;
    const { code } = await readForm(c, 'code');
    const { refused } = await attempt(run(JOIN, { code }));
    if (refused) return showInvitation(c, { code }, refused);
    return c.redirect(`${base}/organizations?done=organizationJoined`, 303);
  });

  pages.post('/invitation', async (c) => {
    const { address, base, run, issueDevice } = c.var.pageContext;
    const input = await readForm(c, 'code', ...fields);
    const { result, refused } = await attempt(run(ACCEPT, { input }));
    if (refused) return showInvitation(c, input, refused);
    writeSession(c, address, result.acceptInvitation);
    writeDevice(c, address, issueDevice(input.username));
    return c.redirect(`${base}/sign-in?signedIn&returnTo=${encodeURIComponent(`${base}/team`)}`, 303);
  });
}

/** The way in for somebody who has an account, and is signed in. */
function JoinForm({ pageContext, code }: { pageContext: PortalPageContext; code: string }) {
  const { base, text, frame } = pageContext;
  if (!frame.viewer) return null;
  const words = text.team.invitation;
  return (
    <>
      <p class="text">{words.signedIn(frame.viewer.username)}</p>
      <form method="post" action={`${base}/invitation/join`} class="form">
        <input type="hidden" name="code" value={code} />
        <button class="button button-primary" type="submit">
          {words.joinAs(frame.viewer.username)}
        </button>
      </form>
      {frame.catalog.takesPasswords && <h2 class="heading">{words.another}</h2>}
    </>
  );
}

type NewAccountProps = {
  readonly pageContext: PortalPageContext;
  readonly sent: InvitationForm;
  readonly refused: PageRefusal | undefined;
};

/** The way in with a new account, where the portal takes passwords. */
function NewAccountForm({ pageContext: { base, text, frame }, sent, refused }: NewAccountProps) {
  const words = text.team.invitation;
  return (
    <form method="post" action={`${base}/invitation`} class="form">
      <input type="hidden" name="code" value={sent.code} />
      <Field
        name="username"
        label={text.signIn.username}
        value={sent.username}
        refused={refused}
        autocomplete="username"
        required
      />
      <Field
        name="email"
        type="email"
        label={text.account.email}
        value={sent.email}
        refused={refused}
        autocomplete="email"
      />
      <NewPasswordField
        name="password"
        label={text.signIn.password}
        hint={text.account.newPasswordHint}
        refused={refused}
      />
      <button class={`button${frame.viewer ? '' : ' button-primary'}`} type="submit">
        {words.submit}
      </button>
    </form>
  );
}

async function showInvitation(
  c: Context<PortalEnv>,
  sent: InvitationForm,
  refused?: PageRefusal,
): Promise<Response> {
  const { base, here, text, run, frame } = c.var.pageContext;
  const words = text.team.invitation;
  const { invitation: found } = await run(INVITATION, { code: sent.code });
  if (!found)
    return show(
      c,
      <div class="card narrow">
        <h1 class="title">{words.ended}</h1>
        <p class="text">{words.endedText}</p>
      </div>,
      { title: words.ended, status: 404 },
    );
  const title = words.title(found.consumerOrg);
  const signInFirst = `${base}/sign-in?returnTo=${encodeURIComponent(here)}`;
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{title}</h1>
      <p class="lead">{words.lead(found.invitedBy, text.team.roles[found.role].name)}</p>
      <RefusedNotice refused={refused} beside={fields} isOnTop />
      <JoinForm pageContext={c.var.pageContext} code={sent.code} />
      {frame.catalog.takesPasswords ? (
        <NewAccountForm
          pageContext={c.var.pageContext}
          sent={{ ...sent, email: sent.email ?? found.email ?? '' }}
          refused={refused}
        />
      ) : (
        !frame.viewer && (
          <a class="button button-primary" href={signInFirst}>
            {text.portal.signIn}
          </a>
        )
      )}
    </div>,
    { title, refused },
  );
}
