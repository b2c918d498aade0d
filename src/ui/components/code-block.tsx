import { CopyButton } from './copy-button.tsx';
import { beginningOf } from './masked.tsx';

export type CodeSecret = {
  /** A part of the text. Its beginning alone is seen until somebody asks for it. */
  readonly value: string;
  /** The label of what shows it. */
  readonly show: string;
};

type CodeBlockProps = {
  readonly code: string;
  /** The name of the text for screen readers, for example `curl command`. */
  readonly what: string;
  readonly copy?: string;
  readonly copied?: string;
  readonly secret?: CodeSecret | undefined;
};

/** A text to be copied, as it is written. */
export function CodeBlock({ code, what, copy = 'Copy', copied = 'Copied', secret }: CodeBlockProps) {
  return (
    <div class="code-block">
      {/* A line that is wider than the page scrolls by itself, by keyboard too. (WCAG 2.1.1) */}
      <section class="code-scroll" tabindex={0} aria-label={what}>
        <pre class="code-text">{secret ? withSecret(code, secret.value) : code}</pre>
      </section>
      <CopyButton label={copy} what={what} copied={copied} />
      {secret && code.includes(secret.value) && (
        <label class="code-show">
          <input type="checkbox" /> {secret.show}
        </label>
      )}
    </div>
  );
}

/** Marks the secret in a text. The text stays whole, and is copied so: style alone masks it. */
function withSecret(code: string, value: string) {
  return code.split(value).map((part, index) => (
    <>
      {index > 0 && (
        <span class="code-secret" data-begin={beginningOf(value)}>
          {value}
        </span>
      )}
      {part}
    </>
  ));
}
