import { graphql } from '../../graphql.ts';
import type { DoneKey } from '../parts/done-notice.tsx';
import { type PrefilledMutation, prefilled } from '../parts/prefilled.ts';
import type { Actions } from '../parts/run-action.ts';
import type { ShownRequest } from './request-query.ts';

const APPROVE = graphql(
  `mutation ApproveChange($input: ApproveChangeInput!) { approveChange(input: $input) { number } }`,
);
const REJECT = graphql(
  `mutation RejectChange($input: RejectChangeInput!) { rejectChange(input: $input) { number } }`,
);
const CANCEL = graphql(
  `mutation CancelChange($input: ChangeRequestInput!) { cancelChange(input: $input) { number } }`,
);
const COMMIT = graphql(
  `mutation CommitChange($input: ChangeRequestInput!) { commitChange(input: $input) { number } }`,
);
const COMMENT = graphql(
  `mutation CommentOnChange($input: CommentOnChangeInput!) { commentOnChange(input: $input) { number } }`,
);
const SCHEDULE = graphql(
  `mutation ScheduleChange($input: ScheduleChangeInput!) { scheduleChange(input: $input) { number } }`,
);
const HALT = graphql(
  `mutation HaltChange($input: HaltChangeInput!) { haltChange(input: $input) { number } }`,
);
const ADVANCE = graphql(
  `mutation AdvanceChange($input: AdvanceChangeInput!) { advanceChange(input: $input) { number } }`,
);
export const PROPOSE = graphql(
  `mutation ProposeChange($input: ProposeChangeInput!) { proposeChange(input: $input) { number } }`,
);

export const DECISION_FIELDS = ['action', 'hash', 'reason', 'text', 'at', 'timeZone', 'wave'] as const;
type Form = Readonly<Record<(typeof DECISION_FIELDS)[number], string>>;
type Target = { readonly org: string; readonly request: ShownRequest };
/** The request to show next, with what is told of it. */
type Decided = { readonly number: number; readonly done: DoneKey };

const named = ({ org, request: { number } }: Target) => ({ org, number });

/** The buttons of the page of a change request. The hash is that of the page that was read. */
export const decisions: Actions<Target, Form, Decided> = {
  async approve(run, target, { hash }) {
    await run(APPROVE, { input: { ...named(target), hash } });
    return { number: target.request.number, done: 'changeApproved' };
  },
  async reject(run, target, { reason }) {
    await run(REJECT, { input: { ...named(target), reason: reason.trim() || null } });
    return { number: target.request.number, done: 'changeRejected' };
  },
  async cancel(run, target) {
    await run(CANCEL, { input: named(target) });
    return { number: target.request.number, done: 'changeCancelled' };
  },
  async commit(run, target) {
    await run(COMMIT, { input: named(target) });
    const { waves } = target.request;
    return { number: target.request.number, done: waves.length > 0 ? 'wavesBegun' : 'changeDone' };
  },
  async halt(run, target) {
    await run(HALT, { input: named(target) });
    return { number: target.request.number, done: 'wavesHalted' };
  },
  async advance(run, target, { wave }) {
    await run(ADVANCE, { input: { ...named(target), wave: Number(wave) } });
    return { number: target.request.number, done: 'wavesAdvanced' };
  },
  async comment(run, target, { text }) {
    await run(COMMENT, { input: { ...named(target), text } });
    return { number: target.request.number, done: 'changeCommented' };
  },
  async schedule(run, target, { at, timeZone }) {
    const schedule = { at: at.trim(), timeZone: timeZone.trim() || 'UTC' };
    await run(SCHEDULE, { input: { ...named(target), schedule } });
    return { number: target.request.number, done: 'changeScheduled' };
  },
  async unschedule(run, target) {
    await run(SCHEDULE, { input: { ...named(target), schedule: null } });
    return { number: target.request.number, done: 'changeUnscheduled' };
  },
  async again(run, { org, request: { mutation, input, title } }) {
    const document = prefilled(mutation as PrefilledMutation, '{}');
    const proposal = { org, title, mutation: document?.query ?? '', variables: { input } };
    const { proposeChange } = await run(PROPOSE, { input: proposal });
    return { number: proposeChange.number, done: 'changeProposed' };
  },
};
