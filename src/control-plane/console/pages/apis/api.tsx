import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { offsetOf, pageOfList } from '../../../../ui/components/pager.tsx';
import { Tabs } from '../../../../ui/components/tabs.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { readTypedForm } from '../../../../ui/kit/typed-form.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import { sourceFormIn } from '../import/import-source.ts';
import { apiPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { tryCondition } from './api-condition.tsx';
import { replacementIn } from './api-document.ts';
import { DocumentTab } from './api-document-tab.tsx';
import { FindingsTab, readApiFindings } from './api-findings.tsx';
import { OperationsTab } from './api-operations.tsx';
import { Overview } from './api-overview.tsx';
import { API, type ApiAddress, TEST_CALL, UPDATE } from './api-query.ts';
import { readApiSchema, SchemaTab } from './api-schema.tsx';
import { SecurityTab } from './api-security.tsx';
import { operationSecurityInputIn, securityInputIn } from './api-security-input.ts';
import { SettingsTab, settingsInputIn } from './api-settings.tsx';
import type { ApiFormOutcome, TabProps } from './api-tab.ts';
import { TryTab } from './api-try.tsx';
import { apiWordsIn } from './api-words.tsx';
import { pressEye } from './plan-eyes.tsx';
import { PublishAgain } from './publish-again.tsx';
import { refreshActions } from './schema-refreshes.tsx';

const OPERATIONS = 100;
const DAY_MS = 86_400_000;

/** The tabs of an API's page, by the value in its address. */
const tabs = {
  overview: Overview,
  operations: OperationsTab,
  schema: SchemaTab,
  security: SecurityTab,
  document: DocumentTab,
  findings: FindingsTab,
  settings: SettingsTab,
  try: TryTab,
} as const;
type Tab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as Tab[];

/** Adds the page of an API in one version. */
export function api(pages: ConsolePages): void {
  pages.get('/apis/:org/:name/:version', (c) => showApi(c, addressIn(c), { tab: tabIn(c.req.query('tab')) }));

  pages.post('/apis/:org/:name/:version', async (c) => {
    demandChange(c);
    const address = addressIn(c);
    const { action } = await readForm(c, 'action');
    if (action === 'review') {
      const { refused, result } = await attempt(replacementIn(c, address));
      const sent = refused ? { refused, source: await sourceFormIn(c) } : { replacement: result };
      return showApi(c, address, { tab: 'document', sent });
    }
    if (action === 'try') {
      const { refused, result } = await attempt(testCallOf(c, address));
      return showApi(c, address, { tab: 'try', sent: refused ? { refused } : { testCall: result } });
    }
    if (action === 'tryCondition')
      return showApi(c, address, { tab: 'security', sent: { tried: await tryCondition(c, address) } });
    if (action === 'eye' || Object.hasOwn(refreshActions, action)) return changeSchema(c, address, action);
    return save(c, address, action);
  });
}

/** Tabs and inputs of `updateApi` by the button of their form. */
const inputs = {
  security: { tab: 'security', read: (c: Context<ConsoleEnv>) => securityInputIn(c, addressIn(c)) },
  operationSecurity: {
    tab: 'security',
    read: (c: Context<ConsoleEnv>) => operationSecurityInputIn(c, addressIn(c)),
  },
  settings: { tab: 'settings', read: settingsInputIn },
  words: { tab: 'settings', read: apiWordsIn },
  document: {
    tab: 'document',
    read: async (c: Context<ConsoleEnv>) => (await replacementIn(c, addressIn(c))).input,
  },
} as const;

async function save(c: Context<ConsoleEnv>, address: ApiAddress, action: string): Promise<Response> {
  if (!Object.hasOwn(inputs, action)) return showNotFound(c);
  const { tab, read } = inputs[action as keyof typeof inputs];
  const update = async () =>
    c.var.pageContext.session.run(UPDATE, { input: { ...address, ...(await read(c)) } });
  const { refused } = await attempt(update());
  if (!refused) return c.redirect(`${apiPath(address)}?tab=${tab}&done=apiSaved`, 303);
  const replacement = tab === 'document' ? await replacementIn(c, address) : undefined;
  const typed = { action, form: await readTypedForm(c) };
  return showApi(c, address, { tab, sent: { refused, typed, ...(replacement && { replacement }) } });
}

/** Hides and shows parts of the schema, or refreshes it. The address of the form tells the part that is shown again. */
async function changeSchema(c: Context<ConsoleEnv>, address: ApiAddress, action: string): Promise<Response> {
  const change = refreshActions[action];
  const { refused, result } = await attempt(
    change ? change(c.var.pageContext.session.run, address) : pressEye(c, address),
  );
  if (refused) return showApi(c, address, { tab: 'schema', sent: { refused } });
  const query = new URL(c.req.url).searchParams;
  query.set('done', result);
  return c.redirect(`${apiPath(address)}?${query}`, 303);
}

async function testCallOf(c: Context<ConsoleEnv>, address: ApiAddress) {
  const { catalog } = await readForm(c, 'catalog');
  const input = { ...address, catalog };
  return { input, call: (await c.var.pageContext.session.run(TEST_CALL, { input })).createTestCall };
}

const addressIn = ({ req }: Context): ApiAddress => ({
  org: req.param('org') ?? '',
  api: `${req.param('name')}:${req.param('version')}`,
});

const tabIn = (value: string | undefined): Tab => tabNames.find((name) => name === value) ?? 'overview';

async function showApi(
  c: Context<ConsoleEnv>,
  address: ApiAddress,
  { tab, sent = {} }: { readonly tab: Tab; readonly sent?: ApiFormOutcome },
): Promise<Response> {
  const { pageContext } = c.var;
  const search = c.req.query('search')?.trim() ?? '';
  const page = pageOfList(c.req.query('page'), OPERATIONS);
  const from = new Date(pageContext.clock().getTime() - DAY_MS).toISOString();
  const part = { search, first: OPERATIONS, offset: offsetOf(page) ?? 0 };
  const found = await pageContext.session.run(API, { ...address, ...part, from });
  if (!found.api || !found.org) return showNotFound(c);
  const mayChange = allowsChange(pageContext.session);
  if (tab === 'try') demandChange(c);
  const content = {
    address,
    api: found.api,
    org: found.org,
    usage: found.usage,
    mayChange,
    sent,
    search,
    page,
    schema: tab === 'schema' ? await readApiSchema(c, address) : undefined,
    findings: tab === 'findings' ? await readApiFindings(c, address) : undefined,
  };
  const { text } = pageContext;
  const Tab = tabs[tab];
  return show(
    pageContext,
    <>
      <PageHeader
        crumbs={
          <Crumbs
            org={address.org}
            trail={[{ title: text.menu['/console/apis'], href: `/console/apis?org=${address.org}` }]}
          />
        }
        title={`${found.api.title} ${found.api.version}`}
        badge={<Badge>{found.api.kind === 'REST' ? 'REST' : 'GraphQL'}</Badge>}
      />
      <ApiTabs {...content} current={tab} />
      <Done done={c.req.query('done')} />
      {mayChange && c.req.query('done') === 'apiSaved' && <PublishAgain {...content} />}
      <Tab {...content} />
    </>,
    {
      title: `${versionedName(found.api)} · ${text.apis.tabs[tab]}`,
      menu: '/console/apis',
      org: address.org,
      refused: sent.refused ?? sent.tried?.refused ?? content.findings?.refused,
    },
  );
}

type ApiTabsProps = Pick<TabProps, 'address' | 'api' | 'mayChange'> & { readonly current: Tab };

function ApiTabs({ address, api: { kind, operationCount }, mayChange, current }: ApiTabsProps) {
  const text = useTexts().text.apis;
  const path = apiPath(address);
  return (
    <Tabs
      label={text.parts}
      tabs={tabNames
        .filter(
          (name) => (mayChange || name !== 'try') && name !== (kind === 'GRAPHQL' ? 'findings' : 'schema'),
        )
        .map((name) => ({
          title: text.tabs[name],
          href: name === 'overview' ? path : `${path}?tab=${name}`,
          isCurrent: name === current,
          ...(name === 'operations' && { count: operationCount }),
        }))}
    />
  );
}
