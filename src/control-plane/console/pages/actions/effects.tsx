import { Badge } from '../../../../ui/components/badge.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { type Column, Table } from '../../../../ui/components/table.tsx';
import { enumLabel } from '../parts/format.ts';
import { State } from '../parts/state.tsx';
import type { ActionResult } from './lifecycle-change.ts';

/** Subscriptions that a preview lists. */
const LISTED = 50;

type Warning = ActionResult['warnings'][number];

/** Shows what a lifecycle change does: warnings, states, APIs and subscriptions. */
export function Effects({ change }: { change: ActionResult }) {
  const { transitions, apis, backends, subscriptions, warnings } = change;
  const isNothing = [transitions, apis, backends, subscriptions].every(({ length }) => length === 0);
  return (
    <>
      {warnings.map((warning) => (
        <WarningCard warning={warning} />
      ))}
      {isNothing && <p class="text">Nothing else changes.</p>}
      {transitions.length > 0 && (
        <Section id="products-heading" title="Products">
          <Table
            caption="Products"
            rows={transitions}
            columns={[
              { heading: 'Product', cell: ({ product }) => product },
              { heading: 'Now', cell: ({ from }) => <InCatalog state={from} /> },
              { heading: 'Then', cell: ({ to }) => <InCatalog state={to} /> },
            ]}
          />
        </Section>
      )}
      {apis.length > 0 && (
        <Section id="apis-heading" title="APIs">
          <Table
            caption="APIs"
            rows={apis}
            columns={[
              { heading: 'API', cell: ({ api }) => api },
              { heading: 'In', cell: ({ product }) => product },
              { heading: 'Now', cell: ({ from }) => <Online state={from} /> },
              { heading: 'Then', cell: ({ to }) => <Online state={to} /> },
            ]}
          />
        </Section>
      )}
      {backends.length > 0 && (
        <Section id="backends-heading" title="Back-ends">
          <Table
            caption="Back-ends"
            rows={backends}
            columns={[
              { heading: 'Back-end', cell: ({ name }) => name },
              { heading: 'Now', cell: ({ from }) => <Targets of={from} /> },
              { heading: 'Then', cell: ({ to }) => <Targets of={to} /> },
            ]}
          />
        </Section>
      )}
      {subscriptions.length > 0 && (
        <Section id="subscriptions-heading" title="Subscriptions">
          <Table caption="Subscriptions" rows={subscriptions} columns={subscriptionColumns} />
          {subscriptions.length === LISTED && <p class="text">These are the first {LISTED}.</p>}
        </Section>
      )}
    </>
  );
}

const subscriptionColumns: readonly Column<ActionResult['subscriptions'][number]>[] = [
  { heading: 'Application', cell: ({ application, consumerOrg }) => `${application} of ${consumerOrg}` },
  { heading: 'What happens', cell: ({ kind }) => enumLabel(kind) },
  { heading: 'From', cell: ({ fromProduct, fromPlan }) => `${fromProduct}, ${fromPlan}` },
  { heading: 'To', cell: ({ toProduct, toPlan }) => toProduct !== null && `${toProduct}, ${toPlan}` },
];

/** A warning, with the breaks of an API by operation. */
function WarningCard({ warning: { code, subject, message, breaks } }: { warning: Warning }) {
  const [first = ''] = message.split('. ');
  return (
    <Notice tone="warning" title={`${enumLabel(code)}: ${subject}`}>
      {breaks.length === 0 ? (
        <p class="text">{message}</p>
      ) : (
        <>
          <p class="text">{`${first}. ${message.slice(message.lastIndexOf('). ') + 3)}`}</p>
          <ul class="text">
            {breaks.map(({ operation, message: fault }) => (
              <li>
                {operation !== null && <code class="code">{operation}</code>} {fault}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

/** The state of a product. Null is outside the catalog. */
function InCatalog({ state }: { state: string | null }) {
  return state === null ? <span class="quiet">Not in the catalog</span> : <State state={state} />;
}

/** The targets of a back-end. Null is not set in the catalog. */
function Targets({ of }: { of: ActionResult['backends'][number]['from'] }) {
  if (of === null) return <span class="quiet">Not in the catalog</span>;
  return <span class="address">{of.targets.map(({ url }) => url).join(', ')}</span>;
}

function Online({ state }: { state: 'ONLINE' | 'OFFLINE' | null }) {
  if (state === null) return <span class="quiet">Not in the catalog</span>;
  return <Badge tone={state === 'ONLINE' ? 'good' : 'waiting'}>{enumLabel(state)}</Badge>;
}
