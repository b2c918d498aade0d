import type { Child } from 'hono/jsx';
import { CopyButton } from '../../../../ui/components/copy-button.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { useTexts } from './texts.ts';

/** A text with a button that copies it. */
export function Copyable({ value, what }: { value: string; what: string }) {
  const { text } = useTexts();
  return (
    <span class="row">
      <code class="code">{value}</code>
      <CopyButton text={value} label={text.copy.label} what={what} copied={text.copy.done} />
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
  const { text } = useTexts();
  return (
    <Section id="issued-heading" title={title} class="section card">
      <Notice tone="warning">
        <p class="text">{text.shownOnce(what)}</p>
      </Notice>
      <Copyable value={value} what={what} />
      {children}
    </Section>
  );
}
