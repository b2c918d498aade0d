import { CodeBlock, type CodeSecret } from './code-block.tsx';

/** A text in one of several languages. */
type CodeTab = { readonly language: string; readonly code: string; readonly what: string };

type CodeTabsProps = {
  /** The question that the languages answer, for screen readers. */
  readonly label: string;
  /** An id of the page. */
  readonly id: string;
  readonly tabs: readonly CodeTab[];
  readonly copy: string;
  readonly copied: string;
  readonly secret?: CodeSecret | undefined;
};

/**
 * The same text in several languages, one of which is seen.
 *
 * They are radio buttons, so that it works without scripts; with them the next page opens the language chosen last.
 */
export function CodeTabs({ label, id, tabs, copy, copied, secret }: CodeTabsProps) {
  return (
    <fieldset class="code-tabs">
      <legend class="visually-hidden">{label}</legend>
      {tabs.map(({ language, code, what }, index) => (
        <>
          <input
            class="code-tab-input"
            type="radio"
            id={`${id}-${index}`}
            name={id}
            value={language}
            checked={index === 0}
            data-code-language
          />
          <label class="code-tab" for={`${id}-${index}`}>
            {language}
          </label>
          <div class="code-tab-panel">
            <CodeBlock code={code} what={what} copy={copy} copied={copied} secret={secret} />
          </div>
        </>
      ))}
    </fieldset>
  );
}
