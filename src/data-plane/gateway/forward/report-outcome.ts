import { timeoutsOf } from '../../../domain/api/api-settings.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { isNoRoom } from '../../../foundation/open-files.ts';
import type { ClientTokens } from '../../../infrastructure/client-credentials/client-tokens.ts';
import { isLate, isUnsendable } from '../../../infrastructure/outbound/upstream/failure.ts';
import { type Call, CallerGone, chosenOf, exchangedTokenOf, upstreamOf } from '../call.ts';
import type { Upstream } from '../route/upstream.ts';
import type { Breakers, Probe } from './breakers.ts';
import type { Outliers } from './outliers.ts';

/** Time for an answer where its API sets none. */
const DEFAULT_ANSWER_MS = timeoutsOf({}).answerMs;

/** Receivers of what calls show of their back-ends. */
export type OutcomeDeps = {
  readonly breakers: Pick<Breakers, 'answered' | 'failed'>;
  readonly outliers: Pick<Outliers, 'record'>;
  readonly backendTokens: Pick<ClientTokens, 'drop'>;
};

/** Reports that the back-end of a call has answered. */
export function reportAnswer(call: Call, status: number, deps: OutcomeDeps): void {
  const { key, target } = upstreamOf(call);
  deps.breakers.answered(key, call.probe);
  if (target) deps.outliers.record(target, status >= 500);
  if (status === 401) dropToken(call, deps);
}

/** Drops the token that the back-end refused. Its issuer may have rotated its keys, or revoked it. */
function dropToken(call: Call, { backendTokens }: OutcomeDeps): void {
  const { grant } = upstreamOf(call);
  if (grant && call.backendToken !== undefined)
    backendTokens.drop(grant, call.backendToken, exchangedTokenOf(call));
}

/** The failure of an attempt to get an answer. */
export type FailedAttempt = {
  readonly error: Error;
  /** The target that the call was for, and the probe that it was there. */
  readonly upstream: Upstream;
  readonly probe: Probe | undefined;
  /** Tells whether anything was sent to the target. */
  readonly isSent: boolean;
};

/** Reports a failure. One whose reason is the caller or the gateway says nothing of the back-end. */
export function reportFailure(
  call: Call,
  { error, upstream: { key, target }, probe, isSent }: FailedAttempt,
  { breakers, outliers }: OutcomeDeps,
): void {
  if (error instanceof CallerGone || error instanceof Refusal) return;
  if (isNoRoom(error) || isUnsendable(error)) return;
  if (target) outliers.record(target, true);
  if (isSent && !isLate(error)) return;
  const isEarly = isLate(error) && chosenOf(call).timeouts.answerMs < DEFAULT_ANSWER_MS;
  breakers.failed(key, { cause: error, isEarly, probe });
}
