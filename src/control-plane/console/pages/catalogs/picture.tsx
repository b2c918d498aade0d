import type { ResultOf } from '@graphql-typed-document-node/core';
import { serves } from '../../../../domain/product/lifecycle.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsolePages } from '../../page-context.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { type Arrow, BOX, type Box, type Picture as Layout, layout } from './picture-layout.ts';

const CATALOG = graphql(`
  query CatalogPicture($org: String!, $catalog: String!, $search: String!, $first: Int!) {
    catalog(org: $org, name: $catalog) {
      title
      products(state: [STAGED, PUBLISHED, DEPRECATED, RETIRED, ARCHIVED], search: $search, first: $first) {
        name title version state subscriptionCount
        supersedes { name version }
        migrationTarget { product { name version } plans { source target } }
      }
    }
  }
`);

/** More would be no picture any more. */
const BOXES_MAX = 100;

type Product = NonNullable<ResultOf<typeof CATALOG>['catalog']>['products'][number];

/**
 * Adds the picture of a catalog: products, versions, successions and subscribers that move. The page has it as a
 * table, too.
 */
export function picture(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/picture', async (c) => {
    const { pageContext } = c.var;
    const { catalogs } = pageContext.text;
    const words = catalogs.picture;
    const { org, catalog: name } = c.req.param();
    const search = c.req.query('search')?.trim() ?? '';
    const { catalog } = await pageContext.session.run(CATALOG, {
      org,
      catalog: name,
      search,
      first: BOXES_MAX,
    });
    if (!catalog) return showNotFound(c);
    const title = catalogs.titleOf(catalog.title);
    const most = words.most(BOXES_MAX);
    return show(
      pageContext,
      <>
        <Crumbs org={org} />
        <h1 class="title">{title}</h1>
        <p class="lead">{words.lead}</p>
        {catalog.products.length === BOXES_MAX && (
          <Notice tone="info">
            <p class="text">
              {most.before} <code class="code">?search=</code> {most.after}
            </p>
          </Notice>
        )}
        {catalog.products.length === 0 ? (
          <p class="text">{words.none}</p>
        ) : (
          <>
            <Picture title={title} picture={layout(catalog.products)} />
            <section class="section">
              <h2 class="heading">{words.table}</h2>
              <ProductTable products={catalog.products} />
            </section>
          </>
        )}
      </>,
      { title, org },
    );
  });
}

function Picture({
  title,
  picture: { width, height, boxes, arrows },
}: {
  title: string;
  picture: Layout<Product>;
}) {
  const { picture: words } = useTexts().text.catalogs;
  return (
    <section class="table-frame" tabindex={0} aria-label={words.of(title)}>
      <svg
        class="picture"
        role="img"
        aria-label={words.label(title)}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        <defs>
          <marker
            id="head"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path class="picture-head" d="M0 0 L8 4 L0 8 Z" />
          </marker>
        </defs>
        {arrows.map((arrow) => (
          <PictureArrow arrow={arrow} />
        ))}
        {boxes.map((box) => (
          <PictureBox box={box} />
        ))}
      </svg>
    </section>
  );
}

const DASHES = '5 4';

function PictureArrow({ arrow: { from, to, isSuccession, moving } }: { arrow: Arrow }) {
  const { picture } = useTexts().text.catalogs;
  const words = [isSuccession && picture.superseded, moving > 0 && picture.moving(moving)].filter(Boolean);
  const y = (from.y + to.y) / 2;
  return (
    <>
      <line
        class="picture-arrow"
        x1={from.x}
        y1={from.y}
        x2={to.x}
        y2={to.y}
        stroke-dasharray={isSuccession ? undefined : DASHES}
        marker-end="url(#head)"
      />
      {words.map((word, index) => (
        <text class="chart-text" text-anchor="middle" x={(from.x + to.x) / 2} y={y + (index === 0 ? -8 : 18)}>
          {word}
        </text>
      ))}
    </>
  );
}

function PictureBox({ box: { x, y, product } }: { box: Box<Product> }) {
  const { text } = useTexts();
  const { title, version, state, subscriptionCount } = product;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        class="picture-box"
        width={BOX.width}
        height={BOX.height}
        rx="8"
        stroke-dasharray={serves(state) ? undefined : DASHES}
      />
      <text class="picture-title" x="14" y="27">
        {shortened(title)} {version}
      </text>
      <text class="chart-text" x="14" y="52">
        {text.catalogs.picture.box(text.label(state), subscriptionCount)}
      </text>
    </g>
  );
}

const CHARACTERS_MAX = 15;

/** Shortens a title to fit into a box beside the version. The table has it in full. */
function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= CHARACTERS_MAX) return text;
  return `${characters.slice(0, CHARACTERS_MAX - 1).join('')}…`;
}

function ProductTable({ products }: { products: readonly Product[] }) {
  const { picture: words } = useTexts().text.catalogs;
  return (
    <Table
      caption={words.products}
      rows={products}
      columns={[
        { heading: words.product, cell: ({ title, version }) => `${title} ${version}` },
        { heading: words.state, cell: ({ state }) => <State state={state} /> },
        { heading: words.subscribers, cell: ({ subscriptionCount }) => subscriptionCount, isNumber: true },
        { heading: words.supersedes, cell: ({ supersedes }) => supersedes.map(versionedName).join(', ') },
        { heading: words.target, cell: targetOf },
      ]}
    />
  );
}

function targetOf({ migrationTarget }: Product): string {
  if (!migrationTarget) return '';
  const plans = migrationTarget.plans.map(({ source, target }) => `${source} → ${target}`).join(', ');
  return `${versionedName(migrationTarget.product)} (${plans})`;
}
