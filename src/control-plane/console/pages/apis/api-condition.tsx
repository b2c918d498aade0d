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
import { useTexts } from '../parts/texts.ts';
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
  const text = useTexts().text.apis.tryCondition;
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
    <Section id="try-condition" title={text.title}>
      <p class="text">{text.lead}</p>
      <RefusedNotice refused={tried?.refused} />
      {tried?.verdict && <Verdict {...tried.verdict} />}
      <form method="post" action={`${apiPath(address)}#try-condition`} class="card form">
        <Field
          name="triedCondition"
          label={text.condition}
          value={form.triedCondition}
          maxlength={2000}
          required
        />
        <Field name="called" label={text.called} hint={text.calledHint} value={form.called} required />
        <Field name="claims" label={text.claims} hint={text.claimsHint} value={form.claims} />
        <Field name="headers" label={text.headers} hint={text.headersHint} value={form.headers} />
        <Field name="client" label={text.client} hint={text.clientHint} value={form.client} />
        <p class="row">
          <button class="button" type="submit" name="action" value="tryCondition">
            {text.submit}
          </button>
        </p>
      </form>
    </Section>
  );
}

function Verdict({ holds, fault, operation }: NonNullable<TriedCondition['verdict']>) {
  const text = useTexts().text.apis.tryCondition;
  return (
    <Notice tone={holds ? 'success' : 'warning'} title={holds ? text.holds : text.holdsNot}>
      <p class="text">
        {fault !== null && `${text.fault(fault)} `}
        {operation === null ? text.noOperation : text.operation(<code class="code">{operation}</code>)}
      </p>
    </Notice>
  );
}
