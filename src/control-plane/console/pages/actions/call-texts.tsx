import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { linkTo } from '../parts/prefilled.ts';
import { useTexts } from '../parts/texts.ts';
import { type ActionCall, type ActionResult, textOf } from './lifecycle-change.ts';

type CallTextsProps = {
  readonly call: ActionCall;
  readonly catalog: string;
  /** Address of the management API. */
  readonly apiUrl: string;
  readonly change: ActionResult | null | undefined;
};

/** The same action for scripts. It is the mutation that the form sends, a command, and a manifest. */
export function CallTexts({ call, catalog, apiUrl, change }: CallTextsProps) {
  const { scripts } = useTexts().text.actions;
  const { query, variables } = textOf(call);
  const manifest = change ? manifestOf(catalog, change) : undefined;
  return (
    <section class="section" aria-label={scripts.title}>
      <CallText {...scripts.graphQL} text={`${query}\n# Variables\n${variables}`}>
        <p>
          <a class="link" href={linkTo(call.mutation, call.input)}>
            {scripts.open}
          </a>
        </p>
      </CallText>
      <CallText {...scripts.curl} text={curlOf(apiUrl, query, call.input)} />
      {manifest !== undefined && <CallText {...scripts.manifest} text={manifest} />}
    </section>
  );
}

type CallTextProps = {
  readonly title: string;
  readonly what: string;
  readonly text: string;
  readonly children?: unknown;
};

function CallText({ title, what, text, children }: CallTextProps) {
  const { copy } = useTexts().text;
  return (
    <details class="disclosure" name="call-texts">
      <summary class="disclosure-summary">{title}</summary>
      <div class="stack">
        <CodeBlock code={text} what={what} copy={copy.label} copied={copy.done} />
        {children as never}
      </div>
    </details>
  );
}

function curlOf(apiUrl: string, query: string, input: object): string {
  const body = JSON.stringify({ query: query.replace(/\s+/g, ' ').trim(), variables: { input } });
  return `curl ${apiUrl} \\
  -H "Authorization: Bearer $GATEHOUSE_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${body.replaceAll("'", String.raw`'\''`)}'`;
}

/** Writes the states that a change leads to, as they stand in a manifest. Undefined where no product changes its state. */
function manifestOf(catalog: string, { transitions }: ActionResult): string | undefined {
  if (transitions.length === 0) return undefined;
  const lines = transitions.map(({ product, to }) =>
    to === null
      ? `      # ${product} is left out: apply with --prune`
      : `      - product: ${product}\n        state: ${to}`,
  );
  return `catalogs:\n  - name: ${catalog}\n    products:\n${lines.join('\n')}\n`;
}
