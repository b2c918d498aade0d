/** Bounds of callers. */
export type CallerBounds = {
  /** Least rate of bodies and of answers, in bytes a second. 0 asks for none. */
  readonly minBodyRate: number;
  /** Concurrent calls of one address to the open APIs of an org. */
  readonly anonymousCallsMax: number;
};

export const defaultCallerBounds: CallerBounds = { minBodyRate: 500, anonymousCallsMax: 100 };
