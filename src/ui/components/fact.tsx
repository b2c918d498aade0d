import type { Child } from 'hono/jsx';

/** One entry of a list of facts: a name and its value. */
export function Fact({ name, children }: { readonly name: string; readonly children?: Child }) {
  return (
    <>
      <dt class="facts-name">{name}</dt>
      <dd class="facts-value">{children}</dd>
    </>
  );
}
