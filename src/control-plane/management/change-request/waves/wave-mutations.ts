import { checkRunning } from '../../../../domain/change-request/states.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { builder, inOrg } from '../../builder.ts';
import { ChangeRequestRef } from '../change-request.ts';
import { commentOf } from '../comment.ts';
import { MovedOn, movedText } from '../moved-on.ts';
import { requestNumbered } from '../request-rows.ts';
import { advance } from './advance.ts';
import { halt } from './halt.ts';

const HaltChangeInput = builder.inputType('HaltChangeInput', {
  description: 'A change request whose waves are to be halted.',
  fields: (t) => ({
    org: t.string(inOrg),
    number: t.int({ required: true, description: 'The number of the change request.' }),
    reason: t.string({ description: 'Why, at most 4,000 characters.' }),
  }),
});

const AdvanceChangeInput = builder.inputType('AdvanceChangeInput', {
  description: 'A change request whose next wave is to begin now.',
  fields: (t) => ({
    org: t.string(inOrg),
    number: t.int({ required: true, description: 'The number of the change request.' }),
    wave: t.int({
      required: true,
      description: 'The wave that runs; refused with CONFLICT where it is another by now.',
    }),
  }),
});

builder.mutationField('haltChange', (t) =>
  t.prismaField({
    type: ChangeRequestRef,
    description:
      'Halts the waves of a change request and takes them back: subscriptions are on their old plans again, and the new version is as it was. `commitChange` begins again.',
    args: { input: t.arg({ type: HaltChangeInput, required: true, description: 'Which, and why.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { number } = input;
      const { caller, address, database } = context;
      const message =
        input.reason == null ? `${caller.actor} halted it.` : commentOf(input.reason, ['input', 'reason']);
      const by = { actor: caller.actor, address, caller };
      await halt(context, { orgId, number, by, breach: { cause: 'BY_HAND', message } });
      const where = { orgId_number: { orgId, number } };
      return database.prisma.changeRequest.findUniqueOrThrow({ ...query, where });
    },
  }),
);

builder.mutationField('advanceChange', (t) =>
  t.prismaField({
    type: ChangeRequestRef,
    description:
      'Begins the next wave of a change request now, or ends the change after its last one, without waiting for the time or the calls of the wave that runs.',
    args: {
      input: t.arg({ type: AdvanceChangeInput, required: true, description: 'Which, and which wave runs.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { number, wave } = input;
      const { caller, address, database } = context;
      checkRunning(await requestNumbered(database.prisma, { orgId, number }));
      try {
        await advance(context, { orgId, number, wave, by: { actor: caller.actor, address, caller } });
      } catch (error) {
        if (!(error instanceof MovedOn)) throw error;
        refuse('CHANGE_STALE', {
          detail: `Somebody changed ${movedText(error.moved)} meanwhile: halt the waves, and propose the change again.`,
          path: ['input', 'number'],
        });
      }
      const where = { orgId_number: { orgId, number } };
      return database.prisma.changeRequest.findUniqueOrThrow({ ...query, where });
    },
  }),
);
