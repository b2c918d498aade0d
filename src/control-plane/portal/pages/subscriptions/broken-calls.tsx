import { Notice } from '../../../../ui/components/notice.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';

type Target = {
  readonly changes: {
    readonly breaking: readonly { readonly api: string; readonly operation: string | null }[];
    readonly removedApis: readonly unknown[];
  };
  readonly brokenCalls: readonly {
    readonly api: string;
    readonly operation: string | null;
    readonly field: string | null;
    readonly certain: boolean;
    readonly calls: number;
    readonly lastCallAt: string;
  }[];
};

type BrokenCallsProps = { readonly pageContext: PortalPageContext; readonly target: Target };

/** Tells which of the calls that an application made would break. Most of what breaks touches few. */
export function BrokenCalls({ pageContext: { text, format }, target }: BrokenCallsProps) {
  const { changes, brokenCalls } = target;
  if (changes.breaking.length === 0 && changes.removedApis.length === 0) return null;
  if (brokenCalls.length === 0)
    return (
      <Notice tone="success">
        <p class="text">{text.changes.noneCalled}</p>
      </Notice>
    );
  return (
    <Notice tone="warning">
      <p class="text">{text.changes.called}</p>
      <ul class="list">
        {brokenCalls.map(({ api, operation, field, certain, calls, lastCallAt }) => (
          <li>
            <code class="code">{field ?? operation ?? api}</code>:{' '}
            <Timed
              format={format}
              text={text.changes.callsOf(calls, format.dateTime(lastCallAt))}
              at={lastCallAt}
            />
            {!certain && ` (${text.changes.mayBreak})`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
