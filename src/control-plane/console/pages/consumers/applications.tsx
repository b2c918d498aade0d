import type { ResultOf } from '@graphql-typed-document-node/core';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { applicationPath, type ConsumerOrgAddress } from '../parts/console-paths.ts';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';

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
  const words = useTexts().text.consumers.applications;
  if (applications.length === 0) return <p class="text">{words.none}</p>;
  return (
    <Table
      caption={words.caption}
      rows={applications}
      columns={[
        {
          heading: words.application,
          cell: ({ name, title }) => (
            <a class="link" href={applicationPath({ ...address, application: name })}>
              {title}
            </a>
          ),
        },
        { heading: words.state, cell: ({ state }) => <State state={state} /> },
        {
          heading: words.clientKeys,
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
          heading: words.subscriptions,
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
  const words = useTexts().text.consumers.applications;
  return (
    <>
      {product.title} {product.version} · {plan.title} <State state={state} />
      {migrationTarget && (
        <span class="small quiet">
          {' '}
          {words.toMove(`${migrationTarget.product.title} ${migrationTarget.product.version}`)}
        </span>
      )}
    </>
  );
}
