import type { Context } from 'hono';
import { passwordLength } from '../../../../domain/people/password.ts';
import { Refusal } from '../../../../foundation/errors.ts';
import { NewPasswordField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleDeps } from '../../console-deps.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { ownerBeforeSignIn } from '../../theme.ts';
import { show } from '../parts/frame.tsx';
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
  return show(
    ownerBeforeSignIn(c, deps),
    <div class="card narrow">
      <h1 class="title">Your invitation</h1>
      <p class="lead">
        {found.email} is invited to {found.orgTitle ?? 'all orgs of this platform'} as{' '}
        {found.role.toLowerCase()}.
      </p>
      <RefusedNotice refused={refused} isOnTop />
      {deps.openId && (
        <p>
          <a class="button" href="/console/openid">
            Accept with your identity provider
          </a>
        </p>
      )}
      <PasswordForm code={code} found={found} />
    </div>,
    { title: 'Invitation', refused },
  );
}

/** The address is there for password managers. */
function PasswordForm({ code, found: { email, orgTitle } }: { code: string; found: OpenInvitation }) {
  const opened = orgTitle ? `${orgTitle} alone` : 'all orgs';
  return (
    <form method="post" action={`/console/invitation?code=${encodeURIComponent(code)}`} class="form">
      <input type="hidden" name="code" value={code} />
      <input type="text" name="email" value={email} autocomplete="username" hidden />
      <NewPasswordField
        name="password"
        label="Choose a password"
        hint={`Of ${passwordLength.min} to ${passwordLength.max} characters. It opens ${opened}: take none that somebody gave you.`}
        autofocus
      />
      <button class="button button-primary" type="submit">
        Accept
      </button>
    </form>
  );
}
