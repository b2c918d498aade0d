import { endpointPaths } from '../../../domain/oauth/oauth-paths.ts';
import { Refusal, refuse } from '../../../foundation/errors.ts';
import { checkNewPassword } from '../../../infrastructure/secrets/new-password.ts';
import { Field, NewPasswordField } from '../../../ui/components/field.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../ui/components/refused-notice.tsx';
import type { AssignedRegistry } from '../../snapshot/snapshot.ts';
import { identifyPerson, registryOf } from '../authenticate-person.ts';
import type { OAuthEndpoint, OAuthResponse } from '../endpoint.ts';
import { type Form, required } from '../form-body.ts';
import { FormToken, show } from '../pages/frame.tsx';
import { onPage } from '../pages/on-page.ts';
import { type OAuthPageContext, readPageForm, SIGN_IN_UNAVAILABLE } from '../pages/page-context.ts';
import { pagePath } from '../pages/pages-url.ts';
import { inDatabase } from '../storage.ts';

/** The first parameter of the address that one comes to when the password is changed. */
const DONE = 'done';

/**
 * The page on which people whom the platform keeps change their passwords.
 *
 * The rest of its query is that of the sign-in it leads back to. Other registries keep passwords elsewhere.
 */
export const password: OAuthEndpoint = {
  methods: ['GET', 'POST'],
  isPage: true,
  answer: (call, context) =>
    onPage(call, context, async (pageContext) => {
      if (pageContext.provider.registry?.type !== 'LOCAL') refuse('NOT_FOUND');
      const registry = registryOf(pageContext, context);
      if (pageContext.request.method === 'POST')
        return changePassword(pageContext, await readPageForm(pageContext), registry);
      return isDone(pageContext) ? showDone(pageContext) : showForm(pageContext);
    }),
};

const isDone = ({ query }: OAuthPageContext) => query === DONE || query.startsWith(`${DONE}&`);

async function changePassword(
  pageContext: OAuthPageContext,
  form: Form,
  registry: AssignedRegistry,
): Promise<OAuthResponse> {
  const { context, query, address } = pageContext;
  try {
    const chosen = await newPasswordIn(form, pageContext);
    const changedAt = await inDatabase(SIGN_IN_UNAVAILABLE, () =>
      context.localUsers.passwordChangedAt(registry, required(form, 'username')),
    );
    const username = await identifyPerson(form, pageContext, context);
    await inDatabase(SIGN_IN_UNAVAILABLE, () =>
      context.localUsers.changePassword({ registry, username, password: chosen, changedAt, address }),
    );
    return { status: 303, headers: { Location: `?${[DONE, query].filter(Boolean).join('&')}` } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.cause !== undefined) context.onFault(error);
    return showForm(pageContext, { refused: error, username: form.get('username') ?? '' });
  }
}

/** Reads the new password. Its faults are told before anybody is asked. @throws BAD_USER_INPUT, PASSWORD_COMMON */
async function newPasswordIn(form: Form, { text }: OAuthPageContext): Promise<string> {
  const chosen = required(form, 'new_password');
  await checkNewPassword(chosen, ['new_password']);
  if (chosen !== form.get('new_password_again'))
    refuse('BAD_USER_INPUT', { detail: text.password.different, path: ['new_password_again'] });
  if (chosen === form.get('password'))
    refuse('BAD_USER_INPUT', { detail: text.password.unchanged, path: ['new_password'] });
  return chosen;
}

type Problem = { readonly refused: Refusal; readonly username: string };

function showForm(pageContext: OAuthPageContext, problem?: Problem): OAuthResponse {
  const { text, provider, query } = pageContext;
  const refused = problem && {
    message: problem.refused.message,
    field: problem.refused.inputPath?.[0]?.toString(),
  };
  return show(
    pageContext,
    <div class="card narrow">
      <h1 class="title">{text.password.title}</h1>
      <p class="lead">{text.password.lead(provider.title)}</p>
      <RefusedNotice refused={refused} beside={['new_password', 'new_password_again']} isOnTop />
      <form method="post" class="form">
        <FormToken pageContext={pageContext} />
        <Field
          name="username"
          label={text.signIn.username}
          value={problem?.username}
          autocomplete="username"
          required
          autofocus
        />
        <Field
          name="password"
          label={text.password.old}
          type="password"
          autocomplete="current-password"
          required
        />
        <NewPasswordField name="new_password" label={text.password.new} refused={refused} />
        <NewPasswordField
          name="new_password_again"
          label={text.password.again}
          hint={text.password.hint}
          refused={refused}
        />
        <button class="button button-primary" type="submit" name="action" value="change-password">
          {text.password.submit}
        </button>
      </form>
      <p class="text">
        <a class="link" href={signInUrl(pageContext, query)}>
          {text.password.back}
        </a>
      </p>
    </div>,
    { title: text.password.title, status: problem?.refused.status ?? 200, headers: problem?.refused.headers },
  );
}

function showDone(pageContext: OAuthPageContext): OAuthResponse {
  const { text, query } = pageContext;
  return show(
    pageContext,
    <div class="card narrow">
      <h1 class="title">{text.password.title}</h1>
      <Notice tone="success">
        <p class="text">{text.password.changed}</p>
      </Notice>
      <p class="row">
        <a class="button button-primary" href={signInUrl(pageContext, query.slice(DONE.length + 1))}>
          {text.password.toSignIn}
        </a>
      </p>
    </div>,
    { title: text.password.title },
  );
}

/** The sign-in that somebody came from: that of an application, else that of the consents. */
function signInUrl(pageContext: OAuthPageContext, query: string): string {
  const { authorize, consents } = endpointPaths(pageContext.provider);
  return pagePath(pageContext, query === '' ? consents : authorize, query);
}
