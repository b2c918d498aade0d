import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { compareVersions, nextBreakingVersion, versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { apiPath, productPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';

const API = graphql(`
  query ApiToCopy($org: String!, $api: VersionedName!) { api(org: $org, api: $api) { name version title } }
`);
const PRODUCT = graphql(`
  query ProductToCopy($org: String!, $product: VersionedName!) {
    product(org: $org, product: $product) { name version title apis(first: 200) { name version title } }
    org(name: $org) { apis(first: 200) { name version } }
  }
`);
const SAVE_API = graphql(`
  mutation SaveApiAsNewVersion($input: SaveApiAsNewVersionInput!) { saveApiAsNewVersion(input: $input) { version } }
`);
const SAVE_PRODUCT = graphql(`
  mutation SaveProductAsNewVersion($input: SaveProductAsNewVersionInput!) {
    saveProductAsNewVersion(input: $input) { version }
  }
`);
const SET_APIS = graphql(`
  mutation SetApisOfProduct($input: UpdateProductInput!) { updateProduct(input: $input) { version } }
`);

type HeldApi = NonNullable<ResultOf<typeof PRODUCT>['product']>['apis'][number];

/** An API or a product that is copied under a new version. */
type Copied = {
  readonly kind: 'api' | 'product';
  readonly org: string;
  readonly title: string;
  readonly name: string;
  readonly version: string;
  /** APIs of a product, each with its versions, the newest first. */
  readonly apis: readonly (HeldApi & { readonly versions: readonly string[] })[];
};

type SentVersion = { readonly version: string; readonly refused: PageRefusal };

/** Adds the pages that copy an API, or a product, under a new version. */
export function newVersion(pages: ConsolePages): void {
  for (const kind of ['api', 'product'] as const) {
    const path = `/${kind}s/:org/:name/:version/new-version` as const;
    pages.get(path, async (c) => {
      demandChange(c);
      const copied = await copiedOf(c, kind);
      return copied ? showForm(c, copied) : showNotFound(c);
    });
    pages.post(path, async (c) => {
      demandChange(c);
      const copied = await copiedOf(c, kind);
      if (!copied) return showNotFound(c);
      const { version } = await readForm(c, 'version');
      const { refused } = await attempt(save(c, copied, version.trim()));
      if (refused) return showForm(c, copied, { version, refused });
      return c.redirect(pathOf({ ...copied, version: version.trim() }), 303);
    });
  }
}

/** Reads what the address names; undefined where there is no such thing. */
async function copiedOf(c: Context<ConsoleEnv>, kind: Copied['kind']): Promise<Copied | undefined> {
  const { run } = c.var.pageContext.session;
  const { org = '', name = '', version = '' } = c.req.param();
  const named = versionedName({ name, version });
  if (kind === 'api') {
    const { api } = await run(API, { org, api: named });
    return api ? { kind, org, ...api, apis: [] } : undefined;
  }
  const { product, org: found } = await run(PRODUCT, { org, product: named });
  if (!product) return undefined;
  const versionsOf = (api: HeldApi) =>
    (found?.apis ?? [])
      .filter((each) => each.name === api.name)
      .map((each) => each.version)
      .sort((one, other) => compareVersions(other, one));
  return { kind, org, ...product, apis: product.apis.map((api) => ({ ...api, versions: versionsOf(api) })) };
}

/** Makes the copy. A product holds the versions of its APIs that were chosen. */
async function save(c: Context<ConsoleEnv>, { kind, org, apis, ...copied }: Copied, version: string) {
  const { run } = c.var.pageContext.session;
  const named = versionedName(copied);
  if (kind === 'api') return run(SAVE_API, { input: { org, api: named, version } });
  const chosen = await readForm(c, ...apis.map(fieldOf));
  await run(SAVE_PRODUCT, { input: { org, product: named, version } });
  const held = apis.map((api) =>
    versionedName({ name: api.name, version: chosen[fieldOf(api)] || api.version }),
  );
  if (held.join() === apis.map(versionedName).join()) return undefined;
  const product = versionedName({ ...copied, version });
  return run(SET_APIS, { input: { org, product, apis: held } });
}

const fieldOf = ({ name }: HeldApi) => `api-${name}`;

/** The page of the copy, at what has to be done with it next. */
const pathOf = ({ kind, org, ...copied }: Copied) =>
  kind === 'api'
    ? `${apiPath({ org, api: versionedName(copied) })}?tab=document&done=apiVersion`
    : `${productPath({ org, product: versionedName(copied) })}?done=productVersion`;

function showForm(c: Context<ConsoleEnv>, copied: Copied, sent?: SentVersion): Response {
  const { pageContext } = c.var;
  const { drafts, newVersion: words } = pageContext.text.catalogs;
  const title = words.title(`${copied.title} ${copied.version}`);
  const trail = [{ title: drafts.apis, href: `/console/apis?org=${copied.org}` }];
  return show(
    pageContext,
    <>
      <PageHeader
        crumbs={<Crumbs org={copied.org} trail={trail} />}
        title={title}
        lead={copied.kind === 'api' ? words.leadOfApi : words.leadOfProduct}
      />
      <RefusedNotice refused={sent?.refused} beside={['version']} />
      <form method="post" action={c.req.path} class="stack">
        <Field
          name="version"
          label={words.version}
          value={sent?.version ?? nextBreakingVersion(copied.version)}
          refused={sent?.refused}
          autocomplete="off"
          required
        />
        <HeldVersions apis={copied.apis} />
        <p class="row">
          <button class="button button-primary" type="submit">
            {words.create}
          </button>
          <a class="button" href={`/console/apis?org=${copied.org}`} data-cancel>
            {words.cancel}
          </a>
        </p>
      </form>
    </>,
    { title, menu: '/console/apis', org: copied.org, refused: sent?.refused },
  );
}

/** Menus of the versions that the new product holds, where there is a choice. The newest is chosen. */
function HeldVersions({ apis }: Pick<Copied, 'apis'>) {
  const words = useTexts().text.catalogs.newVersion;
  return (
    <>
      {apis
        .filter(({ versions }) => versions.length > 1)
        .map((api) => (
          <SelectField
            name={fieldOf(api)}
            label={words.versionOf(api.title)}
            options={api.versions.map((version) => ({ value: version, label: version }))}
            value={api.versions[0] ?? api.version}
          />
        ))}
    </>
  );
}
