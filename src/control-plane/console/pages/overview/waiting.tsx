import { Icon, type IconName } from '../../../../ui/components/icon.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { useTexts } from '../parts/texts.ts';
import { ROWS } from './overview-query.ts';

type WaitingProps<Row> = {
  readonly icon: IconName;
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
};

/** A list of things that wait for somebody. Nothing where there is none. */
export function Waiting<Row>({ icon, title, rows, columns }: WaitingProps<Row>) {
  const { caption: all, captionOfFirst } = useTexts().text.overview.waiting;
  if (rows.length === 0) return null;
  const caption = (rows.length === ROWS ? captionOfFirst : all)(title, rows.length);
  return (
    <div>
      <h3 class="subheading waiting">
        <Icon name={icon} />
        {caption}
      </h3>
      <Table caption={caption} rows={rows} columns={columns} />
    </div>
  );
}

/** Words of a button that its row says already. */
export const Hidden = ({ of }: { of: string }) => <span class="visually-hidden"> {of}</span>;
