import type { Child } from 'hono/jsx';

/** What there is to know of something, each with its name; null for what is not there. */
export function Facts({ facts }: { facts: Readonly<Record<string, Child>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== null && (
            <>
              <dt class="facts-name">{name}</dt>
              <dd class="facts-value">{value}</dd>
            </>
          ),
      )}
    </dl>
  );
}
