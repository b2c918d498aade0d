import { CopyButton } from '../../../../ui/components/copy-button.tsx';
import type { PortalPageContext } from './page-context.ts';

/** A text with a button that copies it. */
export function Copyable({
  pageContext: { text },
  value,
  what,
}: {
  pageContext: PortalPageContext;
  value: string;
  what: string;
}) {
  return (
    <span class="row">
      <code class="code">{value}</code>
      <CopyButton text={value} label={text.copy.label} what={what} copied={text.copy.done} />
    </span>
  );
}
