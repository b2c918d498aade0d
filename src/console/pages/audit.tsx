import type { ResultOf } from 'gql.tada';
import { type Column, Table } from '../../ui/table.tsx';
import { format } from '../format.ts';
import { graphql } from '../graphql.ts';
import { queryOf, reachOf, titleOf } from '../reach.ts';
import type { ConsolePages } from '../visit.ts';
import { show } from './frame.tsx';
import { NoOrg, Orgs } from './orgs.tsx';

const AUDIT = graphql(`
  query Audit($org: String!, $first: Int!, $after: String) {
    viewer { orgs { name title } }
    auditEvents(org: $org, first: $first, after: $after) {
      nodes { at actor action subject detail }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type AuditEvent = ResultOf<typeof AUDIT>['auditEvents']['nodes'][number];

const PATH = '/console/audit';
const ROWS = 50;

/** All that was changed in an org, the newest first: who did what, and to what. */
export function audit(pages: ConsolePages): void {
  pages.get('/audit', async (c) => {
    const { visit } = c.var;
    const org = (await reachOf(c))?.org;
    if (org === undefined) return show(visit, <NoOrg />, { title: 'Audit' });
    const after = c.req.query('after');
    const { viewer, auditEvents } = await visit.session.run(AUDIT, { org, first: ROWS, after });
    const { nodes, pageInfo } = auditEvents;
    const title = `Audit of ${titleOf({ org }, viewer.orgs)}`;
    const first = PATH + queryOf({ org });
    return show(
      visit,
      <>
        <h1 class="title">{title}</h1>
        <Orgs orgs={viewer.orgs} current={{ org }} path={PATH} />
        <p class="lead">All that was changed, the newest first. No secret is in it.</p>
        <div class="stack">
          {nodes.length === 0 ? (
            <p class="text">Nothing is older.</p>
          ) : (
            <Table caption="Changes" rows={nodes} columns={[...auditColumns, detailColumn]} />
          )}
          <nav class="row" aria-label="Pages of changes">
            {after !== undefined && (
              <a class="button" href={first}>
                Newest
              </a>
            )}
            {pageInfo.hasNextPage && (
              <a class="button" rel="next" href={`${first}&after=${pageInfo.endCursor}`}>
                Older
              </a>
            )}
          </nav>
        </div>
      </>,
      { title, menu: PATH, org },
    );
  });
}

/** When, who, what and to what. */
export const auditColumns: readonly Column<Omit<AuditEvent, 'detail'>>[] = [
  {
    heading: 'When',
    cell: ({ at }) => (
      <time class="when" datetime={at}>
        {format.dateTime(at)}
      </time>
    ),
  },
  { heading: 'Who', cell: ({ actor }) => actor },
  { heading: 'What', cell: ({ action }) => <code class="code when">{action}</code> },
  { heading: 'To what', cell: ({ subject }) => <span class="address">{subject}</span> },
];

const detailColumn: Column<AuditEvent> = {
  heading: 'Detail',
  cell: ({ detail, action, subject }) =>
    detail !== null && (
      <details>
        <summary class="details-summary">
          Show
          <span class="visually-hidden">
            {' '}
            of {action} {subject}
          </span>
        </summary>
        <pre class="pre">{JSON.stringify(detail, null, 2)}</pre>
      </details>
    ),
};
