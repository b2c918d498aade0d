import { refuse } from '../../foundation/errors.ts';
import { builder } from './builder.ts';

/** A page of a longer list. */
export type Page<Node> = { readonly nodes: Node[]; readonly pageInfo: PageInfo };
type PageInfo = { readonly hasNextPage: boolean; readonly endCursor: string | null };

export const PageInfoRef = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Where a page of a longer list ends.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Is there more after it?' }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Give it as `after` to get the next page; null when the page is empty.',
    }),
  }),
});

/**
 * Makes a page of a list that was read with one row more. That row tells whether there is another page.
 *
 * @param endOf where the page ends
 */
export function pageOf<Node>(
  found: readonly Node[],
  first: number,
  endOf: (last: Node, count: number) => string,
): Page<Node> {
  const nodes = found.slice(0, first);
  const last = nodes.at(-1);
  const endCursor = last === undefined ? null : endOf(last, nodes.length);
  return { nodes, pageInfo: { hasNextPage: found.length > first, endCursor } };
}

/** Makes a cursor, which is opaque so that nobody builds on its content. */
export function cursorOf(list: string, at: bigint | number | string): string {
  return Buffer.from(`${list}:${at}`).toString('base64url');
}

/** @throws BAD_USER_INPUT for what is no cursor of the list */
export function readCursor(list: string, cursor: string): number {
  const [at] = readKeyCursor(list, cursor, /^(\d{1,15})$/);
  return Number(at);
}

/**
 * Reads the key in a cursor: the groups of its pattern.
 * @throws BAD_USER_INPUT for what is no cursor of the list
 */
export function readKeyCursor(list: string, cursor: string, pattern: RegExp): string[] {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const key = text.startsWith(`${list}:`) ? pattern.exec(text.slice(list.length + 1)) : null;
  if (key) return key.slice(1);
  return refuse('BAD_USER_INPUT', {
    detail: 'after is no cursor: give the endCursor of the page before.',
    path: ['after'],
  });
}
