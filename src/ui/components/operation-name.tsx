/** A REST operation, as its document names it. */
type OperationNameProps = { readonly method: string; readonly path: string };

/** The name of an operation. Its method has a colour. */
export function OperationName({ method, path }: OperationNameProps) {
  return (
    <span class="operation">
      <span class={`method method-${method.toLowerCase()}`}>{method}</span>{' '}
      <code class="operation-path">{path}</code>
    </span>
  );
}
