import { valueAt } from '../../../foundation/json-pointer.ts';
import type { ServedMeter } from '../../snapshot/served-meter.ts';

/** The values that pointers of meters find in one JSON text after another. The last of each counts. */
export class PointedValues {
  readonly #meters: readonly ServedMeter[];
  readonly #found: unknown[];

  constructor(meters: readonly ServedMeter[]) {
    this.#meters = meters;
    this.#found = meters.map(() => undefined);
  }

  /** Returns the value that a meter's pointer has found; undefined for none. */
  of(meter: number): unknown {
    return this.#found[meter];
  }

  /** Looks into an event. Most of a stream tell nothing, and are not parsed. */
  glance(event: string): void {
    if (this.#meters.some((meter) => mayTell(event, meter))) this.see(event);
  }

  /**
   * Looks into a JSON text.
   *
   * @returns false for text that is none
   */
  see(text: string): boolean {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return false;
    }
    for (const [at, { pointer }] of this.#meters.entries()) {
      const value = pointer && valueAt(body, pointer);
      if (value !== undefined && value !== null) this.#found[at] = value;
    }
    return true;
  }
}

const mayTell = (event: string, { pointer, member }: ServedMeter) =>
  pointer !== undefined && (member === undefined || event.includes(member) || event.includes('\\u'));
