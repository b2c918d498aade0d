import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { importPath, productPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { titled } from '../parts/titles.ts';
import { duration } from '../usage/duration.ts';
import type { Overview } from './overview-query.ts';

type BusiestProps = {
  readonly org: string;
  readonly products: Overview['busiest']['nodes'];
  /** Tells that no catalog has a product: to import an API is what comes next. */
  readonly isFirst: boolean;
  readonly mayChange: boolean;
};

/** The products with the most calls. */
export function Busiest({ org, products, isFirst, mayChange }: BusiestProps) {
  const { text, format } = useTexts();
  const { busiest: words } = text.overview;
  const called = products.filter(({ product }) => product !== null);
  if (called.length === 0 && isFirst)
    return (
      <EmptyState icon="plug" title={words.first} text={words.firstHint}>
        {mayChange && (
          <a class="button button-primary" href={importPath(org)}>
            {words.import}
          </a>
        )}
      </EmptyState>
    );
  return (
    <Section id="busiest-heading" title={words.title} class="stack">
      {called.length === 0 ? (
        <EmptyState icon="activity" title={words.none} text={words.noneHint} />
      ) : (
        <Table
          caption={words.caption}
          rows={called}
          columns={[
            {
              heading: words.product,
              cell: ({ product, productTitle }) => (
                <a class="link" href={productPath({ org, product: product ?? '' })}>
                  {titled(product ?? '', productTitle)}
                </a>
              ),
            },
            {
              heading: words.catalog,
              cell: ({ catalog, catalogTitle }) => catalogTitle ?? catalog,
            },
            { heading: words.calls, cell: ({ calls }) => format.number(calls), isNumber: true },
            {
              heading: words.failed,
              cell: ({ calls, serverErrors }) => format.percent(serverErrors / calls),
              isNumber: true,
            },
            {
              heading: words.refused,
              cell: ({ calls, limited, refused }) => format.percent((limited + refused) / calls),
              isNumber: true,
            },
            { heading: words.duration, cell: ({ p95Ms }) => duration(format, p95Ms), isNumber: true },
          ]}
        />
      )}
    </Section>
  );
}
