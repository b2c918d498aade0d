import { useTexts } from './texts.ts';

type OperationsProps = {
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly summary: string | null;
  }[];
  /** The number of all, of which these may be the first. */
  readonly total?: number;
  /** Tells whether the list is shown in full length. A shortened one scrolls by itself. */
  readonly isWhole?: boolean;
};

/** Operations with their methods. */
export function Operations({ operations, total = operations.length, isWhole = false }: OperationsProps) {
  const { text } = useTexts();
  if (operations.length === 0) return null;
  const list = (
    <ul class="plain-list">
      {operations.map(({ method, path, summary }) => (
        <li class="operation">
          <span class={`method method-${method.toLowerCase()}`}>{method}</span>
          <span>
            <code class="code">{path}</code>
            {summary && <span class="small quiet operation-summary">{summary}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {isWhole ? (
        list
      ) : (
        <section class="operations" tabindex={0} aria-label={text.operations.label}>
          {list}
        </section>
      )}
      {total > operations.length && (
        <p class="small quiet">{text.operations.first(operations.length, total)}</p>
      )}
    </>
  );
}
