import { nextAction } from '../../../../domain/product/lifecycle.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Diff } from '../../../../ui/components/diff.tsx';
import { Dropdown } from '../../../../ui/components/dropdown.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { type ActionLink, actionLinks } from '../actions/action-links.ts';
import {
  audiencePath,
  type CatalogAddress,
  catalogPath,
  newCatalogPath,
  rehearsalsPath,
  subscriptionFormPath,
  undoPath,
} from '../parts/console-paths.ts';
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
export function ProductCopies({
  address,
  draft,
  mayChange,
  hasCatalog,
}: ProductCopiesProps & { readonly hasCatalog: boolean }) {
  const { catalogs, products } = useTexts().text;
  const { copies } = products;
  return (
    <Section id="copies-heading" title={copies.title}>
      {draft.catalogProducts.length === 0 ? (
        <EmptyState icon="package" title={copies.none} text={copies.noneText}>
          {mayChange && !hasCatalog && (
            <a class="button button-primary" href={newCatalogPath(address.org)}>
              {catalogs.list.create}
            </a>
          )}
        </EmptyState>
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

/** Links to the form of a rehearsal. A staged product is the successor, any other the called one. */
function rehearsalLink(
  name: string,
  address: CatalogAddress,
  { state, ...product }: Pick<CatalogCopy, 'state' | 'name' | 'version'>,
): ActionLink[] {
  if (state === 'RETIRED' || state === 'ARCHIVED') return [];
  const side = state === 'STAGED' ? 'new' : 'old';
  return [{ name, href: `${rehearsalsPath(address)}?${side}=${versionedName(product)}` }];
}

type CopyActionsProps = Pick<CopyProps, 'address' | 'copy'> & { readonly differsFromDraft: boolean };

/** The next step of a copy, and a menu of all else. */
function CopyActions({ address: { org, product }, copy, differsFromDraft }: CopyActionsProps) {
  const { text } = useTexts();
  const { copies, subscriptionForms, audiences } = text.products;
  const address = { org, catalog: copy.catalog.name };
  const of = <span class="visually-hidden"> {copies.copyIn(product, copy.catalog.title)}</span>;
  const links = actionLinks(text, address, copy);
  const following = nextAction({ ...copy, differsFromDraft });
  const next = links.find(({ action }) => action === following);
  const others: ActionLink[] = [
    ...links.filter((link) => link !== next),
    ...rehearsalLink(copies.rehearse, address, copy),
    { name: subscriptionForms.link, href: subscriptionFormPath({ ...address, product }) },
    { name: audiences.link, href: audiencePath({ ...address, product }) },
    { name: copies.undo, href: `${undoPath(address)}?product=${product}` },
  ];
  return (
    <div class="row actions">
      {next && (
        <a class="button button-primary" href={next.href} data-panel>
          {next.name}
          {of}
        </a>
      )}
      <Dropdown
        align="start"
        summary={
          <>
            {text.next}
            {of}
          </>
        }
      >
        {others.map(({ name, href, isPanel }) => (
          <a class="dropdown-item" href={href} data-panel={isPanel}>
            {name}
            {of}
          </a>
        ))}
      </Dropdown>
    </div>
  );
}

/** Tells whether the portal shows a product in a state. */
const isShown = (state: CatalogCopy['state']) => state === 'PUBLISHED' || state === 'DEPRECATED';

type CopyProps = ProductCopiesProps & { readonly copy: CatalogCopy };

function Copy({ address: { org, product }, draft, copy, mayChange }: CopyProps) {
  const { catalog, state, subscriptionCount, sunsetAt } = copy;
  const { text } = useTexts();
  const { copies } = text.products;
  const lines = copyDifference(text, copy, draft);
  return (
    <article class="card stack" aria-label={catalog.title}>
      <p class="row">
        <a class="link" href={`${catalogPath({ org, catalog: catalog.name })}?search=${copy.name}`}>
          {catalog.title}
        </a>
        <State state={state} />
        <span class="small quiet">
          {copies.subscriptions(subscriptionCount)}
          {sunsetAt && copies.until(sunsetAt)}
        </span>
        {isShown(state) && (
          <a class="link small" href={`${catalog.portalUrl}products/${product}`}>
            {copies.inPortal}
            <span class="visually-hidden"> {copies.copyIn(product, catalog.title)}</span>
          </a>
        )}
      </p>
      {lines.length === 0 ? (
        <p class="small quiet">{copies.same}</p>
      ) : (
        <>
          <p class="small">{copies.different}</p>
          <Diff label={copies.differenceIn(catalog.title)} lines={lines} />
        </>
      )}
      {mayChange && (
        <CopyActions address={{ org, product }} copy={copy} differsFromDraft={lines.length > 0} />
      )}
    </article>
  );
}
