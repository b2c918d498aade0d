import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import { DAY_MS } from '../../../domain/call/usage.ts';
import { type ChangeItems, comparedItems, hashOf } from '../../../domain/change-request/change-set.ts';
import { EXPIRY_DAYS_DEFAULT, type Policies } from '../../../domain/change-request/policy.ts';
import type { Schedule } from '../../../domain/change-request/schedule.ts';
import { openStateOf, unfinishedStates } from '../../../domain/change-request/states.ts';
import { refuse } from '../../../foundation/errors.ts';
import { checkTitle } from '../../../foundation/text/name.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { ChangeRequestRef } from './change-request.ts';
import { commentOf } from './comment.ts';
import { INPUT_BYTES_MAX, type Proposal, readProposal } from './proposed-mutation.ts';
import { authorityOf, personKey } from './proposer.ts';
import { lackingOf } from './request-rows.ts';
import { type ChangeOutcome, policiesOf, type Reviewed } from './reviewed.ts';
import { runChange } from './run-change.ts';
import { checkSchedule, ScheduleInput, scheduleColumns, scheduleOf } from './schedule.ts';
import { checkNamed, outcomeInWaves, waveItems } from './waves/reviewed-waves.ts';
import { HaltIfInput, WaveInput, type WavePlan, wavePlanOf } from './waves/wave-input.ts';
import { rolloutColumns } from './waves/wave-rows.ts';

/** Bytes of what reviewers read. */
const OUTCOME_BYTES_MAX = 2_000_000;
/** Bytes of the inputs of all open requests of an org. */
const OPEN_BYTES_MAX = 20 * INPUT_BYTES_MAX;
/** Closed requests that an org keeps. Older ones go when it proposes. */
const CLOSED_MAX = 2_000;

const ProposeChangeInput = builder.inputType('ProposeChangeInput', {
  description: 'A mutation that is to be reviewed before it takes place.',
  fields: (t) => ({
    org: t.string(inOrg),
    mutation: t.string({
      required: true,
      description:
        'The mutation as it would be called: a document with one field, which is a lifecycle mutation or `applyManifest`. What it asks to be answered is left aside.',
    }),
    variables: t.field({ type: 'JSON', description: 'Its variables, as an object.' }),
    title: t.string({ description: 'What people call it; made from the mutation unless given.' }),
    comment: t.string({ description: 'The first comment: why.' }),
    anySubscribers: t.boolean({
      defaultValue: false,
      description:
        'Subscriptions that begin or end until the commit do not make it STALE: whoever is subscribed then moves or ends as it says.',
    }),
    schedule: t.field({
      type: ScheduleInput,
      description: 'When it is committed by itself, once it has its approvals.',
    }),
    waves: t.field({
      type: [WaveInput],
      description:
        'Moves subscriptions little by little, of `supersedeProduct`, `replaceProduct` and `migrateSubscriptions`: 1 to 10 waves. The new version is published beside the old one, which keeps its state until the last wave is done. Subscriptions may begin and end meanwhile, as with `anySubscribers`.',
    }),
    haltIf: t.field({
      type: HaltIfInput,
      description: 'When waves are halted and taken back; with its defaults unless given.',
    }),
  }),
});

builder.mutationField('proposeChange', (t) =>
  t.prismaField({
    type: ChangeRequestRef,
    description:
      'Rehearses a mutation and keeps what it would do for review. It is committed by `commitChange`, with the rights of its proposer, and only if it then does the same.',
    args: {
      input: t.arg({ type: ProposeChangeInput, required: true, description: 'The mutation.' }),
    },
    resolve: async (query, _root, { input }, context, { schema }) => {
      const org = await context.org(input.org);
      const { title } = input;
      if (title != null) checkTitle(title, ['input', 'title']);
      const comment = input.comment == null ? null : commentOf(input.comment, ['input', 'comment']);
      const schedule = scheduleOf(input.schedule, context.clock(), ['input', 'schedule']);
      const proposal = inOrgOf(readProposal(schema, input), org.name);
      const plan = wavePlanOf(input, proposal.mutation);
      const anySubscribers = plan !== null || (input.anySubscribers ?? false);
      const rehearsed = await rehearse(context, schema, { ...proposal, anySubscribers });
      const { mutation } = proposal;
      const { subject } = rehearsed;
      const request = {
        orgId: org.id,
        action: 'proposeChange',
        subject,
        keepsRevision: true,
        detailOf: ({ number, hash }: { number: number; hash: string }) => ({ changeRequest: number, hash }),
      };
      return context.change(request, async (transaction) => {
        const made = { title: title ?? `${mutation} ${subject}`, comment, schedule, plan, orgId: org.id };
        const id = await keep(transaction, { context, proposal, rehearsed, ...made });
        return transaction.changeRequest.findUniqueOrThrow({
          ...query,
          where: { id },
          select: { ...query.select, number: true, hash: true },
        });
      });
    },
  }),
);

/** Names the org, and takes out what a request says in another way. */
function inOrgOf({ mutation, input }: Proposal, org: string): Proposal {
  const { dryRun: _dryRun, expectedRevision: _revision, ...rest } = input;
  return { mutation, input: { ...rest, org } };
}

/** The effects of a proposed change. */
type Rehearsed = Pick<Reviewed, 'actions' | 'subject'> & {
  readonly items: ChangeItems;
  readonly outcome: ChangeOutcome;
  readonly anySubscribers: boolean;
};

