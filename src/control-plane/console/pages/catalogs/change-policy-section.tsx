import type { ResultOf } from '@graphql-typed-document-node/core';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { type CatalogAddress, changePolicyPath } from '../parts/console-paths.ts';
import { linkTo } from '../parts/prefilled.ts';
import { useTexts } from '../parts/texts.ts';

export const CHANGE_POLICY = graphql(`
  fragment ShownChangePolicy on Catalog {
    changePolicy {
      refuseDirect expiresAfterDays
      rules { actions approvals role }
      freezes { title from until timeZone weekly }
    }
  }
`);

type Policy = ResultOf<typeof CHANGE_POLICY>['changePolicy'];

type SectionProps = {
  readonly address: CatalogAddress;
  readonly policy: Policy;
  /** Tells whether the person may change it. */
  readonly maySet: boolean;
};

/** A policy that shows what can be said, for a catalog that has none. */
const EXAMPLE = {
  rules: [{ actions: ['PUBLISH', 'SUPERSEDE', 'REPLACE', 'RETIRE'], approvals: 1, role: 'DEVELOPER' }],
  refuseDirect: true,
  expiresAfterDays: 14,
  freezes: [],
};

/** Shows who approves changes of a catalog. Administrators change it by a form, or as GraphQL. */
export function ChangePolicySection({ address, policy, maySet }: SectionProps) {
  const { text } = useTexts();
  const { org, catalog } = address;
  const { policy: words } = text.changeRequests;
  const input = { org, name: catalog, changePolicy: policy ?? EXAMPLE };
  return (
    <Section id="policy-heading" title={words.title}>
      <div class="stack">
        <p class="text">{policy ? words.are(policy.refuseDirect, policy.expiresAfterDays) : words.none}</p>
        {policy && policy.rules.length > 0 && (
          <Table
            caption={words.rules}
            rows={policy.rules}
            columns={[
              {
                heading: words.actions,
                cell: ({ actions }) => actions.map((action) => text.label(action)).join(', '),
              },
              { heading: words.approvals, cell: ({ approvals }) => approvals, isNumber: true },
              { heading: words.role, cell: ({ role }) => text.label(role) },
            ]}
          />
        )}
        {policy && policy.freezes.length > 0 && (
          <ul class="text">
            {policy.freezes.map(({ title, from, until, timeZone, weekly }) => (
              <li>{words.freeze(title, `${from} – ${until} (${timeZone})`, weekly)}</li>
            ))}
          </ul>
        )}
        {maySet && (
          <p class="row">
            <a class="button" href={changePolicyPath(address)}>
              {words.change}
            </a>
            <a class="button button-quiet" href={linkTo('updateCatalog', input)}>
              {words.asGraphQL}
            </a>
          </p>
        )}
      </div>
    </Section>
  );
}
