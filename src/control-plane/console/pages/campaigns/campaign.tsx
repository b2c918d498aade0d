import type { ResultOf } from '@graphql-typed-document-node/core';
import { Fact } from '../../../../ui/components/fact.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Prose } from '../../../../ui/components/prose.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsolePages } from '../../page-context.ts';
import { campaignsPath, catalogPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';

const CAMPAIGN = graphql(`
  query Campaign($org: String!, $catalog: String!, $id: ID!, $first: Int!, $offset: Int!) {
    catalog(org: $org, name: $catalog) { title }
    campaign(org: $org, id: $id) {
      title text product plan asksAcknowledgement sentAt sentBy
      counts { consumerOrgs subscriptions read acknowledged moved ended calling }
      recipients(first: $first, offset: $offset) {
        consumerOrg application plan readAt acknowledgedAt acknowledgedBy state movedTo lastCalledOn
      }
    }
  }
`);

type Campaign = NonNullable<ResultOf<typeof CAMPAIGN>['campaign']>;

const ROWS = 50;

/** Adds the page of a message, with what its recipients did. */
export function campaign(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/messages/:id', async (c) => {
    const { org, catalog: name, id } = c.req.param();
    const address = { org, catalog: name };
    const { session, text } = c.var.pageContext;
    const page = pageOfList(c.req.query('page'), ROWS);
    const found = await session.run(CAMPAIGN, { ...address, id, first: ROWS, offset: offsetOf(page) });
    if (!found.catalog || !found.campaign) return showNotFound(c);
    const { title, product, plan, sentBy, sentAt, counts, recipients } = found.campaign;
    const words = text.campaigns;
    return show(
      c.var.pageContext,
      <>
        <Crumbs
          org={org}
          trail={[
            { title: text.catalogs.titleOf(found.catalog.title), href: catalogPath(address) },
            { title: words.list, href: campaignsPath(address) },
          ]}
        />
        <h1 class="title">{title}</h1>
        <p class="lead">{words.to(product, plan)}</p>
        <Figures campaign={found.campaign} />
        <Prose markdown={found.campaign.text} isCard />
        <p class="small quiet">{words.by(sentBy, sentAt)}</p>
        <Section id="recipients-heading" title={words.recipients}>
          <Recipients recipients={recipients} />
          <Pager
            page={page}
            total={counts.subscriptions}
            href={(number) => `${campaignsPath(address)}/${id}?page=${number}`}
            text={text.pager(words.recipients)}
          />
        </Section>
      </>,
      { title, org },
    );
  });
}

function Figures({ campaign: { counts, asksAcknowledgement } }: { campaign: Campaign }) {
  const { text, format } = useTexts();
  const words = text.campaigns;
  const { consumerOrgs, subscriptions } = counts;
  const figures: readonly (readonly [keyof typeof words.counts, number | undefined])[] = [
    ['consumerOrgs', undefined],
    ['read', consumerOrgs],
    ...(asksAcknowledgement ? ([['acknowledged', consumerOrgs]] as const) : []),
    ['moved', subscriptions],
    ['ended', subscriptions],
    ['calling', subscriptions],
  ];
  return (
    <section class="card">
      <dl class="facts">
        {figures.map(([figure, total]) => (
          <Fact name={words.counts[figure]}>
            {total === undefined ? format.number(counts[figure]) : words.of(counts[figure], total)}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function Recipients({ recipients }: { recipients: Campaign['recipients'] }) {
  const { text, format } = useTexts();
  const words = text.campaigns;
  return (
    <Table
      caption={words.outcome}
      rows={recipients}
      columns={[
        { heading: words.consumerOrg, cell: ({ consumerOrg }) => consumerOrg },
        { heading: words.application, cell: ({ application }) => application },
        { heading: words.plan, cell: ({ plan }) => plan },
        {
          heading: words.counts.read,
          cell: ({ readAt }) => (readAt === null ? words.notYet : format.dateTime(readAt)),
        },
        {
          heading: words.counts.acknowledged,
          cell: ({ acknowledgedAt, acknowledgedBy }) =>
            acknowledgedAt === null ? words.notYet : `${acknowledgedBy}, ${format.dateTime(acknowledgedAt)}`,
        },
        {
          heading: words.state,
          cell: ({ state, movedTo }) => movedTo ?? words.states[state],
        },
        {
          heading: words.lastCalled,
          cell: ({ lastCalledOn }) => (lastCalledOn === null ? words.never : format.date(lastCalledOn)),
        },
      ]}
    />
  );
}
