import type { MeterFault } from '../../../domain/api/meters.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { type Call, chosenOf } from '../call.ts';

const words: Readonly<Record<MeterFault, string>> = {
  MISSING: 'tells none',
  INVALID: 'tells what is no number from 0 to 2147483647',
  UNREADABLE: 'has a body that cannot be read',
};

/** One fault is told in so long, of all APIs. The others are counted. */
const TOLD_EVERY_MS = 60_000;

/** Answers whose units could not be told. They are counted, and now and then one is told. */
export class MeterFaults {
  readonly #clock: Clock;
  readonly #tell: (fault: Error) => void;
  readonly #counts: Record<MeterFault, number> = { MISSING: 0, INVALID: 0, UNREADABLE: 0 };
  #tellAt = 0;

  constructor({ clock, onFault }: { readonly clock: Clock; readonly onFault: (fault: Error) => void }) {
    this.#clock = clock;
    this.#tell = onFault;
  }

  note(call: Call, { meter, fault }: { readonly meter: string; readonly fault: MeterFault }): void {
    this.#counts[fault] += 1;
    const now = this.#clock().getTime();
    if (now < this.#tellAt) return;
    this.#tellAt = now + TOLD_EVERY_MS;
    const api = `${versionedName(chosenOf(call).api)} in ${call.catalog.path}`;
    this.#tell(
      new Error(`An answer of ${api} to be metered by ${meter} ${words[fault]}: the call counts as none.`),
    );
  }

  counts(): Readonly<Record<MeterFault, number>> {
    return { ...this.#counts };
  }
}
