import { CodeTabs } from '../../../../ui/components/code-tabs.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import { curl, type ExampleCall, javascript, python } from './snippet.ts';
import { go } from './snippet-go.ts';
import { java } from './snippet-java.ts';

const languages: readonly [name: string, write: (call: ExampleCall) => string][] = [
  ['curl', curl],
  ['JavaScript', javascript],
  ['Python', python],
  ['Java', java],
  ['Go', go],
];

/** A call, written in each language; one is seen at a time. */
export function Snippets({
  pageContext: { text },
  name,
  call,
}: {
  pageContext: PortalPageContext;
  name: string;
  call: ExampleCall;
}) {
  return (
    <CodeTabs
      label={text.product.snippetLanguage}
      id={`snippet-${name}`}
      tabs={languages.map(([language, write]) => ({
        language,
        code: write(call),
        what: text.product.snippet(language),
      }))}
      copy={text.copy.label}
      copied={text.copy.done}
    />
  );
}
