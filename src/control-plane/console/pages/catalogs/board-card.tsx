import type { Child } from 'hono/jsx';
import { type ProductAction, productTransitions } from '../../../../domain/product/lifecycle.ts';
import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Dropdown } from '../../../../ui/components/dropdown.tsx';
import { Icon } from '../../../../ui/components/icon.tsx';
import { type ActingProduct, actionLinks } from '../actions/action-links.ts';
import { actionPath, type CatalogAddress, productPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import type { ShownWarning } from '../parts/warning-texts.ts';
import { When } from '../parts/when.tsx';

/** A product of a catalog, with what its card shows. */
export type BoardProduct = ActingProduct & {
  readonly title: string;
  readonly subscriptionCount: number;
  readonly sunsetAt: string | null;
  readonly apis: readonly { readonly name: string; readonly version: string; readonly onlineState: string }[];
  readonly warnings: readonly ShownWarning[];
};

type Draft = {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly plans: readonly unknown[];
  readonly apis: readonly unknown[];
};

/** A way of a card: an action, and the column that it leads to. */
type Way = { readonly name: string; readonly href: string; readonly to: string | null };

/** States whose calls are served. */
const served: ReadonlySet<string> = new Set(['PUBLISHED', 'DEPRECATED']);

type ProductCardProps = {
  readonly address: CatalogAddress;
  readonly product: BoardProduct;
  readonly mayChange: boolean;
};

/** A product of the catalog: its subscribers, its sunset, and what it lacks. */
export function ProductCard({ address, product, mayChange }: ProductCardProps) {
  const { text } = useTexts();
  const words = text.catalogs.board;
  const lacks: Readonly<Record<string, string>> = words.lacks;
  const { subscriptionCount, sunsetAt, apis, state } = product;
  const ways = actionLinks(text, address, product).map(({ name, href, action }) => ({
    name,
    href,
    to: targetOf(state, action),
  }));
  const warnings = product.warnings.filter(({ code }) => code !== 'API_OFFLINE');
  const isOffline = served.has(state) && apis.some(({ onlineState }) => onlineState === 'OFFLINE');
  return (
    <Card org={address.org} product={product} ways={mayChange ? ways : []}>
      <span class="card-line">
        <Icon name="users" />
        {words.subscribers(subscriptionCount)}
      </span>
      {sunsetAt !== null && (
        <span class="card-line">
          <Icon name="calendar-clock" />
          {words.sunset} <When at={sunsetAt} />
        </span>
      )}
      {(isOffline || warnings.length > 0) && (
        <span class="row">
          {isOffline && <Badge tone="waiting">{text.label('OFFLINE')}</Badge>}
          {warnings.map((warning) => (
            <span title={text.warnings.sentence(warning)}>
              <Badge tone="bad">{lacks[warning.code] ?? text.label(warning.code)}</Badge>
            </span>
          ))}
        </span>
      )}
    </Card>
  );
}

/** The state that an action leads to. */
const targetOf = (state: string, action: ProductAction): string | null =>
  productTransitions.find((each) => each.from === state && each.action === action)?.to ?? null;

type DraftCardProps = {
  readonly address: CatalogAddress;
  readonly draft: Draft;
  readonly mayChange: boolean;
};

/** A product that is not in the catalog yet. */
export function DraftCard({ address, draft, mayChange }: DraftCardProps) {
  const { actions, catalogs } = useTexts().text;
  const { name, version, plans, apis } = draft;
  const href = (action: string) => actionPath({ ...address, name, version }, action);
  const ways: readonly Way[] = [
    { name: actions.of.stage.name, href: href('stage'), to: 'STAGED' },
    { name: actions.of.publish.name, href: href('publish'), to: 'PUBLISHED' },
  ];
  return (
    <Card org={address.org} product={draft} ways={mayChange ? ways : []}>
      <span class="card-line">
        <Icon name="plug" />
        {catalogs.board.parts(apis.length, plans.length)}
      </span>
    </Card>
  );
}

type CardProps = {
  readonly org: string;
  readonly product: VersionedName & { readonly title: string };
  readonly ways: readonly Way[];
  readonly children?: Child;
};

/** A card with its menu. Each entry names the column that it leads to, for those who drag. */
function Card({ org, product, ways, children }: CardProps) {
  const { board } = useTexts().text.catalogs;
  const name = versionedName(product);
  return (
    <article class="board-card" aria-label={name} draggable={ways.length > 0 ? 'true' : undefined}>
      <div class="board-card-head">
        <h3 class="board-title">
          <a class="card-link" href={productPath({ org, product: name })}>
            {product.title}
          </a>{' '}
          <span class="quiet">{product.version}</span>
        </h3>
        {ways.length > 0 && (
          <Dropdown
            class="button button-icon button-small"
            label={board.actionsOf(name)}
            summary={<Icon name="ellipsis" />}
          >
            {ways.map(({ name: action, href, to }) => (
              <a class="dropdown-item" href={href} data-panel data-to={to ?? undefined}>
                {action}
                <span class="visually-hidden"> {name}</span>
              </a>
            ))}
          </Dropdown>
        )}
      </div>
      {children}
    </article>
  );
}
