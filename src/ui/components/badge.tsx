import type { Child } from 'hono/jsx';

/** The state of something, in its own word; the colour only repeats it. */
export type BadgeTone = 'neutral' | 'good' | 'waiting' | 'bad' | 'info';

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children?: Child }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}
