import type { CallMeter } from './call-meter.ts';
import type { CountedLimit } from './counted-limit.ts';

/** The metering of a call: what is reserved for it before, and what it used. */
export type Metering = {
  readonly meter: CallMeter;
  /** The usage limits of its plan, with the units that are reserved of each. */
  reserved: readonly CountedLimit[];
  /** The reservation, where it had to wait. */
  reserving: Promise<void> | undefined;
};
