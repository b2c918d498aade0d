import { Diff } from '../../../../ui/components/diff.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { actionLinks } from '../actions/action-links.ts';
import { catalogPath, undoPath } from '../parts/console-paths.ts';
import { format } from '../parts/format.ts';
import { Links } from '../parts/links.tsx';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { copyDifference } from './product-difference.ts';
import type { CatalogCopy, Product } from './product-query.ts';

type ProductCopiesProps = {
  readonly address: { readonly org: string; readonly product: string };
  readonly draft: Product;
  readonly mayChange: boolean;
};

/** Lists the copies of a product in catalogs, each with its difference from the draft. */
export function ProductCopies({ address, draft, mayChange }: ProductCopiesProps) {
  return (
    <Section id="copies-heading" title="In catalogs">
      {draft.catalogProducts.length === 0 ? (
        <EmptyState
          icon="package"
          title="In no catalog yet"
          text="Consumers see it, and subscribe to it, once it is published to a catalog."
        />
      ) : (
        <div class="stack">
          {draft.catalogProducts.map((copy) => (
            <Copy address={address} draft={draft} copy={copy} mayChange={mayChange} />
          ))}
        </div>
      )}
    </Section>
  );
}

type CopyProps = ProductCopiesProps & { readonly copy: CatalogCopy };

function Copy({ address: { org, product }, draft, copy, mayChange }: CopyProps) {
  const { catalog, state, subscriptionCount, sunsetAt } = copy;
  const { text } = useTexts();
  const lines = copyDifference(copy, draft);
  const address = { org, catalog: catalog.name };
  return (
    <article class="card stack" aria-label={catalog.title}>
      <p class="row">
        <a class="link" href={`${catalogPath(address)}?search=${copy.name}`}>
          {catalog.title}
        </a>
        <State state={state} />
        <span class="small quiet">
          {format.number(subscriptionCount)} {subscriptionCount === 1 ? 'subscription' : 'subscriptions'}
          {sunsetAt && `, until ${format.dateTime(sunsetAt)}`}
        </span>
      </p>
      {lines.length === 0 ? (
        <p class="small quiet">As the draft says, documents aside.</p>
      ) : (
        <>
          <p class="small">Publishing it again changes:</p>
          <Diff label={`What publishing to ${catalog.title} changes`} lines={lines} />
        </>
      )}
      {mayChange && (
        <Links
          of={`${product} in ${catalog.title}`}
          links={[
            ...actionLinks(text, address, copy),
            { name: 'Undo', href: `${undoPath(address)}?product=${product}` },
          ]}
          asButtons
        />
      )}
    </article>
  );
}
