import { Notice } from '../../../../ui/components/notice.tsx';
import { useTexts } from './texts.ts';
import type { ShownBreak } from './warning-texts.ts';

export type Break = ShownBreak & { readonly operation: string | null };

/** The breaks, by operation. */
export function Breaks({ breaks }: { breaks: readonly Break[] }) {
  const { text } = useTexts();
  if (breaks.length === 0)
    return (
      <Notice tone="success">
        <p class="text">{text.breaks.none}</p>
      </Notice>
    );
  const operations = [...new Set(breaks.map(({ operation }) => operation))];
  return (
    <Notice tone="warning" title={text.breaks.some(breaks.length)}>
      <ul class="plain-list">
        {operations.map((operation) => (
          <li>
            {operation !== null && <code class="code">{operation}</code>}
            <ul>
              {breaks
                .filter((each) => each.operation === operation)
                .map((each) => (
                  <li>{text.warnings.change(each)}</li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
