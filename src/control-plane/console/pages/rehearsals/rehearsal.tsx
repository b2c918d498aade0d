import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import { type CatalogAddress, catalogPath, rehearsalPath, rehearsalsPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import { duration } from '../usage/duration.ts';

const REHEARSAL = graphql(`
  query RehearsalPage($org: String!, $id: ID!) {
    rehearsal(org: $org, id: $id) {
      id state sample startedBy startedAt endsAt endedAt stoppedBy
      catalog { name title }
      old { name version } new { name version }
      ignore { kind operation pointer }
      apis(first: 50) { before after }
      operations(first: 100) {
        api operation compared unread dropped beforeP50Ms beforeP95Ms afterP50Ms afterP95Ms
      }
      differenceCount
      differences(first: 100) { api operation kind pointer was now calls share lastAt }
    }
  }
`);

const STOP = graphql(`
  mutation StopRehearsal($input: StopRehearsalInput!) { stopRehearsal(input: $input) { id } }
`);

type Rehearsal = NonNullable<ResultOf<typeof REHEARSAL>['rehearsal']>;
type RehearsalAddress = CatalogAddress & { readonly id: string };

const PATH = '/catalogs/:org/:catalog/rehearsals/:id';

/** Adds the page of a rehearsal, with what it has found. */
export function rehearsal(pages: ConsolePages): void {
  pages.get(PATH, (c) => showRehearsal(c, c.req.param()));

  pages.post(PATH, async (c) => {
    demandChange(c);
    const address = c.req.param();
    const input = { org: address.org, id: address.id };
    const { refused } = await attempt(c.var.pageContext.session.run(STOP, { input }));
    return refused ? showRehearsal(c, address, refused) : c.redirect(rehearsalPath(address, address.id), 303);
  });
}

async function showRehearsal(
  c: Context<ConsoleEnv>,
  address: RehearsalAddress,
  refused?: PageRefusal,
): Promise<Response> {
  const { pageContext } = c.var;
  const words = pageContext.text.rehearsals;
  const { org, id } = address;
  const { rehearsal: found } = await pageContext.session.run(REHEARSAL, { org, id });
  if (found?.catalog.name !== address.catalog) return showNotFound(c);
  const title = words.name(versionedName(found.old), versionedName(found.new));
  const mayStop = found.state === 'RUNNING' && allowsChange(pageContext.session);
  return show(
    pageContext,
    <>
      <PageHeader
        crumbs={
          <Crumbs
            org={org}
            trail={[
              { title: words.catalog(found.catalog.title), href: catalogPath(address) },
              { title: words.caption, href: rehearsalsPath(address) },
            ]}
          />
        }
        title={title}
        badge={<State state={found.state} />}
      >
        {mayStop && (
          <form method="post" action={rehearsalPath(address, id)} data-confirm={words.confirmStop}>
            <button class="button" type="submit">
              {words.stop}
            </button>
          </form>
        )}
      </PageHeader>
      <RefusedNotice refused={refused} />
      <Terms rehearsal={found} />
      <Differences rehearsal={found} />
      <Operations rehearsal={found} />
    </>,
    { title, org, refused },
  );
}

type RehearsalProps = { readonly rehearsal: Rehearsal };

function Terms({ rehearsal: found }: RehearsalProps) {
  const { text, format } = useTexts();
  const words = text.rehearsals;
  const { sample, startedAt, startedBy, endsAt, endedAt, stoppedBy, apis, ignore } = found;
  return (
    <Facts
      facts={{
        [words.sampleOf]: format.percent(sample),
        [words.started]: (
          <>
            <When at={startedAt} /> {words.by} {startedBy}
          </>
        ),
        [endedAt === null ? words.ends : words.ended]: (
          <>
            <When at={endedAt ?? endsAt} /> {stoppedBy !== null && `${words.by} ${stoppedBy}`}
          </>
        ),
        [words.apis]: apis.map(({ before, after }) => words.name(before, after ?? '–')).join(', '),
        [words.ignored]:
          ignore.length === 0
            ? null
            : ignore
                .map(({ kind, operation, pointer }) =>
                  [kind && words.kinds[kind], operation, pointer].filter(Boolean).join(' '),
                )
                .join(', '),
      }}
    />
  );
}

function Differences({ rehearsal: { differences, differenceCount, operations } }: RehearsalProps) {
  const { text, format } = useTexts();
  const words = text.rehearsals;
  return (
    <Section id="differences-heading" title={words.found}>
      {differences.length === 0 ? (
        <Notice tone={operations.length === 0 ? 'info' : 'success'}>
          <p class="text">{operations.length === 0 ? words.noCalls : words.noDifferences}</p>
        </Notice>
      ) : (
        <Table
          caption={words.foundCaption}
          rows={differences}
          columns={[
            { heading: words.operation, cell: ({ operation }) => <code class="code">{operation}</code> },
            { heading: words.kind, cell: ({ kind }) => words.kinds[kind] },
            { heading: words.place, cell: ({ pointer }) => pointer && <code class="code">{pointer}</code> },
            { heading: words.change, cell: ({ was, now }) => words.changed(was, now) },
            { heading: words.calls, isNumber: true, cell: ({ calls }) => format.number(calls) },
            { heading: words.share, isNumber: true, cell: ({ share }) => format.percent(share) },
            { heading: words.lastAt, cell: ({ lastAt }) => <When at={lastAt} /> },
          ]}
        />
      )}
      {differenceCount > differences.length && <p class="small quiet">{words.more(differenceCount)}</p>}
    </Section>
  );
}

function Operations({ rehearsal: { operations } }: RehearsalProps) {
  const { text, format } = useTexts();
  const words = text.rehearsals;
  if (operations.length === 0) return null;
  const pair = (before: number | null, after: number | null) =>
    before === null ? '–' : words.name(duration(format, before), duration(format, after));
  return (
    <Section id="operations-heading" title={words.operations}>
      <Table
        caption={words.operationsCaption}
        rows={operations}
        columns={[
          { heading: words.operation, cell: ({ operation }) => <code class="code">{operation}</code> },
          { heading: words.compared, isNumber: true, cell: ({ compared }) => format.number(compared) },
          { heading: words.unread, isNumber: true, cell: ({ unread }) => format.number(unread) },
          { heading: words.dropped, isNumber: true, cell: ({ dropped }) => format.number(dropped) },
          {
            heading: words.p50,
            isNumber: true,
            cell: ({ beforeP50Ms, afterP50Ms }) => pair(beforeP50Ms, afterP50Ms),
          },
          {
            heading: words.p95,
            isNumber: true,
            cell: ({ beforeP95Ms, afterP95Ms }) => pair(beforeP95Ms, afterP95Ms),
          },
        ]}
      />
    </Section>
  );
}
