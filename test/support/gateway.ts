import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { CallerBounds } from '../../src/data-plane/gateway/caller-bounds.ts';
import { createGateway, type Gateway } from '../../src/data-plane/gateway/gateway.ts';
import { createResourceMetadata } from '../../src/data-plane/gateway/route/resource-metadata.ts';
import type { Snapshot } from '../../src/data-plane/snapshot/snapshot.ts';
import type { HostNames } from '../../src/domain/addresses/host-names.ts';
import { ownServers } from '../../src/domain/addresses/own-servers.ts';
import type { Clock } from '../../src/foundation/clock.ts';
import type { BrokenRecord } from '../../src/http/broken-requests.ts';
import type { TrustedProxies } from '../../src/http/ingress/client-address.ts';
import type { Endpoint } from '../../src/http/ingress/endpoint.ts';
import {
  createIngress,
  type IngressDeps,
  type IngressHandlers,
} from '../../src/http/ingress/ingress-listener.ts';
import { type ListenAddress, listen as listenAt } from '../../src/http/listeners.ts';
import { plainCalls } from '../../src/http/plain/plain-calls.ts';
import type { ListenTls } from '../../src/http/tls/tls-server.ts';
import type { Counters } from '../../src/infrastructure/limits/calls/rate-limits.ts';
import { Attempts } from '../../src/infrastructure/limits/guesses/attempts.ts';
import type { CallRecord } from '../../src/infrastructure/observability/access-log.ts';
import { served } from '../../src/infrastructure/observability/traced-handler.ts';
import type { Tracing } from '../../src/infrastructure/observability/tracing.ts';
import { Outbound } from '../../src/infrastructure/outbound/outbound.ts';
import { Secrets } from '../../src/infrastructure/secrets/secrets.ts';
import { Registries } from '../../src/infrastructure/user-registries/registries.ts';
import type { RegistryDeps } from '../../src/infrastructure/user-registries/registry-type.ts';
import { noLocalUsers } from './registry.ts';
import { testLimits } from './test-limits.ts';

export type GatewayWorld = {
  readonly url: string;
  readonly port: number;
  readonly gateway: Gateway;
  readonly records: CallRecord[];
  readonly faults: unknown[];
  /** The values of each write of usage. */
  readonly writes: (readonly unknown[])[];
  /** Replaces the snapshot, as a change does. */
  use(snapshot: Snapshot): void;
  /** A call with `fetch`; no redirect is followed. */
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Sends bytes as they are; gives all that came back until the connection ended. */
  send(bytes: string): Promise<string>;
  close(): Promise<void>;
};

type Options = {
  readonly clock?: Clock;
  readonly limits?: Counters;
  readonly portalUrl?: string;
  /** GATEWAY_HOSTS. */
  readonly gatewayHosts?: HostNames;
  /** PORTAL_HOSTS. */
  readonly portalHosts?: HostNames;
  /** Address of the platform's GraphQL servers. */
  readonly graphqlServerUrl?: string;
  readonly tracing?: Tracing;
  readonly onCall?: (record: CallRecord) => void;
  readonly onBroken?: (record: BrokenRecord) => void;
  /** Endpoints for requests that are no calls. */
  readonly endpoints?: readonly Endpoint[];
  readonly isTrustedProxy?: TrustedProxies;
  readonly cleansErrors?: boolean;
  readonly callerBounds?: CallerBounds;
  /** The people of registries of type LOCAL. */
  readonly localUsers?: RegistryDeps['localUsers'] | undefined;
  /** The process is never too busy for rehearsals, unless given. */
  readonly isBusy?: () => boolean;
  readonly query?: (sql: string, values?: readonly unknown[]) => Promise<never[]>;
  /** The certificates of a gateway that speaks HTTPS. */
  readonly tls?: ListenTls;
};

/** Name of these gateways in Via. */
export const PSEUDONYM = 'gatehouse-here';

/** False in runs of the tests of HTTP on Node's parser. Each of them runs on both paths. */
export const readsPlainRequests = process.env['HTTP_PLAIN'] !== 'off';

/** Secrets shared with the other test worlds. Gateways and GraphQL servers know each other by them. */
export const gatewaySecrets = new Secrets('the secret key of these tests, which is long');

