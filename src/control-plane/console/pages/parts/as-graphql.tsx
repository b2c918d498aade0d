import { type DocumentNode, print } from 'graphql';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';

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
        <CodeBlock code={text} what="mutation" />
        <CodeBlock code={json} what="variables" />
      </div>
    </details>
  );
}

const cutTexts = (_name: string, value: unknown) =>
  typeof value === 'string' && value.length > SHOWN
    ? `${value.slice(0, 60)}… (${value.length} characters)`
    : value;
