import { bulkhead, type IPolicy } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { FairCache } from '../../foundation/fair-cache.ts';
import { FewATurn } from '../../foundation/few-a-turn.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { OpenIdIssuers } from './open-id-issuers.ts';
import { RegistryBreaker } from './registry-breaker.ts';
import type {
  AuthenticationResult,
  RedirectedSignIn,
  RedirectSignIn,
  RegistryAccess,
  RegistryDeps,
  RegistryPerson,
} from './registry-type.ts';
import type { UserRegistryType } from './types.ts';
import { userRegistryTypes } from './types.ts';

/** A registry with its identity. Two registries of the same address, of two orgs, are independent. */
export type IdentifiedRegistry = RegistryAccess & { readonly type: UserRegistryType };

/** Asks a user registry to authenticate a person, whatever its earlier results. */
export function authenticate(
  { type, ...access }: IdentifiedRegistry,
  person: RegistryPerson,
  deps: RegistryDeps,
): Promise<AuthenticationResult> {
  return userRegistryTypes[type].authenticate(access, person, deps);
}

/** Persons that all registries of an org are asked about at once. A directory has a connection for each. */
const ORG_AT_ONCE_MAX = 128;
const ORG_WAITING_MAX = 4_096;
/** Orgs whose state is kept. Beyond that, the least recently used one starts anew. */
const ORGS_MAX = 1_000;
/** The memory that the breaker of a registry takes, and that of all. */
const BREAKER_BYTES = 8_192;
const BREAKERS = { bytesMax: 16 * 1024 * 1024, bytesMaxOfOrg: 2 * 1024 * 1024 };

type RegistriesDeps = Pick<RegistryDeps, 'localUsers'> & { readonly outbound: Outbound };

/** The user registries for code that signs people in. */
export class Registries {
  readonly #deps: RegistriesDeps;
  readonly #orgs = new LRUCache<string, IPolicy>({ max: ORGS_MAX });
  readonly #issuers = new OpenIdIssuers();
  readonly #breakers = new FairCache<RegistryBreaker>(BREAKERS, () => BREAKER_BYTES);
  /** Requests that begin. A connection takes a millisecond, and an org may have a hundred that end in one moment. */
  readonly #beginning = new FewATurn();

  constructor(deps: RegistriesDeps) {
    this.#deps = deps;
  }

  /** Asks as `authenticate` does, but spares a busy or failing registry. The result is then UNAVAILABLE. */
  authenticate(registry: IdentifiedRegistry, person: RegistryPerson): Promise<AuthenticationResult> {
    const { outbound, localUsers } = this.#deps;
    const deps = { outbound: outbound.forOrg(registry.orgId), localUsers };
    return this.#breakerOf(registry).ask(person.username, () =>
      this.#inOrg(registry, () => authenticate(registry, person, deps)),
    );
  }

  /** Returns the address of a registry's pages for a browser. @throws IssuerFault when it cannot be asked now */
  signInUrl(
    registry: IdentifiedRegistry,
    signIn: RedirectedSignIn & { readonly isAnew: boolean },
  ): Promise<string> {
    // Whoever asks at the same time waits for one request, so that no slow registry takes the turns of another.
    return redirectOf(registry).urlFor(registry, signIn, this.#redirectDeps(registry));
  }

  /** Finds who has signed in at a registry's pages. A busy or failing registry is spared. */
  finishSignIn(
    registry: IdentifiedRegistry,
    signIn: RedirectedSignIn & { readonly query: string },
  ): Promise<AuthenticationResult> {
    return this.#breakerOf(registry).ask(signIn.state, () =>
      this.#inOrg(registry, () =>
        redirectOf(registry).finish(registry, signIn, this.#redirectDeps(registry)),
      ),
    );
  }

  #redirectDeps({ orgId }: IdentifiedRegistry) {
    return { outbound: this.#deps.outbound.forOrg(orgId), issuers: this.#issuers };
  }

  #inOrg<Result>({ orgId }: IdentifiedRegistry, work: () => Promise<Result>): Promise<Result> {
    const bulkheadOfOrg = this.#orgs.get(orgId) ?? bulkhead(ORG_AT_ONCE_MAX, ORG_WAITING_MAX);
    this.#orgs.set(orgId, bulkheadOfOrg);
    return bulkheadOfOrg.execute(async () => {
      await new Promise<void>((begin) => this.#beginning.add(begin));
      return work();
    });
  }

  #breakerOf({ id, orgId, type }: IdentifiedRegistry): RegistryBreaker {
    const known = this.#breakers.known(orgId, id);
    if (known) return known;
    const made = new RegistryBreaker(userRegistryTypes[type]);
    this.#breakers.keep(orgId, id, made);
    return made;
  }
}

/** @throws TypeError for a registry that is asked about passwords */
function redirectOf({ type }: IdentifiedRegistry): RedirectSignIn {
  const { redirect } = userRegistryTypes[type];
  if (!redirect) throw new TypeError(`Nobody is sent to a registry of type ${type}.`);
  return redirect;
}
