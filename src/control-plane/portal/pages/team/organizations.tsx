import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';
import { endSession } from '../sign-in/session-cookie.ts';

const ORGANIZATIONS = graphql(`
  query Organizations {
    viewer { username memberships(first: 50) { role isCurrent consumerOrg { name title } } }
  }
`);
const SWITCH = graphql(`mutation SwitchConsumerOrg($name: String!) { switchConsumerOrg(name: $name) }`);
const CREATE = graphql(`mutation CreateConsumerOrg($consumerOrgTitle: String!) {
  createConsumerOrg(consumerOrgTitle: $consumerOrgTitle)
}`);
const DELETE = graphql(`mutation DeleteAccount($username: String!) { deleteAccount(username: $username) }`);

type Viewer = NonNullable<ResultOf<typeof ORGANIZATIONS>['viewer']>;
type Props = {
  readonly pageContext: PortalPageContext;
  readonly viewer: Viewer;
  readonly refused: PageRefusal | undefined;
};

/** Adds the page of a person's organizations, where the account can end, too. */
export function organizations(pages: PortalPages): void {
  pages.get('/organizations', (c) => showOrganizations(c));

  pages.post('/organizations/switch', async (c) => {
    const { base, run } = c.var.pageContext;
    const { refused } = await attempt(run(SWITCH, await readForm(c, 'name')));
    if (refused) return showOrganizations(c, refused);
    return c.redirect(`${base}/organizations?done=organizationSwitched`, 303);
  });

  pages.post('/organizations/create', async (c) => {
    const { base, run } = c.var.pageContext;
    const { refused } = await attempt(run(CREATE, await readForm(c, 'consumerOrgTitle')));
    if (refused) return showOrganizations(c, refused);
    return c.redirect(`${base}/organizations?done=organizationCreated`, 303);
  });

  pages.post('/account/delete', async (c) => {
    const { address, base, run } = c.var.pageContext;
    const { refused } = await attempt(run(DELETE, await readForm(c, 'username')));
    if (refused) return showOrganizations(c, refused);
    endSession(c, address);
    return c.redirect(`${base}/`, 303);
  });
}

async function showOrganizations(c: Context<PortalEnv>, refused?: PageRefusal): Promise<Response> {
  const { pageContext } = c.var;
  const { viewer } = await pageContext.run(ORGANIZATIONS);
  if (!viewer) return askToSignIn(c);
  const words = pageContext.text.team.organizations;
  const props = { pageContext, viewer, refused };
  return show(
    c,
    <>
      <h1 class="title">{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <Done pageContext={pageContext} done={c.req.query('done')} />
      <RefusedNotice refused={refused} beside={['consumerOrgTitle', 'username']} />
      <div class="columns">
        <div class="stack">
          <Memberships {...props} />
        </div>
        <div class="stack">
          {pageContext.frame.catalog.selfServiceSignUp && <NewOrganization {...props} />}
          <EndOfAccount {...props} />
        </div>
      </div>
    </>,
    { title: words.title, menu: 'organizations', refused },
  );
}

function Memberships({ pageContext: { base, text }, viewer }: Props) {
  const words = text.team.organizations;
  return (
    <ul class="rows">
      {viewer.memberships.map(({ role, isCurrent, consumerOrg: { name, title } }) => (
        <li class="rows-row">
          <div class="head">
            <span class="row">
              <strong>{title}</strong> <Badge>{text.team.roles[role].name}</Badge>
            </span>
            {isCurrent ? (
              <Badge tone="good">{words.current}</Badge>
            ) : (
              <form method="post" action={`${base}/organizations/switch`}>
                <input type="hidden" name="name" value={name} />
                <button class="button button-small" type="submit">
                  {words.enter}
                  <span class="visually-hidden">: {title}</span>
                </button>
              </form>
            )}
          </div>
          {isCurrent && (
            <a class="link" href={`${base}/team`}>
              {text.team.see}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function NewOrganization({ pageContext: { base, text }, refused }: Props) {
  const words = text.team.organizations;
  return (
    <Section id="new-organization-heading" title={words.create} class="card">
      <form method="post" action={`${base}/organizations/create`} class="form">
        <Field
          name="consumerOrgTitle"
          label={words.name}
          hint={words.createHint}
          refused={refused}
          autocomplete="organization"
          required
        />
        <button class="button" type="submit">
          {words.create}
        </button>
      </form>
    </Section>
  );
}

function EndOfAccount({ pageContext: { base, text }, viewer, refused }: Props) {
  const words = text.team.organizations;
  return (
    <Section id="end-heading" title={words.deleteAccount} class="card">
      <p class="text">{words.deleteText}</p>
      <form method="post" action={`${base}/account/delete`} class="form">
        <Field
          name="username"
          label={words.confirm(viewer.username)}
          refused={refused}
          autocomplete="off"
          required
        />
        <button class="button button-danger" type="submit">
          {words.deleteAccount}
        </button>
      </form>
    </Section>
  );
}
