/**
 * Room that orgs share.
 *
 * Each has at most half of what the others leave, so that there is some for whoever comes.
 */
export class SharedRoom {
  readonly #max: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place. False where the org has its share. */
  take(orgId: string): boolean {
    const own = this.#taken.get(orgId) ?? 0;
    if (own >= Math.ceil((this.#max - (this.#all - own)) / 2)) return false;
    this.#taken.set(orgId, own + 1);
    this.#all += 1;
    return true;
  }
}
