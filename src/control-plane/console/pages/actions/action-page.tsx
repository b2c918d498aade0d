import type { Context } from 'hono';
import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { type ConsoleEnv, type ConsolePages, ownPath } from '../../page-context.ts';
import { demandChange } from '../../rights.ts';
import { PROPOSE } from '../changes/change-decisions.ts';
import { type CatalogProductAddress, catalogPath, changeRequestPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type ActionChoice, choiceOf, type FormValues, inputOf } from './action-choice.ts';
import { ActionForm, breaks, FIELDS } from './action-form.tsx';
import { type ActionDetails, readActionDetails } from './action-query.ts';
import { type ActionRow, apiActions, productActions, rowOf } from './action-table.ts';
import { CallTexts } from './call-texts.tsx';
import { withChange } from './change-bar.tsx';
import { type ActionCall, runChange, textOf } from './lifecycle-change.ts';
import { NoSuccessor } from './no-successor.tsx';

const tables = { products: productActions, apis: apiActions };

type ActionPath = CatalogProductAddress & { readonly action: string };

/** Adds a page for each action on a product or an API of a catalog. It has a form, a preview and one button. */
export function actions(pages: ConsolePages): void {
  for (const kind of ['products', 'apis'] as const) {
    const path = `/catalogs/:org/:catalog/${kind}/:name/:version/:action` as const;
    pages.get(path, (c) => answer(c, kind, { ...c.req.param() }));
    pages.post(path, (c) => answer(c, kind, { ...c.req.param() }));
  }
}

async function answer(c: Context<ConsoleEnv>, kind: keyof typeof tables, { action, ...address }: ActionPath) {
  const row = rowOf(tables[kind], action);
  if (!row || !isVersionedName(address)) return showNotFound(c);
  demandChange(c);
  const details = await readActionDetails(c.var.pageContext.session, address, row);
  if (!details) return showNotFound(c);
  const isPost = c.req.method === 'POST';
  const values = isPost ? textsOf(await c.req.parseBody()) : c.req.query();
  const choice = choiceOf(details, values);
  const input =
    kind === 'apis'
      ? {
          org: address.org,
          catalog: address.catalog,
          api: versionedName(address),
          online: action === 'online',
        }
      : inputOf(row, address, choice);
  const page = { row, details, choice, address, values, call: { mutation: row.mutation, input } };
  return isPost ? act(c, page) : showAction(c, page);
}

type ActionPage = {
  readonly row: ActionRow;
  readonly details: ActionDetails;
  readonly choice: ActionChoice;
  readonly address: CatalogProductAddress;
  readonly values: FormValues;
  readonly call: ActionCall;
};

/** A refusal that the preview does not tell, such as of breaks. */
type Unseen = PageRefusal | { readonly status: number; readonly field: undefined; readonly message: string };

/** Does what the form says, and leads back to where it was opened. */
async function act(c: Context<ConsoleEnv>, page: ActionPage): Promise<Response> {
  const { session, text } = c.var.pageContext;
  const { run } = session;
  const { mutation, input } = page.call;
  const rehearsed = await attempt(runChange(run, { mutation, input: { ...input, dryRun: true } }));
  const isUnseen = rehearsed.result && breaks(rehearsed.result) && page.values['acceptBreaking'] !== 'true';
  if (isUnseen)
    return showAction(c, page, { status: 422, field: undefined, message: text.actions.form.unseenBreaks });
  if (page.values['step'] === 'propose') return propose(c, page);
  const { result, refused } = await attempt(runChange(run, page.call));
  // Its preview tells what stands in the way, but for what only a rehearsal may do.
  if (refused) return showAction(c, page, refused);
  return c.redirect(withChange(fromOf(page), page.address, result), 303);
}

/** Proposes what the form says, and leads to the change request. */
async function propose(c: Context<ConsoleEnv>, page: ActionPage): Promise<Response> {
  const { org } = page.address;
  const proposal = { org, mutation: textOf(page.call).query, variables: { input: page.call.input } };
  const { result, refused } = await attempt(c.var.pageContext.session.run(PROPOSE, { input: proposal }));
  if (refused) return showAction(c, page, refused);
  const { number } = result.proposeChange;
  return c.redirect(`${changeRequestPath({ org, number })}?done=changeProposed`, 303);
}

async function showAction(c: Context<ConsoleEnv>, page: ActionPage, unseen?: Unseen): Promise<Response> {
  const { pageContext } = c.var;
  const { text } = pageContext;
  const { row, details, choice, address, call } = page;
  const dryRun = { ...call.input, dryRun: true };
  const lacksSuccessor = row.succession !== undefined && choice.successor === '';
  const { result: change, refused: fault } = lacksSuccessor
    ? {}
    : await attempt(runChange(pageContext.session.run, { ...call, input: dryRun }));
  const refused = isUnfilled(page, fault) ? undefined : fault;
  const words = text.actions.of[row.name];
  const title = words.title(details.title);
  return show(
    pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[{ title: text.catalogs.titleOf(details.catalog), href: catalogPath(address) }]}
      />
      <h1 class="title">{title}</h1>
      <p class="lead">{words.lead}</p>
      <RefusedNotice refused={refused ?? unseen} beside={FIELDS} isOnTop />
      {lacksSuccessor && details.candidates.length === 0 ? (
        <NoSuccessor address={address} title={details.title} from={fromOf(page)} />
      ) : (
        <ActionForm
          row={row}
          path={c.req.path}
          from={fromOf(page)}
          details={details}
          choice={choice}
          refused={refused}
          change={change}
        />
      )}
      {!lacksSuccessor && (
        <CallTexts
          call={{ ...call, input: call.input }}
          catalog={address.catalog}
          apiUrl={pageContext.apiUrl}
          change={change}
        />
      )}
    </>,
    { title, org: address.org, refused: refused ?? unseen },
  );
}

/** Tells whether a form is refused only because nobody has filled in its plans yet. */
const isUnfilled = ({ values }: ActionPage, refused: PageRefusal | undefined): boolean =>
  refused?.code === 'PLAN_UNMAPPED' && !('new' in values);

/** The page that the form was opened from. It is the catalog's unless the form says so. */
const fromOf = ({ values, address }: Pick<ActionPage, 'values' | 'address'>) =>
  values['from'] ? ownPath(values['from']) : catalogPath(address);

function textsOf(body: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const isVersionedName = ({ name, version }: VersionedName) =>
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && /^\d+\.\d+\.\d+$/.test(version);
