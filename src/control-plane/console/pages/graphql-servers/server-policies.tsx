import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { type GraphQLServerAddress, graphqlServerPath } from '../parts/console-paths.ts';
import { type Explained, type Server, UPDATE_SERVER } from './server-query.ts';

/** Texts of the two forms: policies, and the caller that they are tried for. */
type PolicyForm = Readonly<Record<'policies' | 'query' | 'claims', string>>;

export type ServerFormOutcome = {
  readonly form: PolicyForm;
  readonly refused?: PageRefusal | undefined;
  readonly explained?: Explained | undefined;
};

type PoliciesProps = {
  readonly address: GraphQLServerAddress;
  readonly server: Server;
  readonly mayChange: boolean;
  readonly sent: ServerFormOutcome | undefined;
};

/** The access policy of a GraphQL server, and a test caller to try it for. */
export function Policies({ address, server, mayChange, sent }: PoliciesProps) {
  const policies = sent?.form.policies ?? JSON.stringify(server.policies, null, 2);
  if (!mayChange)
    return (
      <Section id="policies-heading" title="Access policy">
        <CodeBlock code={policies} what="JSON of the policy" />
      </Section>
    );
  const first = server.report?.operations.find(({ field }) => field?.startsWith('Query.'))?.field;
  return (
    <Section id="policies-heading" title="Access policy">
      <RefusedNotice refused={sent?.refused} isOnTop />
      <form method="post" action={graphqlServerPath(address)} class="card form">
        <LinesField
          name="policies"
          label="Policy"
          hint="By root type: rules that name fields, and a default for the others. A condition is true, false or CEL; Ctrl+Space shows the words that fit."
          value={policies}
          words={`${graphqlServerPath(address)}/words`}
        />
        <p class="row">
          <button class="button button-primary" type="submit" name="action" value="save">
            Save the policy
          </button>
        </p>
        <h3 class="subheading">Who may: a test caller</h3>
        <Field
          name="query"
          label="Query"
          value={
            sent?.form.query ??
            (first ? `{ ${first.slice('Query.'.length)} { __typename } }` : '{ __typename }')
          }
        />
        <Field
          name="claims"
          label="Claims of the caller"
          hint='JSON, for example {"sub": "alice", "scope": "customer"}. Empty is nobody.'
          value={sent?.form.claims ?? ''}
        />
        <button class="button" type="submit" name="action" value="explain">
          Explain with the policy above
        </button>
        {sent?.explained && <Decisions explained={sent.explained} />}
        <AsGraphQL
          document={UPDATE_SERVER}
          variables={{ input: { org: address.org, name: address.server, policies: server.policies } }}
        />
      </form>
    </Section>
  );
}

const deciders = { RULE: 'A rule', DEFAULT: 'The default', NOTHING: 'Nothing allows it' } as const;

function Decisions({ explained }: { explained: Explained }) {
  return (
    <Table
      caption="Decisions"
      rows={explained}
      columns={[
        { heading: 'Field', cell: ({ field }) => <code class="code">{field}</code> },
        {
          heading: 'May',
          cell: ({ allowed }) => <Badge tone={allowed ? 'good' : 'bad'}>{allowed ? 'Yes' : 'No'}</Badge>,
        },
        {
          heading: 'Decided by',
          cell: ({ decidedBy, rule, condition, failure }) => (
            <>
              {rule ?? deciders[decidedBy]}{' '}
              {condition !== null && <code class="code">{JSON.stringify(condition)}</code>}
              {failure !== null && <p class="small">{failure}</p>}
            </>
          ),
        },
      ]}
    />
  );
}
