import type { CallsProps } from '../../../../../web/props.ts';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, queryOf, titleOf } from '../../org-scope.ts';
import type { ConsolePages } from '../../page-context.ts';
import { CALLS_PATH } from '../parts/console-paths.ts';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { CallFilterForm, callFilterIn, callsPath, isFiltered } from './call-filter.tsx';
import { CALL, CALL_FIELDS, CallRow, CallTemplate, type LiveCall } from './call-row.tsx';

const CALLS = graphql(
  `query Calls($org: String!, $filter: CallFilter!, $until: DateTime) {
    viewer { orgs(first: 200) { name title } }
    calls(org: $org, filter: $filter, first: 100, until: $until) { ...CallRow }
  }`,
  [CALL],
);

/** The subscription of the page's script, with the fields of its rows. */
const FOLLOW = `subscription FollowCalls($org: String!, $filter: CallFilter!) {
  calls(org: $org, filter: $filter) { ${CALL_FIELDS} }
}`;

const ROWS = 100;

/** Adds the list of the last calls, which goes on by itself where scripts run. */
export function calls(pages: ConsolePages): void {
  pages.get('/calls', async (c) => {
    const { pageContext } = c.var;
    const { calls: text } = pageContext.text;
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: text.title });
    const requestId = c.req.query('requestId')?.trim();
    if (requestId)
      return c.redirect(`${CALLS_PATH}/${encodeURIComponent(requestId)}${queryOf({ org })}`, 303);
    const filter = callFilterIn(c);
    const until = c.req.query('until');
    const variables = { org, filter, until };
    const { viewer, calls: found } = await pageContext.session.run(CALLS, variables);
    const title = text.titleOf(titleOf({ org }, viewer.orgs));
    const props: CallsProps = {
      endpoint: '/console/graphql',
      document: FOLLOW,
      variables: { org, filter },
      rows: ROWS,
      texts: text.live,
    };
    const island = { name: 'calls', props, connect: [], isPart: true } as const;
    return show(
      pageContext,
      <>
        <PageHeader title={title} lead={text.lead} />
        <div class="stack">
          <CallFilterForm org={org} filter={filter} />
          <Live isLive={until === undefined} />
          <CallList org={org} calls={found} none={isFiltered(filter) ? text.none : text.noneYet} />
          <nav class="row" aria-label={text.pages}>
            {until !== undefined && (
              <a class="button" href={callsPath(org, filter)}>
                {text.newest}
              </a>
            )}
            {found.length === ROWS && (
              <a
                class="button"
                rel="next"
                href={`${callsPath(org, filter)}&until=${encodeURIComponent(found.at(-1)?.at ?? '')}`}
              >
                {text.older}
              </a>
            )}
          </nav>
        </div>
      </>,
      { title, menu: CALLS_PATH, org, ...(until === undefined && { island }) },
    );
  });
}

/** The state of the stream, and the button that pauses it. */
function Live({ isLive }: { isLive: boolean }) {
  const { calls: text } = useTexts().text;
  if (!isLive) return null;
  return (
    <p class="row" id="calls-live" hidden>
      <button class="button" type="button" id="calls-pause">
        {text.live.pause}
      </button>
      <span class="small quiet" id="calls-state" role="status" />
    </p>
  );
}

type CallListProps = {
  readonly org: string;
  readonly calls: readonly LiveCall[];
  /** The sentence where there is none. */
  readonly none: string;
};

function CallList({ org, calls, none }: CallListProps) {
  const { calls: text } = useTexts().text;
  return (
    <>
      <p class="text" id="calls-none" hidden={calls.length > 0}>
        {none}
      </p>
      <ol class="calls" id="calls" aria-label={text.title}>
        {calls.map((call) => (
          <CallRow org={org} call={call} />
        ))}
      </ol>
      <CallTemplate org={org} />
    </>
  );
}
