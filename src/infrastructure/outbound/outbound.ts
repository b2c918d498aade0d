import type { Tracing } from '../observability/tracing.ts';
import { NameLookups, type Resolve } from './name-lookups.ts';
import { OrgOutbound, type OrgOutboundDeps } from './org-outbound.ts';
import { OutboundConnections } from './outbound-connections.ts';
import { createOwnAddresses, type EndpointSet, type OwnEndpoint } from './own-addresses.ts';
import { createTargets } from './targets.ts';
import { tracedUpstreams } from './traced-upstreams.ts';
import { UpstreamPools, type Upstreams } from './upstream/upstreams.ts';

type OutboundOptions = {
  /** TARGET_ALLOWLIST: targets in private networks that may be called. */
  readonly allowlist: readonly string[];
  /** CONSUMER_TARGET_ALLOWLIST: those that consumers of a portal may have called. None unless given. */
  readonly consumerAllowlist?: readonly string[];
  /** Returns the name of an org, which its entries have. Undefined for an unknown org. */
  readonly orgName?: (orgId: string) => Promise<string | undefined>;
  /** The platform's own inner listeners. They are not called even where their network is allowed. */
  readonly forbidden?: readonly OwnEndpoint[];
  /** The listeners of other processes of the platform. They are not called either. */
  readonly announced?: EndpointSet;
  /**
   * Origins that may be connected to at any address. They are the platform's own GraphQL servers, which know their
   * caller.
   */
  readonly trusted?: ReadonlySet<string>;
  /** Returns every address of a name. The default is the system's look-up, shared fairly. */
  readonly resolve?: Resolve;
  /** The name of the platform in `Via`. Its own listeners refuse requests with it. */
  readonly pseudonym?: string | undefined;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
};

/**
 * Outgoing calls of the platform: to back-ends, registries and GraphQL servers. Used directly, it calls what every org
 * may call.
 */
export class Outbound extends OrgOutbound {
  /** Kept connections that reach allowed addresses only. Each connection is checked after DNS. */
  readonly upstreams: Upstreams;
  readonly #deps: OrgOutboundDeps;
  readonly #consumerDeps: OrgOutboundDeps;

  constructor({
    allowlist,
    consumerAllowlist = [],
    orgName = async () => undefined,
    forbidden = [],
    announced,
    trusted = new Set(),
    resolve = resolveAll,
    pseudonym,
    tracing,
  }: OutboundOptions) {
    const own = createOwnAddresses(forbidden, resolve, announced);
    const guard = { targets: createTargets(allowlist), own, trusted, resolve };
    const connections = new OutboundConnections(guard, orgName);
    const deps = { guard, setting: 'TARGET_ALLOWLIST', connections, orgName, pseudonym, tracing };
    super(deps);
    this.#deps = deps;
    const strict = { ...guard, targets: createTargets(consumerAllowlist), trusted: new Set<string>() };
    this.#consumerDeps = {
      ...deps,
      guard: strict,
      setting: 'CONSUMER_TARGET_ALLOWLIST',
      connections: new OutboundConnections(strict, orgName),
    };
    const upstreams = new UpstreamPools(
      (to, opening) => connections.openUpstream(to, opening),
      connections.areByOrg,
    );
    this.upstreams = tracing ? tracedUpstreams(upstreams, tracing) : upstreams;
  }

  /** @param orgId of its row */
  forOrg(orgId: string): OrgOutbound {
    return new OrgOutbound(this.#deps, orgId);
  }

  /**
   * Returns calls to addresses that consumers of an org's portals give. What the org may call in private networks is not
   * theirs.
   */
  forConsumersOf(orgId: string): OrgOutbound {
    return new OrgOutbound(this.#consumerDeps, undefined, `${orgId} consumers`);
  }

  /** Ends every connection without waiting for answers: calls were stopped before. */
  async close(): Promise<void> {
    this.upstreams.destroy();
    const all = [this.#deps, this.#consumerDeps].map(({ connections }) => connections.destroy());
    await Promise.all(all);
  }
}

/** The look-ups of this process, whose threads all its connections share. */
const names = new NameLookups();
const resolveAll: Resolve = (hostname, asker) => names.of(hostname, asker);
