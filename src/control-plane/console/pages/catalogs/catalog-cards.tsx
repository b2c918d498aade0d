import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { boardPath, catalogPath, consumersPath, newCatalogPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';

export type CatalogFacts = {
  readonly name: string;
  readonly title: string;
  readonly gatewayUrl: string;
  readonly portalUrl: string;
  readonly productCount: number;
};

/** Products from which on a card has a search. */
const SEARCHED_FROM = 10;

type CatalogCardsProps = {
  readonly org: string;
  readonly catalogs: readonly CatalogFacts[];
  /** Rank of their headings: one below the heading above them. */
  readonly heading: 'h2' | 'h3';
};

/** The catalogs of an org, each with the ways to its pages. */
export function CatalogCards({ org, catalogs, heading: Heading }: CatalogCardsProps) {
  const { card } = useTexts().text.catalogs;
  return (
    <div class="grid">
      {catalogs.map(({ name, title, gatewayUrl, portalUrl, productCount }) => {
        const address = { org, catalog: name };
        return (
          <div class="card">
            <div class="head">
              <Heading class="card-title">
                <a class="card-link" href={catalogPath(address)}>
                  {title}
                </a>
              </Heading>
              <span class="count">{card.products(productCount)}</span>
            </div>
            <code class="code small">{gatewayUrl}</code>
            {productCount >= SEARCHED_FROM && (
              <Search
                action={catalogPath(address)}
                value=""
                label={card.searchOf(title)}
                placeholder={card.search}
                submit={card.submit}
              />
            )}
            <span class="row card-foot">
              <a class="button button-small" href={boardPath(address)}>
                <Icon name="square-kanban" />
                {card.board}
                <span class="visually-hidden">{card.of(title)}</span>
              </a>
              <a class="button button-small" href={consumersPath(address)}>
                <Icon name="users" />
                {card.consumers}
                <span class="visually-hidden">{card.of(title)}</span>
              </a>
              <a class="button button-small" href={portalUrl}>
                <Icon name="external-link" />
                {card.portal}
                <span class="visually-hidden">{card.of(title)}</span>
              </a>
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** A catalog that is to be created, where there is none. */
export function NoCatalog({ org, mayChange }: { readonly org: string; readonly mayChange: boolean }) {
  const { list } = useTexts().text.catalogs;
  return (
    <EmptyState icon="library" title={list.none} text={list.noneText}>
      {mayChange && (
        <a class="button button-primary" href={newCatalogPath(org)}>
          <Icon name="plus" />
          {list.create}
        </a>
      )}
    </EmptyState>
  );
}
