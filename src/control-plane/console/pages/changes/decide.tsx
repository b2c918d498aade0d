import type { Role } from '../../../../domain/people/roles.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Action } from '../parts/action.tsx';
import { changeRequestPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import type { ShownRequest } from './request-query.ts';

type DecideProps = { readonly org: string; readonly request: ShownRequest; readonly role: Role };

/** The buttons of a request: those of its reviewers, of its proposer, and the commit. */
export function Decide({ org, request, role }: DecideProps) {
  const { changeRequests: words } = useTexts().text;
  const path = changeRequestPath({ org, number: request.number });
  const { own, hash, closedAt, approvalsLacking, mutation, input, state } = request;
  if (closedAt !== null) {
    if (state === 'HALTED') return <CommitAgain path={path} />;
    const isAgain =
      (state === 'STALE' || state === 'FAILED') && input !== null && mutation !== 'applyManifest';
    return isAgain ? (
      <p class="row">
        <Action path={path} action="again">
          {words.proposeAgain}
        </Action>
      </p>
    ) : null;
  }
  if (state === 'RUNNING') return null;
  return (
    <Section id="decide-heading" title={words.decide}>
      <div class="stack">
        {own && approvalsLacking > 0 && <p class="text">{words.own}</p>}
        <div class="row actions">
          {!own && (
            <form method="post" action={path}>
              <input type="hidden" name="hash" value={hash} />
              <button
                class={`button ${approvalsLacking > 0 ? 'button-primary' : ''}`}
                type="submit"
                name="action"
                value="approve"
              >
                {words.approve}
              </button>
            </form>
          )}
          {approvalsLacking === 0 && (
            <form method="post" action={path} data-confirm={words.confirmCommit}>
              <button class="button button-primary" type="submit" name="action" value="commit">
                {words.commit}
              </button>
            </form>
          )}
          {(own || role === 'ADMINISTRATOR') && (
            <form method="post" action={path} data-confirm={words.confirmCancel}>
              <button class="button" type="submit" name="action" value="cancel">
                {words.cancel}
              </button>
            </form>
          )}
        </div>
        {!own && <Reject path={path} />}
        <Schedule path={path} request={request} />
      </div>
    </Section>
  );
}

/** The button that begins halted waves again. */
function CommitAgain({ path }: { readonly path: string }) {
  const { changeRequests: words } = useTexts().text;
  return (
    <form method="post" action={path} data-confirm={words.confirmCommit} class="row">
      <button class="button" type="submit" name="action" value="commit">
        {words.waves.again}
      </button>
    </form>
  );
}

function Reject({ path }: { readonly path: string }) {
  const { changeRequests: words } = useTexts().text;
  return (
    <details>
      <summary class="details-summary">{words.reject}</summary>
      <form method="post" action={path} class="form">
        <Field name="reason" label={words.why} hint={words.whyHint} maxlength={4000} autocomplete="off" />
        <div>
          <button class="button button-small button-danger" type="submit" name="action" value="reject">
            {words.reject}
          </button>
        </div>
      </form>
    </details>
  );
}

function Schedule({ path, request: { scheduledAt, timeZone } }: { path: string; request: ShownRequest }) {
  const { changeRequests: words } = useTexts().text;
  return (
    <details>
      <summary class="details-summary">{words.schedule}</summary>
      <form method="post" action={path} class="form">
        <Field name="at" label={words.scheduleAt} hint={words.scheduleHint} autocomplete="off" />
        <Field name="timeZone" label={words.timeZone} value={timeZone ?? 'UTC'} autocomplete="off" />
        <div class="row">
          <button class="button button-small" type="submit" name="action" value="schedule">
            {words.setTime}
          </button>
          {scheduledAt !== null && (
            <button class="button button-small" type="submit" name="action" value="unschedule">
              {words.takeTime}
            </button>
          )}
        </div>
      </form>
    </details>
  );
}
