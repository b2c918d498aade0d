import type { BuildOutcome } from '../build/build-outcome.ts';
import type { EndpointAccess } from './endpoint-access.ts';

type Failed = { readonly revision: number; readonly failure: string };

/** Facts of a server that are known without building it. */
export type KnownServer = Pick<EndpointAccess, 'id' | 'orgId'> & {
  state: BuildOutcome['state'];
  /** The revision that calls can be answered by; null before the first was built. */
  servable: number | null;
  /** A revision that could not be built, and why. */
  failed?: Failed;
  /** A revision that was built, and yet cannot be served. */
  unusable?: Failed;
  /** The fault of policies that cannot be read. Nobody is let through. */
  policyFault?: string | undefined;
};

/** Tells whether the last build can answer calls, as far as is known. */
export const isServable = ({ servable, unusable, policyFault }: KnownServer): boolean =>
  servable !== null && unusable?.revision !== servable && policyFault === undefined;