async function rehearse(
  context: ManagementContext,
  schema: GraphQLSchema,
  { mutation, input, anySubscribers }: Proposal & { readonly anySubscribers: boolean },
): Promise<Rehearsed> {
  let rehearsed: Rehearsed | undefined;
  let changesNothing = true;
  const { caller, address } = context;
  await runChange({
    mutation,
    input: { ...input, dryRun: true },
    schema,
    deps: context,
    caller,
    actor: caller.actor,
    address,
    after: async (transaction, { actions, subject, items, outcome }) => {
      const all = await items(transaction);
      changesNothing = Object.keys(all).length === 0;
      const compared = comparedItems(all, anySubscribers);
      rehearsed = { actions, subject, items: compared, outcome: outcome(), anySubscribers };
    },
  });
  const path = ['input', 'mutation'];
  if (!rehearsed || changesNothing)
    return refuse('BAD_USER_INPUT', { detail: 'It would change nothing: all is so already.', path });
  const bytes = Buffer.byteLength(JSON.stringify([rehearsed.items, rehearsed.outcome]));
  if (bytes > OUTCOME_BYTES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `What it does takes ${bytes} bytes to tell, more than ${OUTCOME_BYTES_MAX}: propose it in parts.`,
      path,
    });
  return rehearsed;
}

type NewRequest = {
  readonly context: ManagementContext;
  readonly orgId: string;
  readonly proposal: Proposal;
  readonly rehearsed: Rehearsed;
  readonly title: string;
  readonly comment: string | null;
  readonly schedule: Schedule | null;
  readonly plan: WavePlan | null;
};

async function keep(
  transaction: Transaction,
  { context, orgId, proposal, rehearsed, title, comment, schedule, plan }: NewRequest,
): Promise<string> {
  const { caller, clock, secrets } = context;
  const now = clock();
  await checkQuota(transaction, { resource: 'CHANGE_REQUESTS', ownerId: orgId, now });
  const id = randomUUID();
  const inputSealed = new Uint8Array(secrets.seal(JSON.stringify(proposal.input), id));
  await makeRoom(transaction, orgId, inputSealed.length);
  const { actions, subject, anySubscribers } = rehearsed;
  const outcome = plan ? outcomeInWaves(rehearsed.outcome, plan) : rehearsed.outcome;
  const items = plan ? { ...rehearsed.items, ...waveItems(plan) } : rehearsed.items;
  if (plan) await checkNamed(transaction, { orgId, proposal, plan });
  const policies = await policiesOf(transaction, { orgId, change: actions });
  const expiresAt = new Date(now.getTime() + expiryDays(policies) * DAY_MS);
  if (schedule) await checkSchedule(transaction, { orgId, change: actions, schedule, expiresAt });
  const judged = { orgId, actions: toStore(actions) as never, approvals: [] };
  const isApproved = (await lackingOf(transaction, judged)) === 0;
  const last = await transaction.changeRequest.aggregate({ where: { orgId }, _max: { number: true } });
  await transaction.changeRequest.create({
    data: {
      id,
      orgId,
      number: (last._max.number ?? 0) + 1,
      state: openStateOf({ isApproved, scheduledAt: schedule?.at ?? null }),
      ...scheduleColumns(schedule),
      title,
      mutation: proposal.mutation,
      subject,
      inputSealed,
      catalogs: actions.map(({ catalog }) => catalog),
      actions: toStore(actions),
      hash: hashOf(items),
      items: toStore(items),
      anySubscribers,
      outcome: toStore(outcome),
      proposedBy: caller.actor,
      proposerKey: await personKey(transaction, caller),
      authority: toStore(authorityOf(caller)),
      proposedAt: now,
      expiresAt,
      ...(plan && { rollout: { create: rolloutColumns(plan) } }),
      ...(comment !== null && { comments: { create: { writtenBy: caller.actor, text: comment, at: now } } }),
    },
  });
  return id;
}

/** The shortest time that a policy of its catalogs allows. */
const expiryDays = (policies: Policies): number =>
  policies.size === 0
    ? EXPIRY_DAYS_DEFAULT
    : Math.min(...[...policies.values()].map(({ expiresAfterDays }) => expiresAfterDays));

/** Bounds what an org keeps of requests. @throws QUOTA_EXCEEDED where the open ones are too large together */
async function makeRoom(transaction: Transaction, orgId: string, adding: number): Promise<void> {
  const [row] = await transaction.$queryRaw<[{ bytes: bigint }]>`
    SELECT coalesce(sum(octet_length("inputSealed")), 0)::bigint AS "bytes" FROM "ChangeRequest"
    WHERE "orgId" = ${orgId}::uuid AND "state" = ANY (${[...unfinishedStates]})`;
  if (Number(row.bytes) + adding > OPEN_BYTES_MAX)
    refuse('QUOTA_EXCEEDED', {
      detail: `The inputs of the open change requests of this org would have more than ${OPEN_BYTES_MAX} bytes: commit or cancel one.`,
    });
  await transaction.$executeRaw`
    DELETE FROM "ChangeRequest" WHERE "id" IN (SELECT "id" FROM "ChangeRequest"
      WHERE "orgId" = ${orgId}::uuid AND "closedAt" IS NOT NULL ORDER BY "number" DESC OFFSET ${CLOSED_MAX})`;
}
