import type { Child } from 'hono/jsx';
import { Fact } from '../../../../ui/components/fact.tsx';

/** Facts with their names; null leaves one out. */
export function Facts({ facts }: { facts: Readonly<Record<string, Child>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(([name, value]) => value !== null && <Fact name={name}>{value}</Fact>)}
    </dl>
  );
}
