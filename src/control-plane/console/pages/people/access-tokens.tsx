import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, type OrgScope, orgScopeIn, queryOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { Done } from '../parts/done-notice.tsx';
import { format, pagerText } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { Issued } from '../parts/issued.tsx';
import { NoOrg, Orgs, scopeTitle } from '../parts/orgs.tsx';
import { lastOf } from './people-tables.tsx';
import { RoleSelect, roleIn, roleName } from './roles.tsx';

const ACCESS_TOKENS = graphql(`
  query AccessTokens($org: String, $everyOrg: Boolean, $first: Int!, $offset: Int!) {
    viewer { everyOrg orgs(first: 200) { name title } }
    accessTokenCount(org: $org, everyOrg: $everyOrg)
    accessTokens(org: $org, everyOrg: $everyOrg, first: $first, offset: $offset) {
      name role person createdAt expiresAt lastUsedAt
    }
  }
`);

const CREATE = graphql(`
  mutation CreateAccessToken($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { name role token expiresAt }
  }
`);

const REVOKE = graphql(`
  mutation RevokeAccessToken($input: AccessTokenInput!) { revokeAccessToken(input: $input) }
`);

type AccessToken = ResultOf<typeof ACCESS_TOKENS>['accessTokens'][number];
type IssuedToken = ResultOf<typeof CREATE>['createAccessToken'];
type Form = Readonly<Record<'name' | 'role' | 'days', string>>;
type RefusedTokenForm = { readonly form?: Form; readonly refused: PageRefusal };
/** Result of a form, where one was sent. */
type TokenFormResult = RefusedTokenForm | { readonly issued: IssuedToken };

const PATH = '/console/access-tokens';
const ROWS = 50;
const DAY_MS = 86_400_000;
/** Lifetimes of a token, the shortest first. Unlimited is never the default. */
const lifetimes = [
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
  { value: '', label: 'Never' },
];

/** Adds the access tokens of an org, or of every org. They are for scripts and pipelines, not for people. */
export function accessTokens(pages: ConsolePages): void {
  pages.get('/access-tokens', async (c) => {
    const reach = await currentOrgScope(c);
    return reach ? showTokens(c, reach) : show(c.var.pageContext, <NoOrg />, { title: 'Access tokens' });
  });

  pages.post('/access-tokens', async (c) => {
    const { session, clock } = c.var.pageContext;
    const reach = orgScopeIn(c) ?? { org: '' };
    const { revoke, ...form } = await readForm(c, 'revoke', 'name', 'role', 'days');
    if (revoke) {
      const { refused } = await attempt(session.run(REVOKE, { input: { ...reach, name: revoke } }));
      if (refused) return showTokens(c, reach, { refused });
      return c.redirect(`${PATH}${queryOf(reach)}&done=revoked`, 303);
    }
    const input = {
      ...reach,
      name: form.name.trim(),
      role: roleIn(form.role),
      expiresAt: endOf(form, clock()),
    };
    const { result, refused } = await attempt(session.run(CREATE, { input }));
    return showTokens(c, reach, refused ? { form, refused } : { issued: result.createAccessToken });
  });
}

/** End of a token; null is never. An unknown lifetime becomes the shortest. */
function endOf({ days }: Form, now: Date): string | null {
  const { value } = lifetimes.find((each) => each.value === days) ?? { value: '30' };
  return value === '' ? null : new Date(now.getTime() + Number(value) * DAY_MS).toISOString();
}

async function showTokens(
  c: Context<ConsoleEnv>,
  reach: OrgScope,
  sent?: TokenFormResult,
): Promise<Response> {
  const { pageContext } = c.var;
  const page = pageOfList(c.req.query('page'), ROWS);
  const variables = { ...reach, first: ROWS, offset: offsetOf(page) };
  const {
    viewer,
    accessTokens: tokens,
    accessTokenCount: total,
  } = await pageContext.session.run(ACCESS_TOKENS, variables);
  const title = `Access tokens of ${scopeTitle(pageContext.text, reach, viewer.orgs)}`;
  const refused = sent && 'refused' in sent ? sent : undefined;
  return show(
    pageContext,
    <>
      <h1 class="title">{title}</h1>
      <Orgs orgs={viewer.orgs} current={reach} path={PATH} everyOrg={viewer.everyOrg} />
      {reach.everyOrg && <p class="text">What is here reaches every org, those to come too.</p>}
      <p class="lead">
        For scripts and pipelines, which call the management API at{' '}
        <code class="code">{pageContext.apiUrl}</code>.
      </p>
      <Done done={c.req.query('done')} />
      {sent && 'issued' in sent && <IssuedCard issued={sent.issued} apiUrl={pageContext.apiUrl} />}
      <CreateForm reach={reach} sent={refused} />
      <Tokens reach={reach} tokens={tokens} total={total} now={pageContext.clock()} />
      <Pager
        page={page}
        total={total}
        href={(number) => `${PATH}${queryOf(reach)}&page=${number}`}
        text={pagerText('access tokens')}
      />
    </>,
    { title, menu: PATH, org: reach.org, refused: refused?.refused },
  );
}

