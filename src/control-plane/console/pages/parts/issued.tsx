import type { Child } from 'hono/jsx';
import { CopyButton } from '../../../../ui/components/copy-button.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';

/** A text with a button that copies it. */
export function Copyable({ value, what }: { value: string; what: string }) {
  return (
    <span class="row">
      <code class="code">{value}</code>
      <CopyButton text={value} label="Copy" what={what} copied="Copied" />
    </span>
  );
}

type IssuedProps = {
  readonly title: string;
  /** The kind of the value, for example `link`. */
  readonly what: string;
  readonly value: string;
  readonly children?: Child;
};

/** A value that can be read only now, since nothing keeps it. */
export function Issued({ title, what, value, children }: IssuedProps) {
  return (
    <Section id="issued-heading" title={title} class="section card">
      <Notice tone="warning">
        <p class="text">The {what} is shown this once. Copy it now: nobody can read it again.</p>
      </Notice>
      <Copyable value={value} what={what} />
      {children}
    </Section>
  );
}
