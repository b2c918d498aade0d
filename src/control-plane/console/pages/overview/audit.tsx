import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { Field } from '../../../../ui/components/field.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, queryOf, titleOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import type { Messages } from '../messages.ts';
import { undoPath } from '../parts/console-paths.ts';
import { show } from '../parts/frame.tsx';
import { Links } from '../parts/links.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import { AuditDetail } from './audit-detail.tsx';

const AUDIT = graphql(`
  query Audit(
    $org: String! $first: Int! $after: String
    $actor: String $action: String $subject: String $since: DateTime $until: DateTime
  ) {
    viewer { orgs(first: 200) { name title } }
    auditEvents(
      org: $org first: $first after: $after
      actor: $actor action: $action subject: $subject since: $since until: $until
    ) {
      nodes { at actor action subject subjectTitle detail address }
      pageInfo { hasNextPage endCursor }
    }
    undoableChanges(org: $org, first: 200) { nodes { id } }
  }
`);

type AuditEvent = ResultOf<typeof AUDIT>['auditEvents']['nodes'][number];

const PATH = '/console/audit';
const ROWS = 25;

/** Adds the audit of an org, the newest event first, with a search. */
export function audit(pages: ConsolePages): void {
  pages.get('/audit', async (c) => {
    const { pageContext } = c.var;
    const { audit: text } = pageContext.text;
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: text.title });
    const after = c.req.query('after');
    const sought = auditSearchIn(c);
    const variables = { org, first: ROWS, after, ...argumentsOf(sought) };
    const { viewer, auditEvents, undoableChanges } = await pageContext.session.run(AUDIT, variables);
    const { nodes, pageInfo } = auditEvents;
    const mayUndo = allowsChange(pageContext.session) && undoableChanges.nodes.length > 0;
    const undoable = new Set(mayUndo ? undoableChanges.nodes.map(({ id }) => id) : []);
    const title = text.titleOf(titleOf({ org }, viewer.orgs));
    const first = [PATH + queryOf({ org }), new URLSearchParams(sought)].filter(String).join('&');
    return show(
      pageContext,
      <>
        <h1 class="title">{title}</h1>
        <p class="lead">{text.lead}</p>
        <div class="stack">
          <AuditSearch org={org} sought={sought} />
          {nodes.length === 0 ? (
            <p class="text">{Object.keys(sought).length > 0 ? text.noneSuch : text.noneOlder}</p>
          ) : (
            <Table caption={text.caption} rows={nodes} columns={auditColumns(text, { org, undoable })} />
          )}
          <nav class="row" aria-label={text.pages}>
            {after !== undefined && (
              <a class="button" href={first}>
                {text.newest}
              </a>
            )}
            {pageInfo.hasNextPage && (
              <a class="button" rel="next" href={`${first}&after=${pageInfo.endCursor}`}>
                {text.older}
              </a>
            )}
          </nav>
        </div>
      </>,
      { title, menu: PATH, org },
    );
  });
}

const SOUGHT = ['actor', 'action', 'subject', 'from', 'to'] as const;
/** Search of the address; from and to are days, as 2026-01-31. */
type AuditSearch = { readonly [Member in (typeof SOUGHT)[number]]?: string };

/** Reads the search of the address. An empty field is left out. */
function auditSearchIn(c: Context<ConsoleEnv>): AuditSearch {
  const filters = SOUGHT.map((name) => [name, c.req.query(name)?.trim()]);
  return Object.fromEntries(filters.filter(([, value]) => value));
}

const DAY_MS = 86_400_000;

/** Makes the arguments of a search. Days are those of UTC, as the instants of the page; the last day is included. */
function argumentsOf({ from, to, ...texts }: AuditSearch) {
  const end = to === undefined ? Number.NaN : Date.parse(`${to}T00:00:00Z`);
  return {
    ...texts,
    since: from && `${from}T00:00:00Z`,
    until: Number.isNaN(end) ? to : new Date(end + DAY_MS).toISOString(),
  };
}

/** Form of the search. It leads to an address that can be kept. */
function AuditSearch({ org, sought }: { org: string; sought: AuditSearch }) {
  const { audit: text } = useTexts().text;
  return (
    <search>
      <form method="get" action={PATH} class="card form-row">
        <input type="hidden" name="org" value={org} />
        <Field name="actor" label={text.who} value={sought.actor} />
        <Field name="action" label={text.what} value={sought.action} />
        <Field name="subject" label={text.toWhat} value={sought.subject} />
        <Field name="from" label={text.from} type="date" value={sought.from} />
        <Field name="to" label={text.to} type="date" value={sought.to} />
        <div class="form-row-end">
          <button class="button" type="submit">
            {text.show}
          </button>
        </div>
      </form>
    </search>
  );
}

/** Columns of an audit event. */
const auditColumns = (text: Messages['audit'], undo: UndoScope): readonly Column<AuditEvent>[] => [
  { heading: text.when, cell: ({ at }) => <When at={at} /> },
  {
    heading: text.who,
    cell: ({ actor, address }) => (
      <>
        {actor}
        {address !== null && (
          <span class="audit-address small quiet">
            <span class="visually-hidden">{text.fromWhere} </span>
            {address}
          </span>
        )}
      </>
    ),
  },
  { heading: text.what, cell: ({ action }) => <code class="code when">{action}</code> },
  {
    heading: text.toWhat,
    cell: ({ subject, subjectTitle }) =>
      subjectTitle === null ? (
        <span class="address">{subject}</span>
      ) : (
        <>
          {subjectTitle} <span class="address small quiet">{subject}</span>
        </>
      ),
  },
  {
    heading: text.detail,
    cell: (event) => (
      <div class="row audit-detail">
        <Detail event={event} />
        <Undo {...undo} event={event} />
      </div>
    ),
  },
];

function Detail({ event: { detail, action, subject } }: { event: AuditEvent }) {
  const { audit: text } = useTexts().text;
  if (detail === null) return null;
  return (
    <details class="details-apart">
      <summary class="details-summary">
        {text.show}
        <span class="visually-hidden"> {text.ofDetail(action, subject)}</span>
      </summary>
      <AuditDetail detail={detail as object} />
    </details>
  );
}

type UndoScope = { readonly org: string; readonly undoable: ReadonlySet<string> };

/** Leads to undoing a change that can be undone. An import has one for each catalog. */
function Undo({ org, undoable, event }: UndoScope & { readonly event: AuditEvent }) {
  const { audit: text } = useTexts().text;
  const { detail, action, subject } = event;
  const { catalog, change, changes } = (detail ?? {}) as { readonly [member: string]: unknown };
  const kept = typeof catalog === 'string' ? { [catalog]: change } : ((changes ?? {}) as object);
  const links = Object.entries(kept).flatMap(([name, id]) =>
    undoable.has(id)
      ? [{ name: text.undo, href: `${undoPath({ org, catalog: name })}/${id}`, isPanel: true }]
      : [],
  );
  return links.length > 0 ? <Links of={`${action} ${subject}`} links={links} /> : null;
}
