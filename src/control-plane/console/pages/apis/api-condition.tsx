import type { Context } from 'hono';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { apiPath } from '../parts/console-paths.ts';
import { jsonIn } from '../parts/json-in.ts';
import { type ApiAddress, EXPLAIN_CONDITION } from './api-query.ts';
import type { TabProps, TriedCondition } from './api-tab.ts';

const FIELDS = ['triedCondition', 'called', 'claims', 'headers', 'client'] as const;

/** Tries the condition of a form for its call. */
export async function tryCondition(c: Context<ConsoleEnv>, address: ApiAddress): Promise<TriedCondition> {
  const form = await readForm(c, ...FIELDS);
  const { triedCondition: condition, called: operation } = form;
  const [claims, headers, client] = [form.claims, form.headers, form.client].map(jsonIn);
  const variables = { ...address, condition, operation, claims, headers, client };
  const { refused, result } = await attempt(c.var.pageContext.session.run(EXPLAIN_CONDITION, variables));
  return { form, refused, verdict: result?.api?.explainCondition };
}

/** The form that tries a condition before it is saved, with its verdict. */
export function TryCondition({ address, api, sent: { tried } }: Pick<TabProps, 'address' | 'api' | 'sent'>) {
  const [first] = api.operations;
  const stored = api.security.find(({ condition }) => condition !== null)?.condition ?? '';
  const form = tried?.form ?? {
    triedCondition: stored,
    called: first && api.kind === 'REST' ? `${first.method} ${first.path}` : 'POST /graphql',
    claims: '',
    headers: '',
    client: '',
  };
  return (
    <Section id="try-condition" title="Try a condition">
      <p class="text">For a call that you make up: nothing is called, and nothing is saved.</p>
      <RefusedNotice refused={tried?.refused} />
      {tried?.verdict && <Verdict {...tried.verdict} />}
      <form method="post" action={`${apiPath(address)}#try-condition`} class="card form">
        <Field
          name="triedCondition"
          label="Condition"
          value={form.triedCondition}
          maxlength={2000}
          required
        />
        <Field
          name="called"
          label="What is called"
          hint="The method, and the path below the base path: GET /customers/7."
          value={form.called}
          required
        />
        <Field
          name="claims"
          label="Claims of the access token"
          hint='JSON, for example {"sub": "alice", "scope": "customer"}. Empty is none.'
          value={form.claims}
        />
        <Field
          name="headers"
          label="Headers"
          hint='JSON, for example {"x-tier": "gold"}. Empty is none.'
          value={form.headers}
        />
        <Field
          name="client"
          label="Client"
          hint='JSON, for example {"application": "shop", "consumerOrg": "consumers", "plan": "gold"}.'
          value={form.client}
        />
        <p class="row">
          <button class="button" type="submit" name="action" value="tryCondition">
            Try the condition
          </button>
        </p>
      </form>
    </Section>
  );
}

function Verdict({ holds, fault, operation }: NonNullable<TriedCondition['verdict']>) {
  const title = holds ? 'It holds: the call is admitted' : 'It does not hold: the call is refused';
  return (
    <Notice tone={holds ? 'success' : 'warning'} title={title}>
      <p class="text">
        {fault === null ? '' : `It cannot be evaluated: ${fault} `}
        {operation === null ? (
          'The document has no such operation.'
        ) : (
          <>
            The operation is <code class="code">{operation}</code>.
          </>
        )}
      </p>
    </Notice>
  );
}
