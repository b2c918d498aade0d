import type { Context } from 'hono';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import {
  type GraphQLServerAddress,
  graphqlServerPath,
  graphqlServerSchemaPath,
  importPath,
} from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { jsonIn } from '../parts/json-in.ts';
import { showNotFound } from '../parts/problem.tsx';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { policyWords } from './policy-words.ts';
import { isClosed } from './server-access.ts';
import { Policies, type ServerFormOutcome } from './server-policies.tsx';
import { EXPLAIN, POLICY_FIELDS, SERVER, type Server, UPDATE_SERVER } from './server-query.ts';

/** Fields of a root type that the policy completes. */
const WORD_FIELDS = 200;

/** Adds the page of a GraphQL server: its report, its access policy, its schema. */
export function graphqlServer(pages: ConsolePages): void {
  pages.get('/graphql-servers/:org/:server', (c) => showServer(c, c.req.param()));

  pages.get('/graphql-servers/:org/:server/words', async (c) => {
    const { org, server: name } = c.req.param();
    const found = await c.var.pageContext.session.run(POLICY_FIELDS, { org, name, first: WORD_FIELDS });
    const schema = found.graphqlServer?.schema;
    return c.json(schema ? policyWords(schema) : []);
  });

  pages.post('/graphql-servers/:org/:server', async (c) => {
    demandChange(c);
    const address = c.req.param();
    const { action, ...form } = await readForm(c, 'action', 'policies', 'query', 'claims');
    const { org, server: name } = address;
    const { run } = c.var.pageContext.session;
    if (action === 'explain') {
      const tried = { policies: jsonIn(form.policies), claims: jsonIn(form.claims), headers: {} };
      const { refused, result } = await attempt(run(EXPLAIN, { org, name, query: form.query, ...tried }));
      return showServer(c, address, { form, refused, explained: result?.graphqlServer?.explain });
    }
    const { refused } = await attempt(
      run(UPDATE_SERVER, { input: { org, name, policies: jsonIn(form.policies) } }),
    );
    if (refused) return showServer(c, address, { form, refused });
    return c.redirect(`${graphqlServerPath(address)}?done=policies`, 303);
  });
}

/** Interval at which the page looks whether the server is built. */
const REFRESH_SECONDS = 2;

async function showServer(
  c: Context<ConsoleEnv>,
  address: GraphQLServerAddress,
  sent?: ServerFormOutcome,
): Promise<Response> {
  const { pageContext } = c.var;
  const { org, server: name } = address;
  const { graphqlServer: server } = await pageContext.session.run(SERVER, { org, name });
  if (!server) return showNotFound(c);
  const { menu, graphQLServers } = pageContext.text;
  const text = graphQLServers.server;
  const mayChange = allowsChange(pageContext.session);
  const servers = { title: menu['/console/graphql-servers'], href: `/console/graphql-servers?org=${org}` };
  return show(
    pageContext,
    <>
      <PageHeader
        crumbs={<Crumbs org={org} trail={[servers]} />}
        title={server.title}
        badge={<State state={server.state} />}
        lead={text.lead}
      >
        {mayChange && server.sdl !== null && <ApiBefore org={org} url={server.url} />}
      </PageHeader>
      <Done done={c.req.query('done')} />
      {server.failure !== null && (
        <Notice tone="danger">
          <p class="text">{server.failure}</p>
        </Notice>
      )}
      {isClosed(server.policies) && (
        <Notice tone="warning" title={text.closed}>
          <p class="text">{text.closedText}</p>
        </Notice>
      )}
      <Facts
        facts={{
          [text.address]: <code class="code">{server.url}</code>,
          [text.calledBy]: server.exposed ? text.anybody : text.ownApis,
        }}
      />
      <Report server={server} />
      <Policies address={address} server={server} mayChange={mayChange} sent={sent} />
      {server.sdl !== null && <Schema address={address} sdl={server.sdl} />}
    </>,
    {
      title: text.titleOf(server.title),
      menu: '/console/graphql-servers',
      scripts: ['forms.js'],
      org,
      refused: sent?.refused,
      // A form that somebody types into is left alone.
      refreshSeconds: server.state === 'PENDING' && !sent ? REFRESH_SECONDS : undefined,
    },
  );
}

/** The way to an API before the server: the review of an import. */
function ApiBefore({ org, url }: { org: string; url: string }) {
  const text = useTexts().text.graphQLServers.server;
  return (
    <form method="post" action={importPath(org)} enctype="multipart/form-data">
      <input type="hidden" name="url" value={url} />
      <button class="button" type="submit" name="action" value="review">
        {text.importApi}
      </button>
    </form>
  );
}

function Schema({ address, sdl }: { address: GraphQLServerAddress; sdl: string }) {
  const text = useTexts().text.graphQLServers.schema;
  const path = graphqlServerSchemaPath(address);
  return (
    <Section id="schema-heading" title={text.title}>
      <p class="row">
        <a class="button" href={path}>
          {text.byTypes}
        </a>
        <a class="button" href={`${path}.graphql`}>
          {text.characters(sdl.length)}
        </a>
      </p>
    </Section>
  );
}

function Report({ server: { report, sources } }: { server: Server }) {
  const { warnings, graphQLServers } = useTexts().text;
  const text = graphQLServers.report;
  const operations = report?.operations ?? [];
  const lost = report?.breakingChanges ?? [];
  const left = operations.filter(({ outcome }) => outcome === 'LEFT_OUT');
  const made = operations.length - left.length;
  const title = report ? text.made(made, operations.length) : text.title;
  return (
    <Section id="report-heading" title={title}>
      {sources.map(({ name, url, operations: names }) => (
        <p class="small quiet">
          {name}: <span class="address">{url}</span>
          {!report && names.length > 0 && `, ${names.join(', ')}`}
        </p>
      ))}
      {(report?.notes ?? []).length > 0 && (
        <Notice tone="info">
          <ul class="plain-list small">
            {report?.notes.map((note) => (
              <li>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      {lost.length > 0 && (
        <Notice tone="warning" title={text.lost}>
          <ul class="plain-list small">
            {lost.map((each) => (
              <li>{warnings.change(each)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {operations.length > 0 && (
        <Table
          caption={text.caption}
          rows={[...left, ...operations.filter(({ outcome }) => outcome === 'FIELD')]}
          columns={[
            {
              heading: text.operation,
              cell: ({ method, path }) => (
                <>
                  <span class={`method method-${method.toLowerCase()}`}>{method}</span>{' '}
                  <code class="code">{path}</code>
                </>
              ),
            },
            {
              heading: text.became,
              cell: ({ field }) =>
                field === null ? <Badge tone="bad">{text.leftOut}</Badge> : <code class="code">{field}</code>,
            },
            { heading: text.why, cell: ({ reason }) => reason ?? '' },
          ]}
        />
      )}
    </Section>
  );
}
