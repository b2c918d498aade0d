import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { Fact } from '../../../../ui/components/fact.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import {
  type ConsumerOrgAddress,
  catalogPath,
  consumerOrgPath,
  consumersPath,
  invoicePath,
} from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { runAction } from '../parts/run-action.ts';
import { useTexts } from '../parts/texts.ts';
import { APPLICATION_FIELDS, ApplicationFields } from './application-fields.tsx';
import { APPLICATION_ROW, Applications } from './applications.tsx';
import {
  ACTION_FIELDS,
  actions,
  type ConsumerOrgActionResult,
  type RefusedConsumerOrgAction,
} from './consumer-org-actions.ts';
import { IssuedSecret } from './issued-secret.tsx';
import { InvitationLink, Invitations, InviteForm } from './member-invitations.tsx';
import { Addition, Members, PasswordLink } from './members.tsx';

const CONSUMER_ORG = graphql(
  `query ConsumerOrg($org: String!, $catalog: String!, $consumerOrg: String!, $first: Int!, $offset: Int!) {
    consumerOrg(org: $org, catalog: $catalog, name: $consumerOrg) {
      name title memberships(first: 200) { username emailVerified role isPlaced }
      invitations(first: 50) { id role email invitedBy expiresAt }
      catalog { title sendsMail }
      applicationCount
      applications(first: $first, offset: $offset) { ...ApplicationRow }
    }
  }`,
  [APPLICATION_ROW],
);

const ROWS = 25;

type ConsumerOrg = NonNullable<ResultOf<typeof CONSUMER_ORG>['consumerOrg']>;
/** Result of a form, where one was sent. */
type FormOutcome = RefusedConsumerOrgAction | Exclude<ConsumerOrgActionResult, string>;

const PATH = '/catalogs/:org/:catalog/consumers/:consumerOrg';

/** Adds the page of a consumer org: its people, and its applications with their subscriptions. */
export function consumerOrg(pages: ConsolePages): void {
  pages.get(PATH, (c) => showConsumerOrg(c, c.req.param()));

  pages.post(PATH, async (c) => {
    const address = c.req.param();
    const form = await readForm(c, ...ACTION_FIELDS);
    const acted = await runAction(c, actions, { target: address, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    if (refused) return showConsumerOrg(c, address, { form, refused });
    if (typeof result !== 'string') return showConsumerOrg(c, address, result);
    const isGone = result === 'consumerOrgDeleted';
    return c.redirect(`${isGone ? consumersPath(address) : consumerOrgPath(address)}?done=${result}`, 303);
  });
}

async function showConsumerOrg(c: Context<ConsoleEnv>, address: ConsumerOrgAddress, sent?: FormOutcome) {
  const { pageContext } = c.var;
  const page = pageOfList(c.req.query('page'), ROWS);
  const variables = { ...address, first: ROWS, offset: offsetOf(page) };
  const { consumerOrg: found } = await pageContext.session.run(CONSUMER_ORG, variables);
  if (!found) return showNotFound(c);
  const mayChange = allowsChange(pageContext.session);
  const refused = sent && 'refused' in sent ? sent : undefined;
  const { text } = pageContext;
  const { consumers } = text;
  const refusedIn = (action: string) => (refused?.form.action === action ? refused : undefined);
  return show(
    pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[
          { title: consumers.catalog(found.catalog.title), href: catalogPath(address) },
          { title: consumers.consumers, href: consumersPath(address) },
        ]}
      />
      <h1 class="title">{found.title}</h1>
      <Done done={c.req.query('done')} />
      {sent && 'issued' in sent && <IssuedSecret issued={sent.issued} />}
      {sent && 'reset' in sent && <PasswordLink reset={sent.reset} />}
      {sent && 'invited' in sent && <InvitationLink {...sent.invited} />}
      {!(mayChange && (refusedIn('create') || refusedIn('add') || refusedIn('invite'))) && (
        <RefusedNotice refused={refused?.refused} />
      )}
      <Facts address={address} found={found} />
      <Members address={address} members={found.memberships} mayChange={mayChange} />
      <Invitations address={address} invitations={found.invitations} mayChange={mayChange} />
      <section class="section stack">
        <h2 class="heading">{consumers.applications.heading(found.applicationCount)}</h2>
        <Applications address={address} applications={found.applications} />
        <Pager
          page={page}
          total={found.applicationCount}
          href={(number) => `${consumerOrgPath(address)}?page=${number}`}
          text={text.pager(consumers.applications.rows)}
        />
      </section>
      {mayChange && <Forms address={address} found={found} refusedIn={refusedIn} />}
    </>,
    { title: found.title, org: address.org, refused: refused?.refused },
  );
}

function Facts({ address, found }: { address: ConsumerOrgAddress; found: ConsumerOrg }) {
  const { consumers } = useTexts().text;
  const { org, catalog, consumerOrg: name } = address;
  const calls = new URLSearchParams({ org, catalog, consumerOrg: name });
  return (
    <dl class="facts">
      <Fact name={consumers.name}>
        <code class="code">{name}</code>
      </Fact>
      <Fact name={consumers.calls}>
        <a class="link" href={`/console/usage?${calls}`}>
          {consumers.usageOf(found.title)}
        </a>
      </Fact>
      <Fact name={consumers.invoice.name}>
        <a class="link" href={invoicePath(address)}>
          {consumers.invoice.preview}
        </a>
      </Fact>
    </dl>
  );
}

type FormsProps = {
  readonly address: ConsumerOrgAddress;
  readonly found: ConsumerOrg;
  refusedIn(action: string): RefusedConsumerOrgAction | undefined;
};

/** Forms for people who may change the consumer org. */
function Forms({ address, found, refusedIn }: FormsProps) {
  const [add, invite] = [refusedIn('add'), refusedIn('invite')];
  return (
    <div class="section columns">
      <CreateForm address={address} sent={refusedIn('create')} />
      <div class="stack">
        <InviteForm
          address={address}
          sendsMail={found.catalog.sendsMail}
          form={invite?.form}
          refused={invite?.refused}
        />
        <Addition address={address} form={add?.form} refused={add?.refused} />
        <Deletion address={address} title={found.title} />
      </div>
    </div>
  );
}

function CreateForm({
  address,
  sent,
}: {
  address: ConsumerOrgAddress;
  sent: RefusedConsumerOrgAction | undefined;
}) {
  const { consumers } = useTexts().text;
  return (
    <Section id="create-heading" title={consumers.applications.create} class="card">
      <RefusedNotice refused={sent?.refused} beside={APPLICATION_FIELDS} />
      <form method="post" action={consumerOrgPath(address)} class="form">
        <ApplicationFields form={sent?.form} refused={sent?.refused} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="create">
            {consumers.create}
          </button>
        </div>
      </form>
    </Section>
  );
}

function Deletion({ address, title }: { address: ConsumerOrgAddress; title: string }) {
  const { deletion } = useTexts().text.consumers;
  return (
    <Section id="deletion-heading" title={deletion.title(title)} class="card">
      <p class="text">{deletion.text}</p>
      <form method="post" action={consumerOrgPath(address)} data-confirm={deletion.confirm(title)}>
        <button class="button button-danger" type="submit" name="action" value="delete">
          {deletion.title(title)}
        </button>
      </form>
    </Section>
  );
}
