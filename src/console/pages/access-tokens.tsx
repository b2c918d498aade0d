import type { ResultOf } from 'gql.tada';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../graphql/run-document.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { format } from '../format.ts';
import { graphql } from '../graphql.ts';
import { queryOf, reachIn, reachOf, titleOf } from '../reach.ts';
import { type ConsoleEnv, type ConsolePages, readForm } from '../visit.ts';
import { Done } from './done.tsx';
import { show } from './frame.tsx';
import { Issued } from './issued.tsx';
import { NoOrg, Orgs } from './orgs.tsx';
import { lastOf } from './people-tables.tsx';
import { RefusedNotice, refusedBeside } from './refused.tsx';
import { RoleSelect, roleIn, roleName } from './roles.tsx';

const ACCESS_TOKENS = graphql(`
  query AccessTokens($org: String) {
    viewer { orgs { name title } }
    accessTokens(org: $org) { name role person createdAt expiresAt lastUsedAt }
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
type Refused = { readonly form?: Form; readonly refused: PageRefusal };
/** What became of a form, where one was sent. */
type Sent = Refused | { readonly issued: IssuedToken };

const DAY_MS = 86_400_000;
/** How long a token may be good; the shortest first, and never without a thought. */
const lifetimes = [
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
  { value: '', label: 'Never' },
];

/** The access tokens of an org: for scripts and pipelines, which are no people. */
export function accessTokens(pages: ConsolePages): void {
  pages.get('/access-tokens', async (c) => {
    const org = (await reachOf(c))?.org;
    if (org === undefined) return show(c.var.visit, <NoOrg />, { title: 'Access tokens' });
    return showTokens(c, org);
  });

  pages.post('/access-tokens', async (c) => {
    const { session, clock } = c.var.visit;
    const org = reachIn(c)?.org ?? '';
    const { revoke, ...form } = await readForm(c, 'revoke', 'name', 'role', 'days');
    if (revoke) {
      const { refused } = await attempt(session.run(REVOKE, { input: { org, name: revoke } }));
      if (refused) return showTokens(c, org, { refused });
      return c.redirect(`/console/access-tokens${queryOf({ org })}&done=revoked`, 303);
    }
    const input = { org, name: form.name.trim(), role: roleIn(form.role), expiresAt: endOf(form, clock()) };
    const { result, refused } = await attempt(session.run(CREATE, { input }));
    return showTokens(c, org, refused ? { form, refused } : { issued: result.createAccessToken });
  });
}

/** Null is never; what is no number of ours ends soonest. */
function endOf({ days }: Form, now: Date): string | null {
  const { value } = lifetimes.find((each) => each.value === days) ?? { value: '30' };
  return value === '' ? null : new Date(now.getTime() + Number(value) * DAY_MS).toISOString();
}

async function showTokens(c: Context<ConsoleEnv>, org: string, sent?: Sent): Promise<Response> {
  const { visit } = c.var;
  const { viewer, accessTokens: tokens } = await visit.session.run(ACCESS_TOKENS, { org });
  const title = `Access tokens of ${titleOf({ org }, viewer.orgs)}`;
  const refused = sent && 'refused' in sent ? sent : undefined;
  return show(
    visit,
    <>
      <h1 class="title">{title}</h1>
      <Orgs orgs={viewer.orgs} current={{ org }} path="/console/access-tokens" />
      <p class="lead">
        For scripts and pipelines, which call the management API at <code class="code">{visit.apiUrl}</code>.
      </p>
      <Done done={c.req.query('done')} />
      {sent && 'issued' in sent && <IssuedCard issued={sent.issued} apiUrl={visit.apiUrl} />}
      <CreateForm org={org} sent={refused} />
      <Tokens org={org} tokens={tokens} now={visit.clock()} />
    </>,
    { title, menu: '/console/access-tokens', org, refused: refused?.refused },
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

function CreateForm({ org, sent }: { org: string; sent: Refused | undefined }) {
  return (
    <section class="section" aria-labelledby="create-heading">
      <h2 class="heading" id="create-heading">
        Create an access token
      </h2>
      <RefusedNotice refused={sent?.refused} beside={sent?.form ? ['name'] : []} />
      <form method="post" action={`/console/access-tokens${queryOf({ org })}`} class="card form-row">
        <Field
          name="name"
          label="Name"
          value={sent?.form?.name}
          error={sent?.form && refusedBeside(sent.refused, 'name')}
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
    </section>
  );
}

type TokensProps = { readonly org: string; readonly tokens: readonly AccessToken[]; readonly now: Date };

function Tokens({ org, tokens, now }: TokensProps) {
  if (tokens.length === 0) return <p class="section text">There is none yet.</p>;
  return (
    <section class="section">
      <h2 class="heading">Access tokens: {format.number(tokens.length)}</h2>
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
          { heading: 'Whose', cell: ({ person }) => <span class="address">{person ?? 'The org'}</span> },
          { heading: 'Created', cell: ({ createdAt }) => lastOf(createdAt) },
          { heading: 'Ends', cell: ({ expiresAt }) => <Ends at={expiresAt} now={now} /> },
          { heading: 'Last used', cell: ({ lastUsedAt }) => lastOf(lastUsedAt) },
          { heading: 'Next', cell: ({ name }) => <Revocation org={org} name={name} /> },
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

function Revocation({ org, name }: { org: string; name: string }) {
  return (
    <form
      method="post"
      action={`/console/access-tokens${queryOf({ org })}`}
      data-confirm={`Revoke the access token ${name}? What uses it is refused at once.`}
    >
      <button class="button button-small button-danger" type="submit" name="revoke" value={name}>
        Revoke<span class="visually-hidden"> {name}</span>
      </button>
    </form>
  );
}
