import { changed, withoutUndefined } from '../../foundation/changed-settings.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type ApiSettingsDraft, type Timeouts, timeoutsFrom } from '../api/api-settings.ts';
import { type Sticky, type StickyDraft, slowStartFrom, stickyFrom } from './balancing.ts';
import { type BackendTls, type BackendTlsDraft, backendTlsFrom } from './client-tls.ts';
import {
  type BackendCredentials,
  type BackendCredentialsDraft,
  credentialsFrom,
  secretOf,
} from './credentials.ts';
import { checkHeaderName, HEADER_VALUE } from './gateway-headers.ts';
import { type HealthCheck, type HealthCheckDraft, healthCheckFrom } from './health-check.ts';

/** An address of a back-end. */
export type BackendTarget = {
  readonly url: string;
  /** Its share of the calls, beside the weights of the others. */
  readonly weight: number;
  /** A drained target gets no new calls. Those under way end as they would. */
  readonly drained: boolean;
};

/** A header of each call to a back-end. It is no secret. */
export type BackendHeader = { readonly name: string; readonly value: string };

/** The settings of a back-end in a catalog. Secrets are in it by their names. */
export type BackendSettings = {
  readonly targets: readonly BackendTarget[];
  readonly credentials: BackendCredentials;
  readonly headers: readonly BackendHeader[];
  /** Time limits in place of those of its APIs. */
  readonly timeouts: Partial<Timeouts>;
  /** Its TLS besides what every back-end has; undefined for none. */
  readonly tls?: BackendTls | undefined;
  /** The check of its targets; undefined for none. */
  readonly healthCheck?: HealthCheck | undefined;
  /** Undefined spreads the calls of each caller over the targets. */
  readonly sticky?: Sticky | undefined;
  /** Seconds in which a new target comes to its full share; undefined for none. */
  readonly slowStartSeconds?: number | undefined;
};

type TargetDraft = {
  readonly url: string;
  readonly weight?: number | null | undefined;
  readonly drained?: boolean | null | undefined;
};

/** Settings as the management API and a manifest take them. Undefined keeps a setting, null resets it. */
type BackendDraft = {
  readonly targets?: readonly TargetDraft[] | null | undefined;
  readonly credentials?: BackendCredentialsDraft | null | undefined;
  readonly headers?: readonly BackendHeader[] | null | undefined;
  readonly timeouts?: ApiSettingsDraft['timeouts'];
  readonly tls?: BackendTlsDraft | null | undefined;
  readonly healthCheck?: HealthCheckDraft | null | undefined;
  readonly sticky?: StickyDraft | null | undefined;
  readonly slowStartSeconds?: number | null | undefined;
};

const NO_CREDENTIALS: BackendCredentials = { type: 'NONE' };
const TARGETS_MAX = 16;
const WEIGHT_MAX = 1_000;
const HEADERS_MAX = 20;
const HEADER_VALUE_MAX = 1_000;

/**
 * Checks and completes the settings of a back-end in a catalog.
 *
 * @param before settings that stay where the draft says nothing; undefined for a back-end that is new to the catalog
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function backendSettings(draft: BackendDraft, before?: BackendSettings): BackendSettings {
  const settings = withoutUndefined<BackendSettings>({
    targets: targetsAfter(draft.targets, before),
    credentials: changed(draft.credentials, before?.credentials, credentialsFrom) ?? NO_CREDENTIALS,
    headers: changed(draft.headers, before?.headers, headersFrom) ?? [],
    timeouts: changed(draft.timeouts, before?.timeouts, timeoutsFrom) ?? {},
    tls: changed(draft.tls, before?.tls, backendTlsFrom),
    healthCheck: changed(draft.healthCheck, before?.healthCheck, healthCheckFrom),
    sticky: changed(draft.sticky, before?.sticky, stickyFrom),
    slowStartSeconds: changed(
      draft.slowStartSeconds,
      before?.slowStartSeconds,
      (seconds) => slowStartFrom(seconds) || undefined,
    ),
  });
  checkOnce(settings);
  checkTlsTargets(settings);
  return settings;
}

/** @throws BAD_USER_INPUT where a target would be shown no certificate, because it is called without TLS */
function checkTlsTargets({ tls, targets }: BackendSettings): void {
  const index = tls ? targets.findIndex(({ url }) => url.startsWith('http:')) : -1;
  if (index >= 0)
    bad('The back-end has settings of TLS, and this target is called without: give an https address.', [
      'input',
      'targets',
      index,
      'url',
    ]);
}

