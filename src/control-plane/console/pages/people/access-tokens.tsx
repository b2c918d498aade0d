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
import { show } from '../parts/frame.tsx';
import { Issued } from '../parts/issued.tsx';
import { NoOrg, Orgs, scopeTitle } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { Moment } from '../parts/when.tsx';
import { RoleSelect, roleIn } from './roles.tsx';

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
const lifetimes = ['30', '90', '365', ''] as const;

/** Adds the access tokens of an org, or of every org. They are for scripts and pipelines, not for people. */
export function accessTokens(pages: ConsolePages): void {
  pages.get('/access-tokens', async (c) => {
    const reach = await currentOrgScope(c);
    const { pageContext } = c.var;
    return reach
      ? showTokens(c, reach)
      : show(pageContext, <NoOrg />, { title: pageContext.text.people.accessTokens.menu });
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
  const lifetime = lifetimes.find((each) => each === days) ?? '30';
  return lifetime === '' ? null : new Date(now.getTime() + Number(lifetime) * DAY_MS).toISOString();
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
  const { text } = pageContext;
  const words = text.people.accessTokens;
  const title = words.title(scopeTitle(text, reach, viewer.orgs));
  const refused = sent && 'refused' in sent ? sent : undefined;
  return show(
    pageContext,
    <>
      <h1 class="title">{title}</h1>
      <Orgs orgs={viewer.orgs} current={reach} path={PATH} everyOrg={viewer.everyOrg} />
      {reach.everyOrg && <p class="text">{words.everyOrg}</p>}
      <p class="lead">{words.lead(<code class="code">{pageContext.apiUrl}</code>)}</p>
      <Done done={c.req.query('done')} />
      {sent && 'issued' in sent && <IssuedCard issued={sent.issued} apiUrl={pageContext.apiUrl} />}
      <CreateForm reach={reach} sent={refused} />
      <Tokens reach={reach} tokens={tokens} total={total} now={pageContext.clock()} />
      <Pager
        page={page}
        total={total}
        href={(number) => `${PATH}${queryOf(reach)}&page=${number}`}
        text={text.pager(words.rows)}
      />
    </>,
    { title, menu: PATH, org: reach.org, refused: refused?.refused },
  );
}

function IssuedCard({ issued: { name, token, expiresAt }, apiUrl }: { issued: IssuedToken; apiUrl: string }) {
  const words = useTexts().text.people.accessTokens;
  return (
    <Issued title={words.issued(name)} what={words.token} value={token}>
      <p class="text">{words.keepIt(expiresAt, <code class="code">GATEHOUSE_TOKEN</code>)}</p>
      <pre class="pre" tabindex={0}>
        {`curl '${apiUrl}' -H 'Content-Type: application/json' \\
  -H "Authorization: Bearer $GATEHOUSE_TOKEN" \\
  -d '{"query":"{ viewer { name role } }"}'`}
      </pre>
    </Issued>
  );
}

function CreateForm({ reach, sent }: { reach: OrgScope; sent: RefusedTokenForm | undefined }) {
  const { text } = useTexts();
  const words = text.people.accessTokens;
  const options = lifetimes.map((value) => ({ value, label: words.lifetimes[value] }));
  return (
    <Section id="create-heading" title={words.createTitle}>
      <RefusedNotice refused={sent?.refused} beside={sent?.form ? ['name'] : []} />
      <form method="post" action={`${PATH}${queryOf(reach)}`} class="card form-row">
        <Field
          name="name"
          label={words.name}
          value={sent?.form?.name}
          refused={sent?.form && sent.refused}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title={text.nameField.pattern('ci')}
          maxlength={63}
          autocomplete="off"
          required
        />
        <RoleSelect value={roleIn(sent?.form?.role ?? '')} />
        <SelectField name="days" label={words.ends} options={options} value={sent?.form?.days ?? '90'} />
        <div class="form-row-end">
          <button class="button button-primary" type="submit">
            {words.create}
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
  const { text } = useTexts();
  const words = text.people.accessTokens;
  const owner = reach.everyOrg ? words.thePlatform : words.theOrg;
  if (total === 0) return <p class="section text">{words.none}</p>;
  return (
    <section class="section">
      <h2 class="heading">{words.heading(total)}</h2>
      <Table
        caption={words.caption}
        rows={tokens}
        columns={[
          {
            heading: words.name,
            cell: ({ name }) => (
              <span class="address">
                <code class="code">{name}</code>
              </span>
            ),
          },
          { heading: text.people.role, cell: ({ role }) => text.label(role) },
          { heading: words.whose, cell: ({ person }) => <span class="address">{person ?? owner}</span> },
          { heading: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { heading: words.ends, cell: ({ expiresAt }) => <Ends at={expiresAt} now={now} /> },
          { heading: words.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
          { heading: text.next, cell: ({ name }) => <Revocation reach={reach} name={name} /> },
        ]}
      />
    </section>
  );
}

function Ends({ at, now }: { at: string | null; now: Date }) {
  const { text, format } = useTexts();
  if (at === null) return <>{text.never}</>;
  return (
    <time class="when" datetime={at} title={format.dateTime(at)}>
      {format.relative(at, now)}
    </time>
  );
}

function Revocation({ reach, name }: { reach: OrgScope; name: string }) {
  const words = useTexts().text.people.accessTokens;
  return (
    <form method="post" action={`${PATH}${queryOf(reach)}`} data-confirm={words.confirmRevoke(name)}>
      <button class="button button-small button-danger" type="submit" name="revoke" value={name}>
        {words.revoke}
        <span class="visually-hidden"> {name}</span>
      </button>
    </form>
  );
}
