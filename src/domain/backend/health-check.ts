import { type InputPath, refuse } from '../../foundation/errors.ts';

/** A regular request to each target of a back-end. It decides whether the target gets calls. */
export type HealthCheck = {
  /** Path and query on the target's host. */
  readonly path: string;
  readonly intervalSeconds: number;
  readonly timeoutMs: number;
  /** Good answers in a row that make an unhealthy target healthy. */
  readonly healthyAfter: number;
  /** Failures in a row that make a healthy target unhealthy. */
  readonly unhealthyAfter: number;
  /** The status of a good answer; null takes 200 to 299. */
  readonly expectedStatus: number | null;
};

/** A health check as the management API and a manifest take it. */
export type HealthCheckDraft = { readonly path: string } & {
  readonly [Member in Exclude<keyof HealthCheck, 'path'>]?: number | null | undefined;
};

/** The states of a target by its health checks. A target without a result gets calls. */
const targetHealthStates = ['UNKNOWN', 'HEALTHY', 'UNHEALTHY'] as const;
export type TargetHealthState = (typeof targetHealthStates)[number];

/** The health of a target as its gateways share it. */
export type TargetHealth = {
  readonly url: string;
  readonly state: TargetHealthState;
  /** Start of the state, or of the time that the target gets calls. */
  readonly since: Date;
  /** The reason of an unhealthy state; null in any other. */
  readonly fault: string | null;
};

/** The results of a target so far. */
export type HealthTally = {
  readonly state: TargetHealthState;
  /** Results in a row that speak against the state. */
  readonly streak: number;
};

type Bounds = { readonly least: number; readonly most: number; readonly byDefault: number };
export const healthCheckBounds = {
  intervalSeconds: { least: 1, most: 300, byDefault: 10 },
  timeoutMs: { least: 50, most: 10_000, byDefault: 2_000 },
  healthyAfter: { least: 1, most: 10, byDefault: 2 },
  unhealthyAfter: { least: 1, most: 10, byDefault: 3 },
} as const satisfies Record<string, Bounds>;

/** A path of visible ASCII, with its query. (RFC 9112 §3.2.1) */
const PATH = /^\/(?!\/)[\x21\x22\x24-\x7e]{0,1999}$/;
const at = (member: keyof HealthCheck): InputPath => ['input', 'healthCheck', member];

/** @throws BAD_USER_INPUT, with the path of the member at fault */
export function healthCheckFrom(draft: HealthCheckDraft): HealthCheck {
  const { path, expectedStatus = null } = draft;
  if (!PATH.test(path))
    bad('Give a path from the root of the host, such as `/healthz`: up to 2000 visible characters.', 'path');
  if (
    expectedStatus !== null &&
    !(Number.isInteger(expectedStatus) && expectedStatus >= 200 && expectedStatus <= 599)
  )
    bad(`expectedStatus is ${expectedStatus}: give a status from 200 to 599, or none.`, 'expectedStatus');
  const check = {
    path,
    intervalSeconds: within(draft, 'intervalSeconds'),
    timeoutMs: within(draft, 'timeoutMs'),
    healthyAfter: within(draft, 'healthyAfter'),
    unhealthyAfter: within(draft, 'unhealthyAfter'),
    expectedStatus,
  };
  if (check.timeoutMs > check.intervalSeconds * 1_000)
    bad('timeoutMs is longer than the interval: give a shorter one, or a longer interval.', 'timeoutMs');
  return check;
}

function within(draft: HealthCheckDraft, member: keyof typeof healthCheckBounds): number {
  const { least, most, byDefault } = healthCheckBounds[member];
  const value = draft[member] ?? byDefault;
  if (!Number.isInteger(value) || value < least || value > most)
    bad(`${member} is ${value}: give a whole number from ${least} to ${most}.`, member);
  return value;
}

/** Adds a result to a target's tally. The first good one is enough for a target without a result. */
export function tallyAfter(
  { state, streak }: HealthTally,
  isGood: boolean,
  { healthyAfter, unhealthyAfter }: Pick<HealthCheck, 'healthyAfter' | 'unhealthyAfter'>,
): HealthTally {
  if (isGood && state === 'UNKNOWN') return { state: 'HEALTHY', streak: 0 };
  if (isGood === (state !== 'UNHEALTHY')) return { state, streak: 0 };
  if (streak + 1 < (isGood ? healthyAfter : unhealthyAfter)) return { state, streak: streak + 1 };
  return { state: isGood ? 'HEALTHY' : 'UNHEALTHY', streak: 0 };
}

/** Tells whether an answer to a health check is good. */
export const isGoodStatus = (status: number, { expectedStatus }: Pick<HealthCheck, 'expectedStatus'>) =>
  expectedStatus === null ? status >= 200 && status <= 299 : status === expectedStatus;

const bad = (detail: string, member: keyof HealthCheck): never =>
  refuse('BAD_USER_INPUT', { detail, path: at(member) });
