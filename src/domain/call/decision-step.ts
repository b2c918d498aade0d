/** One step of a decision, and what it found: data, without a secret. */
export type DecisionStep = {
  readonly step: string;
  readonly outcome: 'PASSED' | 'REFUSED';
  readonly facts: Readonly<Record<string, unknown>>;
};
