import { raw } from 'hono/html';
import type { IslandName } from './islands.ts';
import type { IslandNeeds } from './security-headers.ts';

/** An island as a page asks for it. */
export type IslandRequest = IslandNeeds & {
  readonly name: IslandName;
  /** What the island is told: see `islands/props.ts`. */
  readonly props: unknown;
  /**
   * Is it a script for a page of our own? Then it needs neither the whole width nor styles of its own, and the page is
   * shown before it is built.
   */
  readonly isPart?: boolean;
};

/** What the island of a page is told: a block of data, which no policy takes for a script. */
export function IslandProps({ props }: { props: unknown }) {
  const json = JSON.stringify(props).replaceAll('<', '\\u003c');
  return (
    <script type="application/json" id="island-props">
      {raw(json)}
    </script>
  );
}