/** A secret that settings refer to, with the path of the member that does. */
type UsedSecret = { readonly name: string; readonly path: readonly string[] };

/** Lists the secrets that a back-end uses. */
export function secretsUsedBy({
  credentials,
  tls,
}: Pick<BackendSettings, 'credentials' | 'tls'>): UsedSecret[] {
  const secret = secretOf(credentials);
  return [
    ...(secret === undefined ? [] : [{ name: secret, path: ['credentials', 'secret'] }]),
    ...(tls?.key ? [{ name: tls.key, path: ['tls', 'key'] }] : []),
  ];
}

/** @throws BAD_USER_INPUT where a header is that of the credentials */
function checkOnce({ credentials, headers }: BackendSettings): void {
  if (credentials.type !== 'HEADER') return;
  const key = credentials.name.toLowerCase();
  const index = headers.findIndex(({ name }) => name.toLowerCase() === key);
  if (index >= 0)
    bad(`The header ${credentials.name} holds the credentials: leave it out here.`, [
      'input',
      'headers',
      index,
      'name',
    ]);
}

function targetsAfter(
  drafts: BackendDraft['targets'],
  before: BackendSettings | undefined,
): readonly BackendTarget[] {
  if (drafts === undefined && before) return before.targets;
  return targetsFrom(drafts ?? []);
}

function targetsFrom(drafts: readonly TargetDraft[]): BackendTarget[] {
  const path = ['input', 'targets'];
  if (drafts.length < 1 || drafts.length > TARGETS_MAX)
    bad(`Give 1 to ${TARGETS_MAX} targets: the addresses that calls are sent to.`, path);
  const targets = drafts.map(({ url, weight, drained }, index) => {
    if (drafts.findIndex((each) => each.url === url) < index)
      bad(`The target ${url} is named twice: leave one out.`, [...path, index, 'url']);
    return { url, weight: weightFrom(weight ?? 1, [...path, index, 'weight']), drained: drained ?? false };
  });
  if (!targets.some(takesCalls))
    bad('No target takes calls: give one a weight above 0, and do not drain it.', path);
  return targets;
}

/** Tells whether a target gets new calls. */
export const takesCalls = ({ weight, drained }: BackendTarget): boolean => weight > 0 && !drained;

function weightFrom(weight: number, path: InputPath): number {
  if (!Number.isInteger(weight) || weight < 0 || weight > WEIGHT_MAX)
    bad(`weight is ${weight}: give a whole number from 0 to ${WEIGHT_MAX}.`, path);
  return weight;
}

function headersFrom(headers: readonly BackendHeader[]): BackendHeader[] {
  const path = ['input', 'headers'];
  if (headers.length > HEADERS_MAX) bad(`Give at most ${HEADERS_MAX} headers.`, path);
  const names = new Set<string>();
  return headers.map(({ name, value }, index) => {
    const key = name.toLowerCase();
    checkHeaderName(name, [...path, index, 'name']);
    if (key === 'authorization')
      bad('Authorization is a secret: give it as credentials, which are never shown.', [
        ...path,
        index,
        'name',
      ]);
    if (names.has(key)) bad(`The header ${name} is named twice: leave one out.`, [...path, index, 'name']);
    names.add(key);
    if (!HEADER_VALUE.test(value) || value.length > HEADER_VALUE_MAX)
      bad(`Give 1 to ${HEADER_VALUE_MAX} characters of visible ASCII, without spaces around them.`, [
        ...path,
        index,
        'value',
      ]);
    return { name, value };
  });
}

const bad = (detail: string, path: InputPath): never => refuse('BAD_USER_INPUT', { detail, path });
