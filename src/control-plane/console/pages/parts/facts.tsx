import type { Child } from 'hono/jsx';
import { Fact } from '../../../../ui/components/fact.tsx';

/** What there is to know of something, each with its name; null for what is not there. */
export function Facts({ facts }: { facts: Readonly<Record<string, Child>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(([name, value]) => value !== null && <Fact name={name}>{value}</Fact>)}
    </dl>
  );
}
