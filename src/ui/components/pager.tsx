/** A page of a longer list, counted from 1. */
export type PageOfList = { readonly number: number; readonly rows: number };

/** The page that an address asks for; the first where it asks for none that there can be. */
export function pageOfList(asked: string | undefined, rows: number): PageOfList {
  return { number: /^[1-9]\d{0,5}$/.test(asked ?? '') ? Number(asked) : 1, rows };
}

/** How many rows come before a page. */
export const offsetOf = ({ number, rows }: PageOfList) => (number - 1) * rows;

export type PagerProps = {
  readonly page: PageOfList;
  /** How many rows there are on all pages. */
  readonly total: number;
  /** Where the page of this number is. */
  readonly href: (page: number) => string;
  readonly text: {
    readonly label: string;
    readonly previous: string;
    readonly next: string;
    readonly shown: (from: number, to: number, total: number) => string;
  };
};

/** Which rows a page shows, and the ways to those before and after; nothing where there is one page. */
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
        {text.shown(Math.min(before + 1, total), Math.min(before + page.rows, total), total)}
      </span>
      {page.number < last && (
        <a class="button" rel="next" href={href(page.number + 1)}>
          {text.next}
        </a>
      )}
    </nav>
  );
}
