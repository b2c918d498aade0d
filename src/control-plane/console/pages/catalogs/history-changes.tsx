import { Diff, type DiffLine } from '../../../../ui/components/diff.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import type { Changes } from './history-query.ts';

type Change = Changes['nodes'][number];

type HistoryChangesProps = {
  readonly changes: Changes;
  /** The address of the page after this one. */
  readonly older: string;
};

/** Changes of a catalog between two instants, each with its difference. */
export function HistoryChanges({ changes: { nodes, pageInfo }, older }: HistoryChangesProps) {
  const { history: words } = useTexts().text.catalogs;
  return (
    <>
      {nodes.length === 0 ? (
        <p class="text">{words.noChange}</p>
      ) : (
        <Table
          caption={words.changes}
          rows={nodes}
          columns={[
            { heading: words.when, cell: ({ at }) => <When at={at} /> },
            { heading: words.who, cell: ({ audit }) => audit?.actor ?? words.nobody },
            {
              heading: words.what,
              cell: ({ noun, name, kind }) => (
                <>
                  {words.nouns[noun]} <span class="address">{name}</span> {words.kinds[kind]}
                </>
              ),
            },
            { heading: words.difference, cell: (change) => <Fields change={change} /> },
          ]}
        />
      )}
      {pageInfo.hasNextPage && (
        <nav class="row" aria-label={words.pages}>
          <a class="button" rel="next" href={`${older}&after=${pageInfo.endCursor}`}>
            {words.older}
          </a>
        </nav>
      )}
    </>
  );
}

function Fields({ change: { fields, name, audit } }: { change: Change }) {
  const { history: words } = useTexts().text.catalogs;
  return (
    <>
      {audit && <code class="code when">{audit.action}</code>}
      {fields.length > 0 && (
        <details class="details-apart">
          <summary class="details-summary">
            {words.showFields}
            <span class="visually-hidden"> {words.ofFields(name)}</span>
          </summary>
          <Diff label={words.ofFields(name)} lines={fields.flatMap(linesOf)} />
        </details>
      )}
    </>
  );
}

function linesOf({ field, from, to }: Change['fields'][number]): DiffLine[] {
  return [
    ...(from === null ? [] : [{ kind: 'removed', text: `${field}: ${inWords(from)}` } as const]),
    ...(to === null ? [] : [{ kind: 'added', text: `${field}: ${inWords(to)}` } as const]),
  ];
}

const inWords = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
