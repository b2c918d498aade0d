/** Orgs whose items are worked on side by side. */
const ORGS_AT_ONCE = 8;

/** An item of work for an org. */
type OrgItem = { readonly orgId: string };

/**
 * Works on items of each org one after another, a few orgs side by side.
 *
 * So no org waits for the items of another. Once it is late, each org begins its first item alone. The rest is for the
 * next time.
 */
export async function workByOrg<Item extends OrgItem>(
  items: readonly Item[],
  isLate: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const ofOrgs = new Map<string, Item[]>();
  for (const item of items) {
    const ofOrg = ofOrgs.get(item.orgId) ?? [];
    ofOrgs.set(item.orgId, ofOrg);
    ofOrg.push(item);
  }
  // One iterator for all: each org is taken once.
  const orgs = ofOrgs.values();
  async function workOnOrgs(): Promise<void> {
    for (const [first, ...others] of orgs) {
      if (first) await work(first);
      for (const item of others) {
        if (isLate()) break;
        await work(item);
      }
    }
  }
  await Promise.all(Array.from({ length: ORGS_AT_ONCE }, workOnOrgs));
}
