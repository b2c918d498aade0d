import { refuse } from '../../foundation/errors.ts';

/** States of a change request. */
export const changeRequestStates = {
  PROPOSED: 'It waits for approvals.',
  APPROVED: 'It has the approvals that it needs, and waits to be committed.',
  SCHEDULED: 'It has the approvals that it needs, and is committed at its time.',
  RUNNING: 'It was committed, and moves subscriptions in waves.',
  HALTED: 'A wave was halted, and all is as it was before. It can be committed again.',
  DONE: 'It was committed: what was reviewed took place.',
  STALE: 'It was not committed, since it would have done something else than what was reviewed.',
  FAILED: 'It was not committed, since a rule refused it, or its proposer may not do it any more.',
  REJECTED: 'Somebody who reviewed it refused it.',
  CANCELLED: 'Its proposer or an administrator took it back.',
  EXPIRED: 'Nobody committed it in time.',
} as const;
export type ChangeRequestState = keyof typeof changeRequestStates;

export const changeRequestStateNames = Object.keys(changeRequestStates) as ChangeRequestState[];

/** States of a request that can still be committed. */
export const openStates = [
  'PROPOSED',
  'APPROVED',
  'SCHEDULED',
] as const satisfies readonly ChangeRequestState[];

export const isOpen = (state: ChangeRequestState): boolean => openStates.some((open) => open === state);

/** States in which a request counts among those that an org has at once. */
export const unfinishedStates = [...openStates, 'RUNNING'] as const satisfies readonly ChangeRequestState[];

type ActedOn = { readonly number: number; readonly state: ChangeRequestState; readonly expiresAt: Date };

/** @throws TRANSITION_REFUSED where the request is closed, or its time is over */
export function checkOpen({ number, state, expiresAt }: ActedOn, now: Date): void {
  const path = ['input', 'number'];
  if (state === 'RUNNING')
    refuse('TRANSITION_REFUSED', {
      detail: `The waves of change request ${number} run: halt them with \`haltChange\`.`,
      path,
    });
  if (!isOpen(state))
    refuse('TRANSITION_REFUSED', {
      detail: `Change request ${number} is ${state}: propose the change again.`,
      path,
    });
  if (expiresAt <= now)
    refuse('TRANSITION_REFUSED', {
      detail: `Change request ${number} ended on ${expiresAt.toISOString()}: propose the change again.`,
      path,
    });
}

/** Tells whether a request can be committed. One that was halted can: the world is as it was reviewed. */
export const isCommittable = (state: ChangeRequestState): boolean => isOpen(state) || state === 'HALTED';

/** @throws TRANSITION_REFUSED where the request cannot be committed */
export const checkCommittable = (request: ActedOn, now: Date): void =>
  checkOpen(request.state === 'HALTED' ? { ...request, state: 'APPROVED' } : request, now);

/** @throws TRANSITION_REFUSED where no waves run */
export function checkRunning({ number, state }: Pick<ActedOn, 'number' | 'state'>): void {
  if (state === 'RUNNING') return;
  refuse('TRANSITION_REFUSED', {
    detail: `Change request ${number} is ${state}: it has no waves that run.`,
    path: ['input', 'number'],
  });
}

type Progress = { readonly isApproved: boolean; readonly scheduledAt: Date | null };

/** State of an open request. */
export function openStateOf({ isApproved, scheduledAt }: Progress): ChangeRequestState {
  if (!isApproved) return 'PROPOSED';
  return scheduledAt === null ? 'APPROVED' : 'SCHEDULED';
}
