import { LRUCache } from 'lru-cache';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { RegistryBreaker } from './registry-breaker.ts';
import type { AuthenticationResult, RegistryPerson } from './registry-type.ts';
import type { UserRegistryType } from './types.ts';
import { userRegistryTypes } from './types.ts';

export type RegistrySettings = { readonly type: UserRegistryType; readonly url: string };
/** A registry with its identity. Two registries of the same address, of two orgs, are independent. */
export type IdentifiedRegistry = RegistrySettings & { readonly id: string; readonly orgId: string };

/** Asks a user registry to authenticate a person, whatever its earlier results. */
export function authenticate(
  { type, url }: RegistrySettings,
  person: RegistryPerson,
  outbound: OrgOutbound,
): Promise<AuthenticationResult> {
  return userRegistryTypes[type].authenticate(url, person, outbound);
}

/** Registries whose state is kept. Beyond that, the least recently used one starts anew. */
const REGISTRIES_MAX = 1_000;

/** The user registries for code that signs people in. */
export class Registries {
  readonly #outbound: Outbound;
  readonly #breakers = new LRUCache<string, RegistryBreaker>({ max: REGISTRIES_MAX });

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Asks as `authenticate` does, but spares a busy or failing registry. The result is then UNAVAILABLE. */
  authenticate(registry: IdentifiedRegistry, person: RegistryPerson): Promise<AuthenticationResult> {
    return this.#breakerOf(registry).ask(person.username, () =>
      authenticate(registry, person, this.#outbound.forOrg(registry.orgId)),
    );
  }

  #breakerOf({ id, type }: IdentifiedRegistry): RegistryBreaker {
    const breaker = this.#breakers.get(id) ?? new RegistryBreaker(userRegistryTypes[type]);
    this.#breakers.set(id, breaker);
    return breaker;
  }
}
