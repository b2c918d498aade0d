import type { SecurityDefinition } from '../../../../domain/api/security/types.ts';
import type { Refusal } from '../../../../foundation/errors.ts';
import type { Call } from '../../call.ts';
import type { AdmissionDeps } from '../step.ts';

/** A type of security definition at admission. It reads who calls, and refuses calls that lack a proof. */
export type SecurityCheck<Definition extends SecurityDefinition> = {
  /**
   * Sets the client of a call that shows credentials of this type.
   *
   * @returns false when it shows none; a promise only when there is something to wait for
   */
  identify(call: Call, deps: AdmissionDeps): boolean | Promise<void>;
  /** The refusal of a call that does not meet a definition; undefined when it does. */
  refusal(requirement: Requirement<Definition>, call: Call, deps: AdmissionDeps): Refusal | undefined;
};

/** A part of a security alternative, by the type of its definition. */
export type Requirement<Definition extends SecurityDefinition> = {
  readonly definition: Definition;
  readonly scopes: readonly string[];
};
