import { type Column, Table } from '../../../../ui/components/table.tsx';
import { Time } from '../../../../ui/components/time.tsx';
import { useTexts } from '../parts/texts.ts';
import type { ActionResult } from './lifecycle-change.ts';

type Warning = ActionResult['warnings'][number];
type Caller = NonNullable<Warning['affected']>[number];

/** Shows which subscribers called of late what a warning is about. */
export function Affected({ warning }: { warning: Warning }) {
  const { text, format } = useTexts();
  const { effects } = text.actions;
  const { affected, affectedCount, unaffectedCount } = warning;
  if (affected === null || affectedCount === null || unaffectedCount === null) return null;
  const subscribers = affectedCount + unaffectedCount;
  if (subscribers === 0) return null;
  const columns: readonly Column<Caller>[] = [
    {
      heading: effects.application,
      cell: ({ application, consumerOrg }) => effects.applicationOf(application, consumerOrg),
    },
    {
      heading: effects.operation,
      cell: ({ operation, field, certain }) => (
        <>
          {(field ?? operation) !== null && <code class="code">{field ?? operation}</code>}
          {!certain && ` (${effects.mayBreak})`}
        </>
      ),
    },
    { heading: effects.calls, cell: ({ calls }) => format.number(calls), isNumber: true },
    {
      heading: effects.lastCall,
      cell: ({ lastCallAt }) => <Time at={lastCallAt} text={format.dateTime(lastCallAt)} />,
    },
  ];
  return (
    <>
      <p class="text">{effects.called(affectedCount, subscribers)}</p>
      {affected.length > 0 && <Table caption={effects.callers} rows={affected} columns={columns} />}
    </>
  );
}
