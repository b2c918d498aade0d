import type { Socket } from 'node:net';
import { Counts } from '../foundation/counts.ts';

/** Names the network that a connection counts under; undefined where callers may share its address. */
export type NetworkOf = (socket: Socket) => string | undefined;

type Bounds = {
  readonly max: number;
  readonly maxOfNetwork: number;
  readonly networkOf: NetworkOf;
};

/** Counts what is open at the same time, in all and of each network. */
export class NetworkShares {
  readonly #bounds: Bounds;
  readonly #ofNetwork = new Counts();
  #open = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Takes a place. @returns how to give it back, once; or the bound that is met */
  enter(socket: Socket): (() => void) | 'ALL' | 'NETWORK' {
    const { max, maxOfNetwork, networkOf } = this.#bounds;
    const network = networkOf(socket);
    const count = network === undefined ? 0 : this.#ofNetwork.of(network);
    if (count >= maxOfNetwork) return 'NETWORK';
    if (this.#open >= max) return 'ALL';
    this.#open += 1;
    if (network !== undefined) this.#ofNetwork.add(network);
    return () => this.#leave(network);
  }

  #leave(network: string | undefined): void {
    this.#open -= 1;
    if (network !== undefined) this.#ofNetwork.remove(network);
  }
}
