/** A page of a longer list, counted from 1. */
export type PageOfList = { readonly number: number; readonly rows: number };

/** The page that an address names; the first one where it names no possible one. */
export function pageOfList(requested: string | undefined, rows: number): PageOfList {
  return { number: /^[1-9]\d{0,5}$/.test(requested ?? '') ? Number(requested) : 1, rows };
}

/** Number of rows before a page. */
export const offsetOf = ({ number, rows }: PageOfList) => (number - 1) * rows;

export type PagerProps = {
  readonly page: PageOfList;
  /** Number of rows on all pages. */
  readonly total: number;
  /** Address of the page of a number. */
  readonly href: (page: number) => string;
  readonly text: {
    readonly label: string;
    readonly previous: string;
    readonly next: string;
    readonly range: (from: number, to: number, total: number) => string;
  };
};

/** The rows that a page shows, and links to the pages beside it. Nothing where there is one page. */
export function Pager({ page, total, href, text }: PagerProps) {
  const before = offsetOf(page);
  if (total <= page.rows && page.number === 1) return null;
  const last = Math.max(1, Math.ceil(total / page.rows));
  return (
    <nav class="row" aria-label={text.label}>
      {page.number > 1 && (
        <a class="button" rel="prev" href={href(Math.min(page.number - 1, last))}>
          {text.previous}
        </a>
      )}
      <span class="small quiet">
        {text.range(Math.min(before + 1, total), Math.min(before + page.rows, total), total)}
      </span>
      {page.number < last && (
        <a class="button" rel="next" href={href(page.number + 1)}>
          {text.next}
        </a>
      )}
    </nav>
  );
}
