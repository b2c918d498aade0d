import type { ResultOf } from '@graphql-typed-document-node/core';
import { nearlyFull, quotaState } from '../../../../domain/org/quota-state.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';

const QUOTAS = graphql(`
  query Quotas($application: String) { quotas(application: $application) { resource per limit used } }
`);

const NAMED = graphql(`query NamedApplication($name: String!) { application(name: $name) { name title } }`);

type Quota = ResultOf<typeof QUOTAS>['quotas'][number];

/** Adds the page of quotas of a consumer org, its applications and its people. */
export function quotas(pages: PortalPages): void {
  pages.get('/quotas', async (c) => {
    const { pageContext } = c.var;
    const { quotas: rows } = await pageContext.run(QUOTAS, { application: null });
    const { quotas: text, applications } = pageContext.text;
    return show(
      c,
      <>
        <h1 class="title">{text.title}</h1>
        <p class="lead">{text.lead}</p>
        <div class="columns">
          <Quotas pageContext={pageContext} quotas={rows} per="CONSUMER_ORG" />
          <Quotas pageContext={pageContext} quotas={rows} per="MEMBER" />
          <Quotas pageContext={pageContext} quotas={rows} per="APPLICATION" />
        </div>
        <p>
          <a class="link" href={`${pageContext.base}/applications`}>
            {applications.title}
          </a>
        </p>
      </>,
      { title: text.title, menu: 'account' },
    );
  });

  pages.get('/applications/:name/quotas', async (c) => {
    const { pageContext } = c.var;
    const { application } = await pageContext.run(NAMED, { name: c.req.param('name') });
    if (!application) return showNotFound(c);
    const { quotas: rows } = await pageContext.run(QUOTAS, { application: application.name });
    const { quotas: text } = pageContext.text;
    const title = text.titleOf(application.title);
    return show(
      c,
      <>
        <Crumb href={`${pageContext.base}/applications/${application.name}`}>{application.title}</Crumb>
        <h1 class="title">{title}</h1>
        <p class="lead">{text.lead}</p>
        <Quotas pageContext={pageContext} quotas={rows} per="APPLICATION" />
        <p>
          <a class="link" href={`${pageContext.base}/quotas`}>
            {text.see}
          </a>
        </p>
      </>,
      { title, menu: 'applications' },
    );
  });
}

type QuotasProps = {
  readonly pageContext: PortalPageContext;
  readonly quotas: readonly Quota[];
  readonly per: Quota['per'];
};

/** Quotas of one owner. Without a named application, no use of what each has is shown. */
function Quotas({ pageContext, quotas: rows, per }: QuotasProps) {
  const { quotas: text } = pageContext.text;
  const own = rows.filter((quota) => quota.per === per);
  const isOfEach = own.every(({ used }) => used === null);
  return (
    <Section id={`${per.toLowerCase()}-heading`} title={isOfEach ? text.ofEach : text.of[per]} class="card">
      {isOfEach && <p class="hint">{text.ofEachHint}</p>}
      <ul class="plain-list quotas">
        {own.map((quota) => (
          <li>
            <One pageContext={pageContext} quota={quota} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function One({ pageContext, quota }: { pageContext: PortalPageContext; quota: Quota }) {
  const { quotas: text } = pageContext.text;
  const { name, hint } = text.resources[quota.resource];
  return (
    <>
      <div class="row">
        <strong>{name}</strong>
        <State pageContext={pageContext} quota={quota} />
      </div>
      <Used pageContext={pageContext} quota={quota} />
      <p class="hint">{hint}</p>
    </>
  );
}

function State({ pageContext, quota: { used, limit } }: { pageContext: PortalPageContext; quota: Quota }) {
  const state = used === null ? 'ROOM' : quotaState({ used, limit });
  if (state === 'ROOM') return null;
  return <Badge tone={state === 'FULL' ? 'bad' : 'waiting'}>{pageContext.text.quotas.state[state]}</Badge>;
}

/** Use of a quota. Its words say what the meter shows. */
function Used({ pageContext, quota: { used, limit } }: { pageContext: PortalPageContext; quota: Quota }) {
  const { quotas: text } = pageContext.text;
  return (
    <div class="quota">
      {used !== null && limit > 0 && (
        <meter
          class="meter"
          min={0}
          max={limit}
          high={nearlyFull(limit)}
          optimum={0}
          value={used}
          aria-hidden="true"
        />
      )}
      <span>{used === null ? text.upTo(limit) : text.used(used, limit)}</span>
    </div>
  );
}
