import { CopyButton } from '../../../../ui/components/copy-button.tsx';
import { Masked } from '../../../../ui/components/masked.tsx';
import type { PortalPageContext } from './page-context.ts';

type CopyableProps = {
  readonly pageContext: PortalPageContext;
  readonly value: string;
  readonly what: string;
  /** Tells whether it is seen only once somebody asks for it. */
  readonly isMasked?: boolean;
};

/** A text with a button that copies it. */
export function Copyable({ pageContext: { text }, value, what, isMasked = false }: CopyableProps) {
  return (
    <span class="row">
      {isMasked ? (
        <Masked value={value} what={what} labels={text.masked} />
      ) : (
        <code class="code">{value}</code>
      )}
      <CopyButton text={value} label={text.copy.label} what={what} copied={text.copy.done} />
    </span>
  );
}
