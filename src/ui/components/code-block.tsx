import { CopyButton } from './copy-button.tsx';

export type CodeBlockProps = {
  readonly code: string;
  /** The name of the text for screen readers, for example `curl command`. */
  readonly what: string;
  readonly copy?: string;
  readonly copied?: string;
};

/** A text to be copied, as it is written. */
export function CodeBlock({ code, what, copy = 'Copy', copied = 'Copied' }: CodeBlockProps) {
  return (
    <div class="code-block">
      {/* A line that is wider than the page scrolls by itself, by keyboard too. (WCAG 2.1.1) */}
      <section class="code-scroll" tabindex={0} aria-label={what}>
        <pre class="code-text">{code}</pre>
      </section>
      <CopyButton label={copy} what={what} copied={copied} />
    </div>
  );
}
