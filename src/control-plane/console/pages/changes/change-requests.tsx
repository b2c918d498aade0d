import type { ResultOf } from '@graphql-typed-document-node/core';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { Tabs } from '../../../../ui/components/tabs.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, titleOf } from '../../org-scope.ts';
import type { ConsolePages } from '../../page-context.ts';
import type { Messages } from '../messages.ts';
import { changeRequestPath, changeRequestsPath } from '../parts/console-paths.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { State } from '../parts/state.tsx';
import { When } from '../parts/when.tsx';

const REQUESTS = graphql(`
  query ChangeRequests($org: String!, $states: [ChangeRequestState!]!, $open: [ChangeRequestState!]!, $first: Int!, $offset: Int!) {
    viewer { orgs(first: 200) { name title } }
    openCount: changeRequestCount(org: $org, states: $open)
    count: changeRequestCount(org: $org, states: $states)
    changeRequests(org: $org, states: $states, first: $first, offset: $offset) {
      number title state mutation proposedBy proposedAt scheduledAt missed
      actions { catalog }
    }
  }
`);

type Request = ResultOf<typeof REQUESTS>['changeRequests'][number];

const ROWS = 25;
const OPEN = ['PROPOSED', 'APPROVED', 'SCHEDULED', 'RUNNING'] as const;
const CLOSED = ['HALTED', 'DONE', 'STALE', 'FAILED', 'REJECTED', 'CANCELLED', 'EXPIRED'] as const;

/** Adds the change requests of an org: the open ones, or those that are closed. */
export function changeRequests(pages: ConsolePages): void {
  pages.get('/changes', async (c) => {
    const { pageContext } = c.var;
    const { changeRequests: words, pager } = pageContext.text;
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: words.title });
    const isClosed = c.req.query('state') === 'closed';
    const page = pageOfList(c.req.query('page'), ROWS);
    const {
      viewer,
      openCount,
      count,
      changeRequests: rows,
    } = await pageContext.session.run(REQUESTS, {
      org,
      states: [...(isClosed ? CLOSED : OPEN)],
      open: [...OPEN],
      first: ROWS,
      offset: offsetOf(page),
    });
    const title = words.titleOf(titleOf({ org }, viewer.orgs));
    return show(
      pageContext,
      <>
        <h1 class="title">{title}</h1>
        <p class="lead">{words.lead}</p>
        <Done done={c.req.query('done')} />
        <Tabs
          label={words.tabs}
          tabs={[
            { title: words.open, href: changeRequestsPath(org), isCurrent: !isClosed, count: openCount },
            { title: words.closed, href: changeRequestsPath(org, 'closed'), isCurrent: isClosed },
          ]}
        />
        <div class="stack">
          {rows.length === 0 ? (
            <EmptyState icon="git-compare" title={words.noneTitle} text={words.none} />
          ) : (
            <Table caption={words.caption} rows={rows} columns={columnsOf(words, org)} />
          )}
          <Pager
            page={page}
            total={count}
            href={(number) => `${changeRequestsPath(org, isClosed ? 'closed' : undefined)}&page=${number}`}
            text={pager(words.requests)}
          />
        </div>
      </>,
      { title, menu: '/console/changes', org },
    );
  });
}

const columnsOf = (words: Messages['changeRequests'], org: string): readonly Column<Request>[] => [
  {
    heading: words.what,
    cell: ({ number, title }) => (
      <a class="link" href={changeRequestPath({ org, number })}>
        {words.name(number, title)}
      </a>
    ),
  },
  { heading: words.state, cell: ({ state }) => <State state={state} /> },
  { heading: words.catalogs, cell: ({ actions }) => actions.map(({ catalog }) => catalog).join(', ') },
  {
    heading: words.proposed,
    cell: ({ proposedAt, proposedBy }) => (
      <>
        <When at={proposedAt} /> {words.by} {proposedBy}
      </>
    ),
  },
  {
    heading: words.at,
    cell: ({ scheduledAt, state }) =>
      scheduledAt !== null && state === 'SCHEDULED' && <When at={scheduledAt} />,
  },
];
