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

/** The client key of an example, as a reader is shown it. */
export const keyInCode = (text: PortalPageContext['text'], clientKey: string | undefined) =>
  clientKey === undefined ? undefined : { value: clientKey, show: text.masked.showKey };

/** A call, written in each language; one is seen at a time. */
export function Snippets({
  pageContext: { text },
  name,
  call,
  clientKey,
}: {
  pageContext: PortalPageContext;
  name: string;
  call: ExampleCall;
  /** The client key in it, if any: it is masked. */
  clientKey: string | undefined;
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
      secret={keyInCode(text, clientKey)}
    />
  );
}
