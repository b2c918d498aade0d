import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { type GraphQLServerAddress, graphqlServerPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
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
  const { graphQLServers, copy } = useTexts().text;
  const text = graphQLServers.policies;
  const policies = sent?.form.policies ?? JSON.stringify(server.policies, null, 2);
  if (!mayChange)
    return (
      <Section id="policies-heading" title={text.title}>
        <CodeBlock code={policies} what={text.json} copy={copy.label} copied={copy.done} />
      </Section>
    );
  const first = server.report?.operations.find(({ field }) => field?.startsWith('Query.'))?.field;
  return (
    <Section id="policies-heading" title={text.title}>
      <RefusedNotice refused={sent?.refused} isOnTop />
      <form method="post" action={graphqlServerPath(address)} class="card form">
        <LinesField
          name="policies"
          label={text.policy}
          hint={text.policyHint}
          value={policies}
          rows={12}
          words={{ path: `${graphqlServerPath(address)}/words`, label: text.words }}
        />
        <p class="row">
          <button class="button button-primary" type="submit" name="action" value="save">
            {text.save}
          </button>
        </p>
        <h3 class="subheading">{text.caller}</h3>
        <Field
          name="query"
          label={text.query}
          value={
            sent?.form.query ??
            (first ? `{ ${first.slice('Query.'.length)} { __typename } }` : '{ __typename }')
          }
        />
        <Field name="claims" label={text.claims} hint={text.claimsHint} value={sent?.form.claims ?? ''} />
        <button class="button" type="submit" name="action" value="explain">
          {text.explain}
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

function Decisions({ explained }: { explained: Explained }) {
  const text = useTexts().text.graphQLServers.decisions;
  return (
    <Table
      caption={text.caption}
      rows={explained}
      columns={[
        { heading: text.field, cell: ({ field }) => <code class="code">{field}</code> },
        {
          heading: text.may,
          cell: ({ allowed }) => (
            <Badge tone={allowed ? 'good' : 'bad'}>{allowed ? text.yes : text.no}</Badge>
          ),
        },
        {
          heading: text.decidedBy,
          cell: ({ decidedBy, rule, condition, failure }) => (
            <>
              {rule ?? text.deciders[decidedBy]}{' '}
              {condition !== null && <code class="code">{JSON.stringify(condition)}</code>}
              {failure !== null && <p class="small">{failure}</p>}
            </>
          ),
        },
      ]}
    />
  );
}
