import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { predecessorToKeep, versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { currentOrgScope, orgScopeIn, titleOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { PREVIEW_REPLACEMENT } from '../apis/api-query.ts';
import type { Break } from '../parts/breaks.tsx';
import { importPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { ImportDone } from './import-done.tsx';
import { IMPORT, OPERATIONS_SHOWN, PREVIEW, type Preview, SURROUNDINGS } from './import-query.ts';
import { Review } from './import-review.tsx';
import { securityOptions } from './import-security.ts';
import { previewInputOf, type ReadSource, sourceFormIn, unpackedSource } from './import-source.ts';
import { firstReview, importInputOf, type ReviewForm, reviewFormIn } from './review-form.ts';
import { type RefusedSource, SourceForms } from './source-forms.tsx';

/** Adds the page that makes an API of a document or a GraphQL server. */
export function importApi(pages: ConsolePages): void {
  pages.get('/import', async (c) => {
    demandChange(c);
    const org = (await currentOrgScope(c))?.org;
    const { pageContext } = c.var;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: pageContext.text.import.title });
    return showSource(c, org);
  });

  pages.post('/import', async (c) => {
    demandChange(c);
    const org = orgScopeIn(c)?.org ?? '';
    const { action } = await readForm(c, 'action');
    return action === 'create' ? create(c, org) : review(c, org);
  });
}

const NO_SOURCE = { text: '', url: '', overlay: '', isFile: false };

/** Reads the source, and shows what would be made of it. */
async function review(c: Context<ConsoleEnv>, org: string): Promise<Response> {
  const form = await sourceFormIn(c);
  const { refused, result } = await attempt(previewOf(c, org, previewInputOf(org, form)));
  return refused ? showSource(c, org, { form, refused }) : showReview(c, org, { preview: result });
}

/** Makes the API. Its page is the answer itself, since the key of its test call is shown once. */
async function create(c: Context<ConsoleEnv>, org: string): Promise<Response> {
  const { pageContext } = c.var;
  const read = await attempt(readAgain(c, org));
  if (read.refused) return showSource(c, org, { form: NO_SOURCE, refused: read.refused });
  const { source, preview } = read.result;
  const form = await reviewFormIn(c);
  const { org: surroundings } = await pageContext.session.run(SURROUNDINGS, { org });
  if (!surroundings) return showNotFound(c);
  const option = securityOptions(preview, surroundings).find(({ value }) => value === form.security);
  const input = importInputOf(org, { form, source, option });
  const { refused, result } = await attempt(pageContext.session.run(IMPORT, { input }));
  if (refused) return showReview(c, org, { preview, sent: { form, refused } });
  return frame(c, org, {
    title: pageContext.text.import.done.title(form.title),
    children: <ImportDone org={org} imported={result.importApi} catalogs={surroundings.catalogs} />,
  });
}

/** Reads the source that came back with the form of the review. */
async function readAgain(c: Context<ConsoleEnv>, org: string) {
  const { source: packed } = await readForm(c, 'source');
  const source = unpackedSource(packed, c.var.pageContext.text);
  return { source, preview: await previewOf(c, org, source) };
}

async function previewOf(c: Context<ConsoleEnv>, org: string, input: object): Promise<Preview> {
  const variables = { input: { org, ...input }, first: OPERATIONS_SHOWN };
  return (await c.var.pageContext.session.run(PREVIEW, variables)).previewApi;
}

type Reviewed = {
  readonly preview: Preview;
  readonly sent?: { readonly form: ReviewForm; readonly refused: PageRefusal };
};

async function showReview(c: Context<ConsoleEnv>, org: string, { preview, sent }: Reviewed) {
  const { session, text } = c.var.pageContext;
  const { org: surroundings } = await session.run(SURROUNDINGS, { org });
  if (!surroundings) return showNotFound(c);
  const form = sent?.form ?? firstReview(preview, surroundings);
  return frame(c, org, {
    title: preview.title,
    lead: text.import.reviewLead,
    refused: sent?.refused,
    children: (
      <Review
        action={importPath(org)}
        org={org}
        preview={preview}
        surroundings={surroundings}
        source={sourceOf(preview)}
        form={form}
        breaks={await breaksOf(c, { org, preview, form })}
        refused={sent?.refused}
      />
    ),
  });
}

type BreaksInput = { readonly org: string; readonly preview: Preview; readonly form: ReviewForm };

/** Lists what a new version breaks of the one before it. Empty where its number announces that. */
async function breaksOf(
  c: Context<ConsoleEnv>,
  { org, preview, form }: BreaksInput,
): Promise<readonly Break[]> {
  if (form.name !== preview.name) return [];
  const before = predecessorToKeep(form.version, preview.versions);
  if (before === undefined) return [];
  const replaces = versionedName({ name: preview.name, version: before });
  const input = { org, ...sourceOf(preview), replaces };
  const { previewApi } = await c.var.pageContext.session.run(PREVIEW_REPLACEMENT, { input });
  return previewApi.difference?.breaks ?? [];
}

const sourceOf = ({ openapi, graphqlUrl, sdl }: Preview): ReadSource =>
  openapi === null ? { url: graphqlUrl ?? '', sdl: sdl ?? '' } : { openapi };

async function showSource(c: Context<ConsoleEnv>, org: string, sent?: RefusedSource): Promise<Response> {
  const { session, text } = c.var.pageContext;
  const { viewer } = await session.run(SURROUNDINGS, { org });
  return frame(c, org, {
    title: text.import.titleOf(titleOf({ org }, viewer.orgs)),
    lead: text.import.lead,
    refused: sent?.refused,
    children: <SourceForms action={importPath(org)} sent={sent} />,
  });
}

type FrameProps = {
  readonly title: string;
  readonly lead?: string;
  readonly refused?: PageRefusal | undefined;
  readonly children: Child;
};

function frame(c: Context<ConsoleEnv>, org: string, { title, lead, refused, children }: FrameProps) {
  const { pageContext } = c.var;
  const apis = { title: pageContext.text.menu['/console/apis'], href: `/console/apis?org=${org}` };
  return show(
    pageContext,
    <>
      <PageHeader crumbs={<Crumbs org={org} trail={[apis]} />} title={title} lead={lead} />
      {children}
    </>,
    { title, menu: '/console/apis', org, refused },
  );
}
