import { LRUCache } from 'lru-cache';

/** Addresses that are told apart, and the characters of all of them. */
const ADDRESSES_MAX = 1_000;
const CHARACTERS_MAX = 200_000;

/** The newest changes of what is at the addresses of an org. (RFC 9111 §4.4) */
export class AddressChanges {
  readonly #changes = new LRUCache<string, number>({
    max: ADDRESSES_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_change, address) => address.length,
    dispose: (change, _address, reason) => {
      if (reason === 'evict') this.#forgotten = Math.max(this.#forgotten, change);
    },
  });
  /** The newest change whose address is forgotten. It may have been any: older answers are not given again. */
  #forgotten = 0;
  #last = 0;

  /** The number of changes so far. */
  get last(): number {
    return this.#last;
  }

  note(address: string): void {
    this.#last += 1;
    this.#changes.set(address, this.#last);
  }

  /** Tells whether an address may have changed since so many changes. */
  isChanged(address: string, since: number): boolean {
    return since < (this.#changes.get(address) ?? this.#forgotten);
  }
}
