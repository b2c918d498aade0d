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

/** Facts with their names; null leaves one out. */
export function Facts({ facts }: { facts: Readonly<Record<string, Child>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(([name, value]) => value !== null && <Fact name={name}>{value}</Fact>)}
    </dl>
  );
}
