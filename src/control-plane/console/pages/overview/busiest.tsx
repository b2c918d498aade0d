import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { productPath } from '../parts/console-paths.ts';
import { format } from '../parts/format.ts';
import { duration } from '../usage/duration.ts';
import type { Overview } from './overview-query.ts';

type BusiestProps = { readonly org: string; readonly products: Overview['busiest']['nodes'] };

/** The products with the most calls. */
export function Busiest({ org, products }: BusiestProps) {
  const called = products.filter(({ product }) => product !== null);
  return (
    <Section id="busiest-heading" title="Busiest products" class="stack">
      {called.length === 0 ? (
        <EmptyState
          icon="activity"
          title="No call yet"
          text="Products that applications call are here, the busiest first."
        />
      ) : (
        <Table
          caption="Products with the most calls"
          rows={called}
          columns={[
            {
              heading: 'Product',
              cell: ({ product }) => (
                <a class="link" href={productPath({ org, product: product ?? '' })}>
                  {product}
                </a>
              ),
            },
            { heading: 'Catalog', cell: ({ catalog }) => catalog },
            { heading: 'Calls', cell: ({ calls }) => format.number(calls), isNumber: true },
            {
              heading: 'Failed',
              cell: ({ calls, serverErrors }) => format.percent(serverErrors / calls),
              isNumber: true,
            },
            {
              heading: 'Refused',
              cell: ({ calls, limited, refused }) => format.percent((limited + refused) / calls),
              isNumber: true,
            },
            { heading: '95% within', cell: ({ p95Ms }) => duration(p95Ms), isNumber: true },
          ]}
        />
      )}
    </Section>
  );
}
