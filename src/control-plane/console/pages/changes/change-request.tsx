import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { Effects } from '../actions/effects.tsx';
import { changeRequestPath, changeRequestsPath, undoPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { runAction } from '../parts/run-action.ts';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import { DECISION_FIELDS, decisions } from './change-decisions.ts';
import { Decide } from './decide.tsx';
import { REQUEST, type ShownRequest } from './request-query.ts';
import { Comments, Steps } from './request-sections.tsx';
import { Waves } from './waves-section.tsx';

const PATH = '/changes/:org/:number';

/** Adds the page of a change request, with its effects, comments and buttons. */
export function changeRequest(pages: ConsolePages): void {
  pages.get(PATH, (c) => showRequest(c, c.req.param()));

  pages.post(PATH, async (c) => {
    const { org, number } = c.req.param();
    const found = await read(c, { org, number });
    if (!found) return showNotFound(c);
    const form = await readForm(c, ...DECISION_FIELDS);
    const acted = await runAction(c, decisions, { target: { org, request: found }, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    if (refused) return showRequest(c, { org, number }, refused);
    return c.redirect(`${changeRequestPath({ org, number: result.number })}?done=${result.done}`, 303);
  });
}

type RequestAddress = { readonly org: string; readonly number: string };

async function read(c: Context<ConsoleEnv>, { org, number }: RequestAddress) {
  if (!/^[1-9]\d{0,8}$/.test(number)) return null;
  const variables = { org, number: Number(number) };
  return (await c.var.pageContext.session.run(REQUEST, variables)).changeRequest;
}

async function showRequest(
  c: Context<ConsoleEnv>,
  address: RequestAddress,
  refused?: PageRefusal,
): Promise<Response> {
  const { pageContext } = c.var;
  const request = await read(c, address);
  if (!request) return showNotFound(c);
  const { org } = address;
  const words = pageContext.text.changeRequests;
  const { number, state } = request;
  const title = words.name(number, request.title);
  const mayChange = allowsChange(pageContext.session);
  return show(
    pageContext,
    <>
      <PageHeader
        crumbs={<Crumbs org={org} trail={[{ title: words.title, href: changeRequestsPath(org) }]} />}
        title={title}
        badge={<State state={state} />}
      >
        {request.change && mayChange && (
          <a
            class="button"
            href={`${undoPath({ org, catalog: request.change.catalog })}/${request.change.id}`}
          >
            {words.undo}
          </a>
        )}
      </PageHeader>
      <Done done={c.req.query('done')} />
      <RefusedNotice refused={refused} />
      <Outcome request={request} />
      <RequestFacts request={request} />
      {mayChange && <Decide org={org} request={request} role={pageContext.session.role} />}
      <Waves org={org} request={request} mayChange={mayChange} />
      <Review request={request} />
      <Comments org={org} request={request} mayChange={mayChange} />
    </>,
    { title, menu: '/console/changes', org, refused },
  );
}

/** Tells why a request is not done, or not yet. */
function Outcome({ request: { state, missed, reason, failure, moved, halt } }: { request: ShownRequest }) {
  const { changeRequests: words } = useTexts().text;
  if (halt)
    return (
      <Notice tone="warning" title={words.waves.halted(halt)}>
        <p class="text">{halt.message}</p>
        <p class="text">{words.waves.after(halt)}</p>
        {moved.length > 0 && <Moved moved={moved} />}
      </Notice>
    );
  if (missed) return <Notice tone="warning" title={words.missed} />;
  if (reason !== null)
    return (
      <Notice tone="info" title={words.rejectedBecause}>
        <p class="text">{reason}</p>
      </Notice>
    );
  if (failure)
    return (
      <Notice tone="warning" title={words.failedBecause}>
        <p class="text">
          <code class="code">{failure.code}</code> {failure.message}
        </p>
      </Notice>
    );
  if (state !== 'STALE') return null;
  return (
    <Notice tone="warning" title={words.stale}>
      <Moved moved={moved} />
    </Notice>
  );
}

function Moved({ moved }: Pick<ShownRequest, 'moved'>) {
  const { changeRequests: words } = useTexts().text;
  return (
    <ul class="text">
      {moved.map(({ item, kind, members }) => (
        <li>
          <span class="address">{item}</span> {words.moved[kind]}
          {kind === 'CHANGED' && `: ${members.join(', ')}`}
        </li>
      ))}
    </ul>
  );
}

function RequestFacts({ request }: { request: ShownRequest }) {
  const { changeRequests: words } = useTexts().text;
  const { mutation, subject, proposedBy, proposedAt, expiresAt, scheduledAt, timeZone } = request;
  const { closedAt, closedBy, approvals, approvalsLacking } = request;
  return (
    <Facts
      facts={{
        [words.mutation]: (
          <>
            <code class="code">{mutation}</code> <span class="address">{subject}</span>
          </>
        ),
        [words.proposedBy]: (
          <>
            {proposedBy}, <When at={proposedAt} />
          </>
        ),
        [words.approvals]: (
          <>
            {approvals.length === 0 ? words.noApprovals : approvals.map((each) => each.approvedBy).join(', ')}
            {closedAt === null && (
              <span class="small quiet">
                {' '}
                {approvalsLacking > 0 ? words.lacking(approvalsLacking) : words.enough}
              </span>
            )}
          </>
        ),
        [words.scheduled]:
          scheduledAt === null || closedAt !== null ? null : (
            <LocalTime at={scheduledAt} timeZone={timeZone ?? 'UTC'} />
          ),
        [words.expires]: closedAt === null ? <When at={expiresAt} /> : null,
        [words.closedBy]:
          closedAt === null ? null : (
            <>
              {closedBy}, <When at={closedAt} />
            </>
          ),
      }}
    />
  );
}

/** An instant by the clock of a time zone, as it was given. */
function LocalTime({ at, timeZone }: { readonly at: string; readonly timeZone: string }) {
  const { changeRequests: words } = useTexts().text;
  // Swedish dates are those of ISO 8601.
  const local = new Date(at).toLocaleString('sv-SE', { timeZone }).slice(0, -3);
  return (
    <time class="when" datetime={at}>
      {words.localTime(local, timeZone)}
    </time>
  );
}

/** The effects and warnings, the steps of a manifest, and the input. */
function Review({ request }: { request: ShownRequest }) {
  const { changeRequests: words } = useTexts().text;
  const { mutation, input, closedAt } = request;
  return (
    <Section id="does-heading" title={closedAt === null ? words.does : words.did}>
      <div class="stack">
        {mutation === 'applyManifest' ? (
          <Steps request={request} />
        ) : (
          <Effects change={{ ...request, dryRun: true, backends: [], change: null }} />
        )}
        {input !== null && (
          <details>
            <summary class="details-summary">{words.asInput}</summary>
            <pre class="pre">{JSON.stringify(input, null, 2)}</pre>
          </details>
        )}
      </div>
    </Section>
  );
}
