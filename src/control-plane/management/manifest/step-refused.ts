import type { ManifestFault } from '../../../domain/manifest/manifest-fault.ts';

/** A step that is refused, with its place. */
export class StepRefused extends Error {
  override readonly name = 'StepRefused';
  readonly fault: ManifestFault;
  constructor(fault: ManifestFault) {
    super(fault.message);
    this.fault = fault;
  }
}
