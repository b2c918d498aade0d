import type { Movement } from '../../../domain/change-request/change-set.ts';

/** The world has moved since the review. */
export class MovedOn extends Error {
  override readonly name = 'MovedOn';
  readonly moved: readonly Movement[];
  constructor(moved: readonly Movement[]) {
    super('moved on');
    this.moved = moved;
  }
}

const SHOWN = 5;

/** Tells the first movements in a sentence. */
export function movedText(moved: readonly Movement[]): string {
  const told = moved
    .slice(0, SHOWN)
    .map(({ item, kind, members }) => `${item} (${kind}: ${members.join(', ')})`);
  const more = moved.length > SHOWN ? `; and ${moved.length - SHOWN} more` : '';
  return `${told.join('; ')}${more}`;
}
