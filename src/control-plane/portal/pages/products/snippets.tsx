import { CopyButton } from '../../../../ui/components/copy-button.tsx';
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

/** A call, written in each language; one is open at a time. */
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
    <div>
      {languages.map(([language, write], index) => (
        <details name={`snippet-${name}`} open={index === 0}>
          <summary class="details-summary">{language}</summary>
          <pre class="pre" tabindex={0}>
            {write(call)}
          </pre>
          <CopyButton
            text={write(call)}
            label={text.copy.label}
            what={text.product.snippet(language)}
            copied={text.copy.done}
          />
        </details>
      ))}
    </div>
  );
}
