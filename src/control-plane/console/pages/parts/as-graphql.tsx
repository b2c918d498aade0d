import { type DocumentNode, print } from 'graphql';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { useTexts } from './texts.ts';

/** Characters of a text in the variables that are shown. */
const SHOWN = 200;

type AsGraphQLProps = {
  /** The document that the page's form sends. */
  readonly document: object;
  readonly variables: object;
};

/** The mutation that a form sends, with its variables. Long texts in them are cut. */
export function AsGraphQL({ document, variables }: AsGraphQLProps) {
  const { text } = useTexts();
  const { asGraphQL, copy } = text;
  const copying = { copy: copy.label, copied: copy.done };
  const json = JSON.stringify(variables, cutBy(asGraphQL.cut), 2);
  return (
    <details class="disclosure">
      <summary class="disclosure-summary">{asGraphQL.title}</summary>
      <div class="stack">
        <CodeBlock code={print(document as DocumentNode)} what={asGraphQL.mutation} {...copying} />
        <CodeBlock code={json} what={asGraphQL.variables} {...copying} />
      </div>
    </details>
  );
}

const cutBy = (cut: (start: string, characters: number) => string) => (_name: string, value: unknown) =>
  typeof value === 'string' && value.length > SHOWN ? cut(value.slice(0, 60), value.length) : value;
