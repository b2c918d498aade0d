import type { Child } from 'hono/jsx';

/** A column of a table: its heading and what a row shows in it. */
export type Column<Row> = {
  readonly heading: string;
  readonly cell: (row: Row) => Child;
  /** Set to the end, in figures of one width. */
  readonly isNumber?: boolean;
};

export type TableProps<Row> = {
  /** Description of the content, read by screen readers and not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
};

/**
 * A table. The first cell of a row names the row. On phones a row is a card, each cell beside its heading.
 *
 * A table that is wider than the page scrolls by itself, by keyboard too (WCAG 2.1.1).
 */
export function Table<Row>({ caption, columns, rows }: TableProps<Row>) {
  return (
    <section class="table-frame" tabindex={0} aria-label={caption}>
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ heading, isNumber }) => (
              <th scope="col" class={`cell cell-head${isNumber ? ' cell-number' : ''}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(({ heading, cell, isNumber }, index) =>
                index === 0 ? (
                  <th scope="row" class="cell">
                    {cell(row)}
                  </th>
                ) : (
                  <td class={`cell${isNumber ? ' cell-number' : ''}`} data-label={heading}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
