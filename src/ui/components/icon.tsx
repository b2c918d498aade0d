import { raw } from 'hono/html';
import { icons } from './icons.ts';

export type IconName = keyof typeof icons;

/** A picture beside a text, which says the same: nobody has to see it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {raw(icons[name])}
    </svg>
  );
}
