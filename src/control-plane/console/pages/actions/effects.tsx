import type { ProductState } from '../../../../domain/product/lifecycle.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import type { Messages } from '../messages.ts';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { Affected } from './affected.tsx';
import type { ActionResult } from './lifecycle-change.ts';

/** Subscriptions that a preview lists. */
const LISTED = 50;

type Warning = ActionResult['warnings'][number];

/** Shows what a lifecycle change does: warnings, states, APIs and subscriptions. */
export function Effects({ change }: { change: ActionResult }) {
  const { transitions, apis, backends, subscriptions, warnings } = change;
  const { text } = useTexts();
  const { effects } = text.actions;
  const isNothing = [transitions, apis, backends, subscriptions].every(({ length }) => length === 0);
  return (
    <>
      {warnings.map((warning) => (
        <WarningCard warning={warning} />
      ))}
      {isNothing && <p class="text">{effects.none}</p>}
      {transitions.length > 0 && (
        <Section id="products-heading" title={effects.products}>
          <Table
            caption={effects.products}
            rows={transitions}
            columns={[
              { heading: effects.product, cell: ({ product }) => product },
              { heading: effects.before, cell: ({ from }) => <InCatalog state={from} /> },
              { heading: effects.after, cell: ({ to }) => <InCatalog state={to} /> },
            ]}
          />
        </Section>
      )}
      {apis.length > 0 && (
        <Section id="apis-heading" title={effects.apis}>
          <Table
            caption={effects.apis}
            rows={apis}
            columns={[
              { heading: effects.api, cell: ({ api }) => api },
              { heading: effects.productOfApi, cell: ({ product }) => product },
              { heading: effects.before, cell: ({ from }) => <Online state={from} /> },
              { heading: effects.after, cell: ({ to }) => <Online state={to} /> },
            ]}
          />
        </Section>
      )}
      {backends.length > 0 && (
        <Section id="backends-heading" title={effects.backends}>
          <Table
            caption={effects.backends}
            rows={backends}
            columns={[
              { heading: effects.backend, cell: ({ name }) => name },
              { heading: effects.before, cell: ({ from }) => <Targets of={from} /> },
              { heading: effects.after, cell: ({ to }) => <Targets of={to} /> },
            ]}
          />
        </Section>
      )}
      {subscriptions.length > 0 && (
        <Section id="subscriptions-heading" title={effects.subscriptions}>
          <Table caption={effects.subscriptions} rows={subscriptions} columns={subscriptionColumns(text)} />
          {subscriptions.length === LISTED && <p class="text">{effects.firstSubscriptions(LISTED)}</p>}
        </Section>
      )}
    </>
  );
}

type SubscriptionColumn = Column<ActionResult['subscriptions'][number]>;

const subscriptionColumns = ({ label, actions: { effects } }: Messages): readonly SubscriptionColumn[] => [
  {
    heading: effects.application,
    cell: ({ application, consumerOrg }) => effects.applicationOf(application, consumerOrg),
  },
  { heading: effects.move, cell: ({ kind }) => label(kind) },
  { heading: effects.from, cell: ({ fromProduct, fromPlan }) => `${fromProduct}, ${fromPlan}` },
  { heading: effects.to, cell: ({ toProduct, toPlan }) => toProduct !== null && `${toProduct}, ${toPlan}` },
];

/** A warning, with the breaks of an API by operation. */
function WarningCard({ warning }: { warning: Warning }) {
  const { text } = useTexts();
  const { code, subject, breaks } = warning;
  return (
    <Notice tone="warning" title={`${text.label(code)}: ${subject}`}>
      <p class="text">{text.warnings.sentence(warning)}</p>
      {breaks.length > 0 && (
        <ul class="text">
          {breaks.map((each) => (
            <li>
              {each.operation !== null && <code class="code">{each.operation}</code>}{' '}
              {text.warnings.change(each)}
            </li>
          ))}
        </ul>
      )}
      <Affected warning={warning} />
    </Notice>
  );
}

/** The state of a product. Null is outside the catalog. */
function InCatalog({ state }: { state: ProductState | null }) {
  return state === null ? <NotInCatalog /> : <State state={state} />;
}

function NotInCatalog() {
  const { text } = useTexts();
  return <span class="quiet">{text.actions.effects.notInCatalog}</span>;
}

/** The targets of a back-end. Null is not set in the catalog. */
function Targets({ of }: { of: ActionResult['backends'][number]['from'] }) {
  if (of === null) return <NotInCatalog />;
  return <span class="address">{of.targets.map(({ url }) => url).join(', ')}</span>;
}

function Online({ state }: { state: 'ONLINE' | 'OFFLINE' | null }) {
  const { text } = useTexts();
  if (state === null) return <NotInCatalog />;
  return <Badge tone={state === 'ONLINE' ? 'good' : 'waiting'}>{text.label(state)}</Badge>;
}
