import type { SecurityDefinition } from '../../../../domain/api/security/types.ts';
import type { Refusal } from '../../../../foundation/errors.ts';
import type { Call } from '../../call.ts';
import type { AdmissionDeps } from '../step.ts';

/** A type of security definition at admission: what it tells of the caller, and what it asks of a call. */
export type SecurityCheck<Definition extends SecurityDefinition> = {
  /**
   * Sets the client of a call that shows credentials of this type.
   *
   * @returns false when it shows none; a promise only when there is something to wait for
   */
  identify(call: Call, deps: AdmissionDeps): boolean | Promise<void>;
  /** What a call lacks for a definition; undefined when it meets it. */
  refusal(requirement: Requirement<Definition>, call: Call, deps: AdmissionDeps): Refusal | undefined;
};

export type Requirement<Definition extends SecurityDefinition> = {
  readonly definition: Definition;
  readonly scopes: readonly string[];
};
