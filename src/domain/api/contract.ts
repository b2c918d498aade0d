/** Checks of requests against the document of an API. `MEASURE` counts what breaks it and lets it pass. */
export const requestChecks = ['OFF', 'MEASURE', 'ENFORCE'] as const;
export type RequestCheck = (typeof requestChecks)[number];

/** The checks of an API's calls against its OpenAPI document. */
export type Contract = {
  readonly requests: RequestCheck;
};

/** A contract as the management API and a manifest take it. */
export type ContractDraft = {
  readonly requests?: RequestCheck | null | undefined;
};

/** Completes a contract. Undefined is one that checks nothing. */
export function contractFrom({ requests }: ContractDraft): Contract | undefined {
  return requests == null || requests === 'OFF' ? undefined : { requests };
}
