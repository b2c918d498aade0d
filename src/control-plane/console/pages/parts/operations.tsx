import { format } from './format.ts';

type OperationsProps = {
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly summary: string | null;
  }[];
  /** The number of all, of which these may be the first. */
  readonly total?: number;
};

/** Operations with their methods. A long list scrolls by itself. */
export function Operations({ operations, total = operations.length }: OperationsProps) {
  if (operations.length === 0) return null;
  return (
    <>
      <section class="operations" tabindex={0} aria-label="Operations">
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
      </section>
      {total > operations.length && (
        <p class="small quiet">
          The first {format.number(operations.length)} of {format.number(total)}.
        </p>
      )}
    </>
  );
}
