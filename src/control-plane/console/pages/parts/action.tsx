import type { Child } from 'hono/jsx';
import type { Column } from '../../../../ui/components/table.tsx';

type ActionProps = {
  /** Where the form goes: the page of what it changes, which tells what became of it. */
  readonly path: string;
  readonly action: string;
  /** Which of several things on that page. */
  readonly of?: string;
  /** What is asked before. */
  readonly confirm?: string;
  readonly isDanger?: boolean;
  readonly children?: Child;
};

/** One button that does something with what a row shows. */
export function Action({ path, of, action, confirm, isDanger = false, children }: ActionProps) {
  return (
    <form method="post" action={path} data-confirm={confirm}>
      {of !== undefined && <input type="hidden" name="of" value={of} />}
      <button
        class={`button button-small${isDanger ? ' button-danger' : ''}`}
        type="submit"
        name="action"
        value={action}
      >
        {children}
      </button>
    </form>
  );
}

/** The column of what can be done with a row, for those who may. */
export function nextWhere<Row>(mayChange: boolean, cell: (row: Row) => Child): Column<Row>[] {
  return mayChange ? [{ heading: 'Next', cell: (row) => <div class="row links">{cell(row)}</div> }] : [];
}
