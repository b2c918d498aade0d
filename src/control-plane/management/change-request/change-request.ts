import type { ActionsInCatalog } from '../../../domain/change-request/actions.ts';
import type { HaltRule } from '../../../domain/change-request/halt-rule.ts';
import { type ChangeRequestState, isOpen } from '../../../domain/change-request/states.ts';
import { cut, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, partArgs } from '../builder.ts';
import type { Caller } from '../caller.ts';
import type { ManagementContext } from '../context.ts';
import { OnlineSwitchType, StateTransitionType, SubscriptionMoveType } from '../lifecycle/payload.ts';
import { UndoableChangeRef } from '../lifecycle/undoable-changes.ts';
import { inCatalog, LifecycleWarningType } from '../lifecycle/warning.ts';
import { ManifestChangeItem } from '../manifest/manifest-fields.ts';
import { personKey } from './proposer.ts';
import {
  ActionsRef,
  ApprovalRef,
  type Closing,
  FailureRef,
  MovementRef,
  StateEnum,
} from './request-parts.ts';
import { lackingOf } from './request-rows.ts';
import type { ChangeOutcome } from './reviewed.ts';
import { HaltIfRef } from './waves/wave-input.ts';
import { ChangeHaltRef, ChangeWaveRef } from './waves/wave-parts.ts';

const keys = new WeakMap<Caller, Promise<string>>();

/** Finds the person behind the caller once, for all requests of an answer. */
function callerKey({ database, caller }: ManagementContext): Promise<string> {
  const known = keys.get(caller) ?? personKey(database.prisma, caller);
  keys.set(caller, known);
  return known;
}

const outcomeOf = ({ outcome }: { readonly outcome: Prisma.JsonValue }) => stored<ChangeOutcome>(outcome);
const closingOf = ({ closing }: { readonly closing: Prisma.JsonValue }) =>
  stored<Closing | null>(closing) ?? {};

