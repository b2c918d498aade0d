import type { ResultOf } from '@graphql-typed-document-node/core';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { applicationPath, type ConsumerOrgAddress } from '../parts/console-paths.ts';
import { State } from '../parts/state.tsx';

export const APPLICATION_ROW = graphql(`
  fragment ApplicationRow on Application {
    name title state
    credentials { clientKey }
    subscriptions {
      state
      product { title version }
      plan { title }
      migrationTarget { product { version title } }
    }
  }
`);

type Application = ResultOf<typeof APPLICATION_ROW>;
type ApplicationsProps = {
  readonly address: ConsumerOrgAddress;
  readonly applications: readonly Application[];
};

/** The applications of a consumer org, with their client keys and subscriptions. */
export function Applications({ address, applications }: ApplicationsProps) {
  if (applications.length === 0) return <p class="text">There is none yet.</p>;
  return (
    <Table
      caption="Applications"
      rows={applications}
      columns={[
        {
          heading: 'Application',
          cell: ({ name, title }) => (
            <a class="link" href={applicationPath({ ...address, application: name })}>
              {title}
            </a>
          ),
        },
        { heading: 'State', cell: ({ state }) => <State state={state} /> },
        {
          heading: 'Client keys',
          cell: ({ credentials }) => (
            <ul class="plain-list">
              {credentials.map(({ clientKey }) => (
                <li>
                  <code class="code when">{clientKey}</code>
                </li>
              ))}
            </ul>
          ),
        },
        {
          heading: 'Subscriptions',
          cell: ({ subscriptions }) => (
            <ul class="plain-list">
              {subscriptions.map((subscription) => (
                <li>
                  <Subscription subscription={subscription} />
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

function Subscription({
  subscription: { product, plan, state, migrationTarget },
}: {
  subscription: Application['subscriptions'][number];
}) {
  return (
    <>
      {product.title} {product.version} · {plan.title} <State state={state} />
      {migrationTarget && (
        <span class="small quiet">
          {' '}
          to move to {migrationTarget.product.title} {migrationTarget.product.version}
        </span>
      )}
    </>
  );
}
