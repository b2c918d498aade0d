import { Refusal } from '../../../foundation/errors.ts';
import { Field } from '../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../ui/components/refused-notice.tsx';
import type { Client } from '../../snapshot/snapshot.ts';
import { identifyPerson } from '../authenticate-person.ts';
import type { OAuthResponse } from '../endpoint.ts';
import type { Form } from '../form-body.ts';
import { openSession, rememberDevice } from '../session.ts';
import { inDatabase } from '../storage.ts';
import { FormToken, show } from './frame.tsx';
import { type OAuthPageContext, SIGN_IN_UNAVAILABLE } from './page-context.ts';

/** The destination of a sign-in: a client, or the provider's own pages. */
export type SignInOptions = {
  readonly client?: Client;
  readonly formTarget?: string;
  /** The query of the address that one comes to after it. */
  readonly query: string;
};

type Problem = { readonly refused: Refusal; readonly username: string };

/** The page that asks who somebody is: the provider's user registry knows. */
export function showSignIn(
  pageContext: OAuthPageContext,
  { client, formTarget }: SignInOptions,
  problem?: Problem,
): OAuthResponse {
  const { text, provider } = pageContext;
  return show(
    pageContext,
    <div class="card narrow">
      <h1 class="title">{text.signIn.title}</h1>
      <p class="lead">
        {client
          ? text.signIn.leadClient(client.application.title, provider.title)
          : text.signIn.lead(provider.title)}
      </p>
      <RefusedNotice refused={problem?.refused} isOnTop />
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
          label={text.signIn.password}
          type="password"
          autocomplete="current-password"
          required
        />
        <button class="button button-primary" type="submit" name="action" value="sign-in">
          {text.signIn.submit}
        </button>
      </form>
    </div>,
    {
      title: text.signIn.title,
      status: problem?.refused.status ?? 200,
      formTarget,
      headers: problem?.refused.headers,
    },
  );
}

/**
 * Signs a person in by the form, and leads back to the same page.
 *
 * A fault is shown beside its field.
 */
export async function signIn(
  pageContext: OAuthPageContext,
  form: Form,
  options: SignInOptions,
): Promise<OAuthResponse> {
  const { context, ...call } = pageContext;
  try {
    const subject = await identifyPerson(form, call, context);
    const session = await inDatabase(SIGN_IN_UNAVAILABLE, () => openSession(subject, call, context));
    const cookies = [session, rememberDevice(subject, call, context)];
    return { status: 303, headers: { Location: `?${options.query}`, 'Set-Cookie': cookies } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.cause !== undefined) context.onFault(error);
    return showSignIn(pageContext, options, { refused: error, username: form.get('username') ?? '' });
  }
}
