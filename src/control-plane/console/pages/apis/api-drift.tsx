import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { useTexts } from '../parts/texts.ts';
import type { Api } from './api-query.ts';

/** The ways in which calls break the document. An API whose calls are not checked has none. */
export function Drift({ api }: { api: Api }) {
  const { text: texts, format } = useTexts();
  const text = texts.apis.drift;
  const { requests, answers } = api.contract;
  const isChecked = requests === 'MEASURE' || answers === 'MEASURE';
  if (!isChecked && api.drift.length === 0) return null;
  return (
    <Section id="drift-heading" title={text.title}>
      {api.drift.length === 0 ? (
        <Notice tone="success">
          <p class="text">{text.none}</p>
        </Notice>
      ) : (
        <Table
          caption={text.title}
          rows={api.drift}
          columns={[
            { heading: text.operation, cell: ({ operation }) => <code class="code">{operation}</code> },
            { heading: text.side, cell: ({ side }) => text.sides[side] },
            {
              heading: text.place,
              cell: ({ pointer, kind }) => (
                <>
                  <code class="code">{pointer}</code> {kind}
                </>
              ),
            },
            { heading: text.catalog, cell: ({ catalog }) => catalog.title },
            { heading: text.calls, isNumber: true, cell: ({ calls }) => format.number(calls) },
            {
              heading: text.firstAt,
              cell: ({ firstAt }) => <span class="when">{format.date(firstAt)}</span>,
            },
            { heading: text.lastAt, cell: ({ lastAt }) => <span class="when">{format.date(lastAt)}</span> },
          ]}
        />
      )}
    </Section>
  );
}
