import { type DocumentNode, print } from 'graphql';
import { CopyButton } from '../../../../ui/components/copy-button.tsx';

/** Characters of a text in the variables that are shown. */
const SHOWN = 200;

type AsGraphQLProps = {
  /** The document that the page's form sends. */
  readonly document: object;
  readonly variables: object;
};

/** The mutation that a form sends, with its variables. Long texts in them are cut. */
export function AsGraphQL({ document, variables }: AsGraphQLProps) {
  const text = print(document as DocumentNode);
  const json = JSON.stringify(variables, cutTexts, 2);
  return (
    <details class="disclosure">
      <summary class="disclosure-summary">As GraphQL</summary>
      <div class="stack">
        <section class="table-frame" tabindex={0} aria-label="Mutation">
          <pre class="code-lines">{text}</pre>
        </section>
        <section class="table-frame" tabindex={0} aria-label="Variables">
          <pre class="code-lines">{json}</pre>
        </section>
        <p>
          <CopyButton text={`${text}\n${json}`} label="Copy" what="mutation and variables" copied="Copied" />
        </p>
      </div>
    </details>
  );
}

const cutTexts = (_name: string, value: unknown) =>
  typeof value === 'string' && value.length > SHOWN
    ? `${value.slice(0, 60)}… (${value.length} characters)`
    : value;