export const ChangeRequestRef = builder.prismaObject('ChangeRequest', {
  description:
    'A change that was rehearsed, and is committed once it is approved. What was reviewed takes place, or nothing.',
  select: { id: true },
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Counts within the org.' }),
    state: t.field({
      type: StateEnum,
      description: 'How far it is.',
      select: { state: true },
      resolve: ({ state }) => state as ChangeRequestState,
    }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    mutation: t.exposeString('mutation', {
      description: 'The mutation, for example `supersedeProduct`.',
    }),
    subject: t.exposeString('subject', {
      description: 'What it is about, as the audit names it: `customer:2.0.0`; of a manifest the org.',
    }),
    input: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The input of the mutation. Null of `applyManifest`, which may hold secrets: its `steps` tell what it does; and of a large one that is closed.',
      select: { id: true, mutation: true, inputSealed: true },
      resolve: ({ id, mutation, inputSealed }, _args, { secrets }) =>
        mutation === 'applyManifest' || !inputSealed ? null : JSON.parse(secrets.unseal(inputSealed, id)),
    }),
    actions: t.field({
      type: [ActionsRef],
      description: 'What it does in which catalogs. Their policies say whose approval that needs.',
      select: { actions: true },
      resolve: ({ actions }) => stored<ActionsInCatalog[]>(actions),
    }),
    hash: t.exposeString('hash', {
      description: 'The digest of all that it changes. Who approves gives it back.',
    }),
    transitions: t.field({
      type: [StateTransitionType],
      description: 'The states that products leave and reach.',
      select: { outcome: true },
      resolve: (row) => outcomeOf(row).transitions,
    }),
    subscriptions: t.field({
      type: [SubscriptionMoveType],
      description: 'What happens to subscriptions: the first 1,000 of them.',
      args: partArgs,
      select: { outcome: true },
      resolve: (row, part) => cut(outcomeOf(row).subscriptions, part),
    }),
    anySubscribers: t.exposeBoolean('anySubscribers', {
      description: 'May subscriptions begin or end until the commit? Otherwise that makes it STALE.',
    }),
    subscriptionCount: t.int({
      description: 'How many subscriptions it touches.',
      select: { outcome: true },
      resolve: (row) => outcomeOf(row).subscriptionCount,
    }),
    warnings: t.field({
      type: [LifecycleWarningType],
      description: 'What reviewers should know. While it is open, they know the calls that are affected.',
      select: { outcome: true, catalogs: true, state: true, orgId: true },
      resolve: async (row, _args, { database }) => {
        const { warnings } = outcomeOf(row);
        const [name, another] = row.catalogs;
        if (name === undefined || another || !isOpen(row.state as ChangeRequestState)) return warnings;
        const where = { orgId_name: { orgId: row.orgId, name } };
        const catalog = await database.prisma.catalog.findUnique({ where, select: { id: true } });
        return catalog ? inCatalog(warnings, catalog.id) : warnings;
      },
    }),
    apis: t.field({
      type: [OnlineSwitchType],
      description: 'The APIs that go online or offline.',
      select: { outcome: true },
      resolve: (row) => outcomeOf(row).apis,
    }),
    steps: t.field({
      type: [ManifestChangeItem],
      description: 'The steps of a manifest, with what differs; none of other mutations.',
      args: partArgs,
      select: { outcome: true },
      resolve: (row, part) => cut(outcomeOf(row).steps, part),
    }),
    stepCount: t.int({
      description: 'How many steps a manifest has.',
      select: { outcome: true },
      resolve: (row) => outcomeOf(row).steps.length,
    }),
    proposedBy: t.exposeString('proposedBy', {
      description: 'Who proposed it, as the audit names them. It is committed with their rights.',
    }),
    own: t.boolean({
      description: 'Did the caller propose it? Then they can take it back, and not approve it.',
      select: { proposerKey: true },
      resolve: async ({ proposerKey }, _args, context) => (await callerKey(context)) === proposerKey,
    }),
    proposedAt: t.expose('proposedAt', { type: 'DateTime', description: 'When it was proposed.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it ends if it is not committed.',
    }),
    scheduledAt: t.expose('scheduledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is committed by itself, or was to be.',
    }),
    timeZone: t.exposeString('timeZone', {
      nullable: true,
      description: 'The time zone that the time was given in.',
    }),
    missed: t.boolean({
      description:
        'Is its time over without a commit? The platform stood still, or a catalog was frozen: a person commits it, or gives another time.',
      select: { state: true, scheduledAt: true },
      resolve: ({ state, scheduledAt }, _args, { clock }) =>
        state === 'APPROVED' && scheduledAt !== null && scheduledAt <= clock(),
    }),
    closedAt: t.expose('closedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was done, or ended otherwise; null while it is open.',
    }),
    closedBy: t.exposeString('closedBy', {
      nullable: true,
      description: 'Who committed, rejected or cancelled it; `platform` where that happened by itself.',
    }),
    reason: t.string({
      nullable: true,
      description: 'What the person who rejected it said.',
      select: { closing: true },
      resolve: (row) => closingOf(row).reason,
    }),
    failure: t.field({
      type: FailureRef,
      nullable: true,
      description: 'What refused it, where it is FAILED.',
      select: { closing: true },
      resolve: (row) => closingOf(row).failure,
    }),
    moved: t.field({
      type: [MovementRef],
      description:
        'What is different from what was reviewed, where it is STALE, or HALTED for that: the first 100.',
      select: { closing: true },
      resolve: (row) => closingOf(row).moved ?? [],
    }),
    waves: t.field({
      type: [ChangeWaveRef],
      description: 'Its waves, the first first; none where all moves at once. There are 10 at most.',
      select: { rollout: { select: { waves: { orderBy: { number: 'asc' } } } } },
      resolve: ({ rollout }) => rollout?.waves ?? [],
    }),
    haltIf: t.field({
      type: HaltIfRef,
      nullable: true,
      description: 'When its waves are halted; null where it has none.',
      select: { rollout: { select: { haltIf: true } } },
      resolve: ({ rollout }) => rollout && stored<HaltRule>(rollout.haltIf),
    }),
    halt: t.field({
      type: ChangeHaltRef,
      nullable: true,
      description: 'How its waves were halted, where it is HALTED.',
      select: { closing: true },
      resolve: (row) => closingOf(row).halt,
    }),
    approvals: t.field({
      type: [ApprovalRef],
      description: 'The approvals, the first first.',
      select: { approvals: { orderBy: { at: 'asc' } } },
      resolve: ({ approvals }) => approvals,
    }),
    approvalsLacking: t.int({
      description: 'How many approvals it still needs, by the policies as they are now.',
      select: { orgId: true, actions: true, approvals: true },
      resolve: ({ orgId, actions, approvals }, _args, { database }) =>
        lackingOf(database.prisma, { orgId, actions, approvals }),
    }),
    comments: t.relation('comments', {
      description: 'The comments, the first first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    commentCount: t.relationCount('comments', { description: 'How many comments it has.' }),
    change: t.field({
      type: UndoableChangeRef,
      nullable: true,
      description: 'What was done, as `undoLifecycleChange` takes it back; null where that is not possible.',
      select: { undoId: true },
      resolve: async ({ undoId }, _args, { database, clock }) => {
        if (undoId === null) return null;
        const undo = await database.prisma.lifecycleUndo.findFirst({
          where: { id: undoId, undoneAt: null, expiresAt: { gt: clock() } },
          select: { id: true, action: true, subject: true, expiresAt: true, catalog: true },
        });
        return undo && { ...undo, catalog: undo.catalog.name, until: undo.expiresAt };
      },
    }),
  }),
});
