import { raw } from 'hono/html';
import type { IslandName } from './islands.ts';
import type { IslandNeeds } from './security-headers.ts';

/** An island as a page asks for it. */
export type IslandRequest = IslandNeeds & {
  readonly name: IslandName;
  /** Properties of the island: see `islands/props.ts`. */
  readonly props: unknown;
  /**
   * Tells whether the island is a script for a page of the platform.
   *
   * It then needs neither the whole width nor styles of its own, and the page is shown before it is built.
   */
  readonly isPart?: boolean;
};

/** The properties of a page's island, as a data block. No policy takes it for a script. */
export function IslandProps({ props }: { props: unknown }) {
  const json = JSON.stringify(props).replaceAll('<', '\\u003c');
  return (
    <script type="application/json" id="island-props">
      {raw(json)}
    </script>
  );
}
