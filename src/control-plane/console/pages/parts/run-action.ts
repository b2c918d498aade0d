import type { Context } from 'hono';
import { attempt, type ExecuteDocument } from '../../../../graphql/server/run-document.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import type { DoneKey } from './done-notice.tsx';

/** Actions of a page's buttons, by their values. The result is a notice, or what the page shows next. */
export type Actions<Target, Form, Result = DoneKey> = Readonly<
  Record<string, (run: ExecuteDocument, target: Target, form: Form) => Promise<Result>>
>;

type RunActionInput<Target, Form> = { readonly target: Target; readonly form: Form };

/** Runs the action of the pressed button. Undefined where the page has no such button. */
export function runAction<Target, Form extends { readonly action: string }, Result>(
  { var: { pageContext } }: Context<ConsoleEnv>,
  actions: Actions<Target, Form, Result>,
  { target, form }: RunActionInput<Target, Form>,
) {
  const act = Object.hasOwn(actions, form.action) ? actions[form.action] : undefined;
  return act && attempt(act(pageContext.session.run, target, form));
}
