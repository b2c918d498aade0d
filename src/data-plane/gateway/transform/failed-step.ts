import type { JsonFault } from '../../../domain/json-expression/transform-json.ts';
import { type Refusal, refusal } from '../../../foundation/errors.ts';

/** The reason that a step cannot be taken. */
type StepFault = 'EXPRESSION' | 'VALUE' | 'PATH' | 'UNREADABLE' | JsonFault;

type FailedStep = {
  /** Its JSON pointer in the settings of the API. */
  readonly step: string;
  readonly fault: StepFault;
  /** The code of JSONata. */
  readonly code?: string | undefined;
};

/** Refuses a call whose step cannot be taken. The caller is not told the step, which is the provider's. */
export const transformationFailed = ({ step, fault, code }: FailedStep): Refusal =>
  refusal('TRANSFORMATION_FAILED', { facts: code === undefined ? { step, fault } : { step, fault, code } });
