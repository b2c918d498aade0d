/** One step of a decision and its result, as data without secrets. */
export type DecisionStep = {
  readonly step: string;
  readonly outcome: 'PASSED' | 'REFUSED';
  readonly facts: Readonly<Record<string, unknown>>;
};
