import type { Context } from 'hono';
import { Refusal } from '../../../../foundation/errors.ts';
import { NewPasswordField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleDeps } from '../../console-deps.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { ownerBeforeSignIn } from '../../theme.ts';
import { show } from '../parts/frame.tsx';
import { useTexts } from '../parts/texts.ts';
import { keepSignedIn, type OpenInvitation, signedInPath, signInSourceOf } from './signed-in-person.ts';

/**
 * Adds the page that accepts an invitation. A password opens this org alone; the identity provider is the other way.
 */
export function invitation(pages: ConsolePages, deps: ConsoleDeps): void {
  pages.get('/invitation', (c) => showInvitation(c, deps, { code: c.req.query('code') ?? '' }));

  pages.post('/invitation', async (c) => {
    const fields = await readForm(c, 'code', 'password');
    try {
      keepSignedIn(c, await deps.people.accept(fields, signInSourceOf(c)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return showInvitation(c, deps, { code: fields.code, refused: error });
    }
    return c.redirect(signedInPath(undefined), 303);
  });
}

type ShowInvitationInput = { readonly code: string; readonly refused?: Refusal };

async function showInvitation(
  c: Context<ConsoleEnv>,
  deps: ConsoleDeps,
  { code, refused }: ShowInvitationInput,
): Promise<Response> {
  const found = await deps.people.invitationOf(code);
  const owner = ownerBeforeSignIn(c, deps);
  const text = owner.text.signIn.invitation;
  return show(
    owner,
    <div class="card narrow">
      <h1 class="title">{text.heading}</h1>
      <p class="lead">{text.lead({ ...found, role: owner.text.label(found.role) })}</p>
      <RefusedNotice refused={refused} isOnTop />
      {deps.openId && (
        <p>
          <a class="button" href="/console/openid">
            {text.acceptElsewhere}
          </a>
        </p>
      )}
      <PasswordForm code={code} found={found} />
    </div>,
    { title: text.title, refused },
  );
}

/** The address is there for password managers. */
function PasswordForm({ code, found: { email, orgTitle } }: { code: string; found: OpenInvitation }) {
  const text = useTexts().text.signIn.invitation;
  return (
    <form method="post" action={`/console/invitation?code=${encodeURIComponent(code)}`} class="form">
      <input type="hidden" name="code" value={code} />
      <input type="text" name="email" value={email} autocomplete="username" hidden />
      <NewPasswordField name="password" label={text.password} hint={text.passwordHint(orgTitle)} autofocus />
      <button class="button button-primary" type="submit">
        {text.submit}
      </button>
    </form>
  );
}
