/** The outcome of a root field. Those of an answer are in the order in which they were there. */
export type Outcome = {
  readonly responseName: string;
  readonly settle: () => unknown;
  /** Rounds of microtasks since the outcome before. Undefined where a turn of the event loop lies between. */
  readonly rounds: number | undefined;
};
