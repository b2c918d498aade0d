import type { ActionsInCatalog } from '../../../domain/change-request/actions.ts';
import { checkFrozen } from '../../../domain/change-request/policy.ts';
import { type Schedule, type ScheduleDraft, scheduleFrom } from '../../../domain/change-request/schedule.ts';
import { checkOpen, openStateOf } from '../../../domain/change-request/states.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg } from '../builder.ts';
import { ChangeRequestRef } from './change-request.ts';
import { lackingOf, requestNumbered } from './request-rows.ts';
import { policiesOf } from './reviewed.ts';

export const ScheduleInput = builder.inputType('ScheduleInput', {
  description: 'When a change request is committed by itself.',
  fields: (t) => ({
    at: t.string({
      required: true,
      description: 'The local time in the time zone, for example `2027-01-10T02:00`.',
    }),
    timeZone: t.string({
      defaultValue: 'UTC',
      description: 'The IANA name of the time zone, for example `Europe/Berlin`.',
    }),
    lateMinutes: t.int({
      defaultValue: 60,
      description:
        'Minutes after that within which it may still be committed, for example where the platform stood still: 1 to 10080. After them it waits for `commitChange`.',
    }),
  }),
});

const ScheduleChangeInput = builder.inputType('ScheduleChangeInput', {
  description: 'When a change request is to be committed by itself.',
  fields: (t) => ({
    org: t.string(inOrg),
    number: t.int({ required: true, description: 'The number of the change request.' }),
    schedule: t.field({ type: ScheduleInput, description: 'When; without it, at no time any more.' }),
  }),
});

type ScheduleCheck = {
  readonly orgId: string;
  readonly change: readonly ActionsInCatalog[];
  readonly schedule: Schedule;
  /** The end of the request. */
  readonly expiresAt: Date;
};

/** The columns of a schedule. */
export const scheduleColumns = (schedule: Schedule | null) => ({
  scheduledAt: schedule?.at ?? null,
  timeZone: schedule?.timeZone ?? null,
  lateMinutes: schedule?.lateMinutes ?? null,
  claimedUntil: null,
});

/**
 * Checks that a request can be committed at a time, as the policies are now.
 *
 * @throws CATALOG_FROZEN in a freeze window; BAD_USER_INPUT after the end of the request
 */
export async function checkSchedule(
  database: Pick<Transaction, 'catalog'>,
  { orgId, change, schedule, expiresAt }: ScheduleCheck,
): Promise<void> {
  if (schedule.at >= expiresAt)
    refuse('BAD_USER_INPUT', {
      detail: `The change request ends on ${expiresAt.toISOString()}: give a time before, or raise expiresAfterDays of the catalog and propose it again.`,
      path: ['input', 'schedule', 'at'],
    });
  checkFrozen(change, await policiesOf(database, { orgId, change }), schedule.at);
}

/** Reads a schedule, where one is given. @throws BAD_USER_INPUT */
export const scheduleOf = (draft: ScheduleDraft | null | undefined, now: Date, path: InputPath) =>
  draft == null ? null : scheduleFrom(draft, now, path);

builder.mutationField('scheduleChange', (t) =>
  t.prismaField({
    type: ChangeRequestRef,
    description:
      'Has a change request committed by itself at a time, once it has its approvals; or takes the time back. Refused with CATALOG_FROZEN where the time lies in a freeze window.',
    args: {
      input: t.arg({ type: ScheduleChangeInput, required: true, description: 'Which, and when.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { number } = input;
      const schedule = scheduleOf(input.schedule, context.clock(), ['input', 'schedule']);
      const detail = { at: schedule?.at.toISOString() ?? null };
      const run = { orgId, action: 'scheduleChange', subject: `#${number}`, keepsRevision: true, detail };
      return context.change(run, async (transaction) => {
        const row = await requestNumbered(transaction, { orgId, number });
        checkOpen(row, context.clock());
        const change = stored<ActionsInCatalog[]>(row.actions);
        const { expiresAt } = row;
        if (schedule) await checkSchedule(transaction, { orgId, change, schedule, expiresAt });
        const columns = scheduleColumns(schedule);
        const isApproved = (await lackingOf(transaction, row)) === 0;
        return transaction.changeRequest.update({
          ...query,
          where: { id: row.id },
          data: { ...columns, state: openStateOf({ isApproved, scheduledAt: columns.scheduledAt }) },
        });
      });
    },
  }),
);
