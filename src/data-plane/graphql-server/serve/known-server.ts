import type { BuildOutcome } from '../build/build-outcome.ts';
import type { EndpointAccess } from './endpoint-access.ts';

type Failed = { readonly revision: number; readonly failure: string };

/** What is known of a server without building it. */
export type KnownServer = Pick<EndpointAccess, 'id' | 'orgId'> & {
  state: BuildOutcome['state'];
  /** The revision that calls can be answered by; null before the first was built. */
  servable: number | null;
  /** A revision that could not be built, and why. */
  failed?: Failed;
  /** A revision that was built, and yet cannot be served. */
  unusable?: Failed;
  /** Why its policies cannot be read: nobody is let through. */
  policyFault?: string | undefined;
};

/** Tells whether calls can be answered by what was built last, as far as is known. */
export const isServable = ({ servable, unusable, policyFault }: KnownServer): boolean =>
  servable !== null && unusable?.revision !== servable && policyFault === undefined;
