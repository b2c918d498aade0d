import { Diff, type DiffLine } from '../../../../ui/components/diff.tsx';
import { useTexts } from '../parts/texts.ts';

type Columns = Readonly<Record<string, unknown>>;

/** Shows the detail of an audit event. Rows before and after are a difference; the rest is as it is. */
export function AuditDetail({ detail }: { detail: object }) {
  const { audit: text } = useTexts().text;
  const { before, after, ...rest } = detail as Columns;
  const lines = isColumns(before) && isColumns(after) ? linesOf(before, after) : [];
  const others = lines.length > 0 ? rest : detail;
  return (
    <>
      {lines.length > 0 && <Diff label={text.beforeAndAfter} lines={lines} />}
      {Object.keys(others).length > 0 && <pre class="pre">{JSON.stringify(others, null, 2)}</pre>}
    </>
  );
}

function linesOf(before: Columns, after: Columns): DiffLine[] {
  const rows = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return rows.flatMap((row) => {
    const [was, is] = [before[row], after[row]];
    if (!isColumns(was) && !isColumns(is))
      return [...lineOf('removed', row, was), ...lineOf('added', row, is)];
    return [{ kind: 'same', text: row } as const, ...columnLines(was, is)];
  });
}

/** Lines of the columns that differ. A row that was not, or is not any more, has one side. */
function columnLines(was: unknown, is: unknown): DiffLine[] {
  const [before, after] = [isColumns(was) ? was : {}, isColumns(is) ? is : {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .flatMap((name) => [
      ...(name in before ? lineOf('removed', name, before[name]) : []),
      ...(name in after ? lineOf('added', name, after[name]) : []),
    ]);
}

function lineOf(kind: 'added' | 'removed', name: string, value: unknown): DiffLine[] {
  if (value === undefined) return [];
  return [{ kind, text: `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}` }];
}

const isColumns = (value: unknown): value is Columns =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