/** Address of the portal of these gateways. */
export const PORTAL_URL = 'http://portal.test';

const GATEWAY_URL = 'http://gateway.test';

/** The ingress before a gateway, an OAuth provider or both, as the platform has it. */
export function ingressOf(served: IngressHandlers, deps: Partial<IngressDeps> = {}): RequestListener {
  return createIngress(
    { urls: { gateway: GATEWAY_URL, control: PORTAL_URL }, onFault() {}, ...deps },
    served,
  );
}

type PersonDeps = Pick<Options, 'localUsers'> & { readonly outbound: Outbound; readonly clock: Clock };

/** Dependencies of a gateway that asks user registries. */
export const personDeps = ({ outbound, clock, localUsers = noLocalUsers }: PersonDeps) => ({
  registries: new Registries({ outbound, localUsers }),
  attempts: new Attempts({ clock }),
});

/** A gateway on a socket, over a snapshot made by hand. */
export async function openGateway(first: Snapshot, options: Options = {}): Promise<GatewayWorld> {
  let snapshot = first;
  const [records, faults, writes]: [CallRecord[], unknown[], (readonly unknown[])[]] = [[], [], []];
  const outbound = new Outbound({ allowlist: ['127.0.0.0/8'], tracing: options.tracing });
  const { gatewayHosts, portalHosts, portalUrl = PORTAL_URL, endpoints = [] } = options;
  const urls = { gateway: GATEWAY_URL, control: portalUrl, gatewayHosts, portalHosts };
  const snapshots = { current: () => snapshot };
  const clock = options.clock ?? (() => new Date());
  const gateway = createGateway({
    urls,
    snapshots,
    limits: options.limits ?? testLimits(),
    outbound,
    ...personDeps({ outbound, clock, localUsers: options.localUsers }),
    pseudonym: PSEUDONYM,
    secrets: gatewaySecrets,
    ownServers: ownServers([options.graphqlServerUrl ?? 'http://graphql.test']),
    database: {
      query:
        options.query ??
        (async (_, values = []) => {
          writes.push(values);
          return [];
        }),
      execute: async () => {},
    },
    clock,
    tracing: options.tracing,
    isBusy: options.isBusy ?? (() => false),
    onFault: (fault) => faults.push(fault),
    onCall(record) {
      records.push(record);
      options.onCall?.(record);
    },
    ...(options.callerBounds && { callerBounds: options.callerBounds }),
    ...(options.cleansErrors && { cleansErrors: true }),
  });
  const ingress = ingressOf(
    {
      calls: gateway.handle,
      endpoints: [...endpoints, createResourceMetadata({ snapshots, urls }), gateway.handleRetired],
    },
    {
      urls,
      onFault: (fault) => faults.push(fault),
      ...(options.onBroken && { onBroken: options.onBroken }),
      ...(options.isTrustedProxy && { isTrustedProxy: options.isTrustedProxy }),
    },
  );
  const { url, port, close } = await listen(served(options.tracing, ingress), {
    takesPlain: readsPlainRequests ? plainCalls({ gatewayHosts }, gateway) : undefined,
    ...(options.onBroken && { onBroken: options.onBroken }),
    tls: options.tls,
  });
  return {
    url,
    port,
    gateway,
    records,
    faults,
    writes,
    use(next) {
      snapshot = next;
    },
    call: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
    send: (bytes) => sent(port, bytes),
    async close() {
      await close();
      await gateway.close();
      await outbound.close();
    },
  };
}

export type Listening = { readonly url: string; readonly port: number; close(): Promise<void> };

/** A listener as the platform's gateway has one, on a free port. */
export async function listen(
  handler: RequestListener,
  options: Pick<ListenAddress, 'onBroken' | 'takesPlain' | 'tls'> = {},
): Promise<Listening> {
  const { port, close } = await listenAt(handler, {
    host: '127.0.0.1',
    port: 0,
    setting: 'PORT',
    isStrict: true,
    ...options,
  });
  return { url: `http://127.0.0.1:${port}`, port, close };
}

function sent(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
  });
}

/** The problem that an answer tells. */
export async function problemOf(response: Response) {
  const { code, detail, status } = await response.json();
  return { status: response.status, bodyStatus: status, code, detail };
}
