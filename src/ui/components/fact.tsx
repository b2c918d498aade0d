import type { Child } from 'hono/jsx';

/** One of the facts in a list of them: what it is, and how it stands. */
export function Fact({ name, children }: { readonly name: string; readonly children?: Child }) {
  return (
    <>
      <dt class="facts-name">{name}</dt>
      <dd class="facts-value">{children}</dd>
    </>
  );
}
