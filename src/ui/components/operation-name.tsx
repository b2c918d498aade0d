/** A REST operation, as its document names it. */
type Named = { readonly method: string; readonly path: string };

/** The name of an operation. Its method has a colour. */
export function OperationName({ method, path }: Named) {
  return (
    <span class="operation">
      <span class={`method method-${method.toLowerCase()}`}>{method}</span>{' '}
      <code class="operation-path">{path}</code>
    </span>
  );
}