function IssuedCard({ issued: { name, token, expiresAt }, apiUrl }: { issued: IssuedToken; apiUrl: string }) {
  const end = expiresAt === null ? 'It never ends.' : `It ends on ${format.dateTime(expiresAt)}.`;
  return (
    <Issued title={`The access token ${name}`} what="token" value={token}>
      <p class="text">
        {end} Keep it where your scripts keep their secrets; the command line reads it from{' '}
        <code class="code">GATEHOUSE_TOKEN</code>. For example:
      </p>
      <pre class="pre" tabindex={0}>
        {`curl '${apiUrl}' -H 'Content-Type: application/json' \\
  -H "Authorization: Bearer $GATEHOUSE_TOKEN" \\
  -d '{"query":"{ viewer { name role } }"}'`}
      </pre>
    </Issued>
  );
}

function CreateForm({ reach, sent }: { reach: OrgScope; sent: RefusedTokenForm | undefined }) {
  return (
    <Section id="create-heading" title="Create an access token">
      <RefusedNotice refused={sent?.refused} beside={sent?.form ? ['name'] : []} />
      <form method="post" action={`${PATH}${queryOf(reach)}`} class="card form-row">
        <Field
          name="name"
          label="Name"
          value={sent?.form?.name}
          refused={sent?.form && sent.refused}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title="Lower case letters, digits and single hyphens between them, for example ci"
          maxlength={63}
          autocomplete="off"
          required
        />
        <RoleSelect value={roleIn(sent?.form?.role ?? '')} />
        <SelectField name="days" label="Ends" options={lifetimes} value={sent?.form?.days ?? '90'} />
        <div class="form-row-end">
          <button class="button button-primary" type="submit">
            Create
          </button>
        </div>
      </form>
    </Section>
  );
}

type TokensProps = {
  readonly reach: OrgScope;
  readonly tokens: readonly AccessToken[];
  /** Number of tokens on all pages. */
  readonly total: number;
  readonly now: Date;
};

function Tokens({ reach, tokens, total, now }: TokensProps) {
  const owner = reach.everyOrg ? 'The platform' : 'The org';
  if (total === 0) return <p class="section text">There is none yet.</p>;
  return (
    <section class="section">
      <h2 class="heading">Access tokens: {format.number(total)}</h2>
      <Table
        caption="Access tokens"
        rows={tokens}
        columns={[
          {
            heading: 'Name',
            cell: ({ name }) => (
              <span class="address">
                <code class="code">{name}</code>
              </span>
            ),
          },
          { heading: 'Role', cell: ({ role }) => roleName(role) },
          { heading: 'Whose', cell: ({ person }) => <span class="address">{person ?? owner}</span> },
          { heading: 'Created', cell: ({ createdAt }) => lastOf(createdAt) },
          { heading: 'Ends', cell: ({ expiresAt }) => <Ends at={expiresAt} now={now} /> },
          { heading: 'Last used', cell: ({ lastUsedAt }) => lastOf(lastUsedAt) },
          { heading: 'Next', cell: ({ name }) => <Revocation reach={reach} name={name} /> },
        ]}
      />
    </section>
  );
}

function Ends({ at, now }: { at: string | null; now: Date }) {
  if (at === null) return <>Never</>;
  return (
    <time class="when" datetime={at} title={format.dateTime(at)}>
      {format.relative(at, now)}
    </time>
  );
}

function Revocation({ reach, name }: { reach: OrgScope; name: string }) {
  return (
    <form
      method="post"
      action={`${PATH}${queryOf(reach)}`}
      data-confirm={`Revoke the access token ${name}? What uses it is refused at once.`}
    >
      <button class="button button-small button-danger" type="submit" name="revoke" value={name}>
        Revoke<span class="visually-hidden"> {name}</span>
      </button>
    </form>
  );
}
