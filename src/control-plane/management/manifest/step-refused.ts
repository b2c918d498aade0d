import type { ManifestFault } from '../../../domain/manifest/manifest-fault.ts';

/** A refused step of a manifest, with its path and code. */
export class StepRefused extends Error {
  override readonly name = 'StepRefused';
  readonly fault: ManifestFault;
  constructor(fault: ManifestFault) {
    super(fault.message);
    this.fault = fault;
  }
}
