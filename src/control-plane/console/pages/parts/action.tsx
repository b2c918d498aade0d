import type { Child } from 'hono/jsx';
import type { Column } from '../../../../ui/components/table.tsx';
import { useTexts } from './texts.ts';

type ActionProps = {
  /** Address of the form: the page of what it changes, which shows the result. */
  readonly path: string;
  readonly action: string;
  /** The row that the action is for. */
  readonly of?: string;
  /** Question before the action. */
  readonly confirm?: string;
  readonly isDanger?: boolean;
  readonly children?: Child;
};

/** A button that acts on the row that it stands in. */
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

/** Column of actions, for people who may change anything. The component of its table asks for it. */
export function nextWhere<Row>(mayChange: boolean, cell: (row: Row) => Child): Column<Row>[] {
  const { text } = useTexts();
  return mayChange ? [{ heading: text.next, cell: (row) => <div class="row links">{cell(row)}</div> }] : [];
}
