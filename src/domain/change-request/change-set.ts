import { createHash } from 'node:crypto';

/**
 * The items of a change set. Each names something that changes, and has digests of its members before and after. A
 * digest of the whole set is what reviewers approve.
 */
export type ChangeItems = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The beginning of the names of items that are subscriptions. */
export const SUBSCRIPTIONS = 'subscriptions ';

/** Leaves subscriptions out where the change may move whoever is subscribed by then. */
export const comparedItems = (items: ChangeItems, anySubscribers: boolean): ChangeItems =>
  anySubscribers
    ? Object.fromEntries(Object.entries(items).filter(([name]) => !name.startsWith(SUBSCRIPTIONS)))
    : items;

/** A difference from what was reviewed. */
export type Movement = {
  readonly item: string;
  /** ADDED: the change would do it too. GONE: it would do it no more. CHANGED: it would do it differently. */
  readonly kind: 'ADDED' | 'GONE' | 'CHANGED';
  /** The members that are different. */
  readonly members: readonly string[];
};

/** Movements that are told; beyond them the world is another anyway. */
const MOVEMENTS_MAX = 100;

/** Compares what a change would do with what was reviewed. */
export function movements(reviewed: ChangeItems, now: ChangeItems): Movement[] {
  const found: Movement[] = [];
  for (const item of [...new Set([...Object.keys(reviewed), ...Object.keys(now)])].sort()) {
    const [before, after] = [reviewed[item], now[item]];
    if (!before) found.push({ item, kind: 'ADDED', members: Object.keys(after ?? {}) });
    else if (!after) found.push({ item, kind: 'GONE', members: Object.keys(before) });
    else {
      const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
      const members = all.filter((member) => before[member] !== after[member]);
      if (members.length > 0) found.push({ item, kind: 'CHANGED', members });
    }
  }
  return found.slice(0, MOVEMENTS_MAX);
}

/** Writes JSON with members in order. Equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}

/** The digest of a change set, which reviewers approve. */
export const hashOf = (items: ChangeItems): string =>
  createHash('sha256').update(canonicalJson(items)).digest('base64url');
