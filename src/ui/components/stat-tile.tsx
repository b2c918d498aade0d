import type { Child } from 'hono/jsx';
import { Icon } from './icon.tsx';

/** A change against the span before. */
export type Delta = {
  /** For example `+12%`. */
  readonly text: string;
  readonly isUp: boolean;
  /** Tells whether it is good news, bad news, or neither. */
  readonly tone: 'good' | 'bad' | 'neutral';
  /** Words about what it is compared with. */
  readonly against: string;
};

type StatTileProps = {
  readonly name: string;
  readonly value: string;
  /** A second figure. */
  readonly more?: string | undefined;
  readonly delta?: Delta | undefined;
  /** Page that tells more. */
  readonly href?: string;
  /** The course in time. */
  readonly children?: Child;
};

/** A figure with its course in time, and its change since the span before. */
export function StatTile({ name, value, more, delta, href, children }: StatTileProps) {
  return (
    <div class="card tile">
      <p class="tile-name">
        {href === undefined ? (
          name
        ) : (
          <a class="card-link" href={href}>
            {name}
          </a>
        )}
      </p>
      <p class="tile-value">
        {value}
        {delta && (
          <span class={`delta delta-${delta.tone}`}>
            <Icon name={delta.isUp ? 'trending-up' : 'trending-down'} />
            {delta.text}
            <span class="visually-hidden"> {delta.against}</span>
          </span>
        )}
      </p>
      {more !== undefined && <p class="tile-more">{more}</p>}
      {children}
    </div>
  );
}
