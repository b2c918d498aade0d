import { Prisma } from '../../../../bundles/prisma.js';
import { governedActions } from '../../../domain/change-request/actions.ts';
import type { FreezeWindow } from '../../../domain/change-request/freeze.ts';
import {
  type ApprovalRule,
  type ChangePolicy,
  type ChangePolicyDraft,
  changePolicyFrom,
} from '../../../domain/change-request/policy.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { type Caller, demandRole } from '../caller.ts';
import { RoleEnum } from '../people/viewer.ts';

const descriptions: Readonly<Record<(typeof governedActions)[number], string>> = {
  STAGE: 'A product is brought into the catalog: `stageProduct`.',
  PUBLISH: 'A product is published: `publishProduct`, `createProduct(publishTo:)`, `importApi(publishTo:)`.',
  SUPERSEDE: '`supersedeProduct`.',
  REPLACE: '`replaceProduct`.',
  SET_MIGRATION_TARGET: '`setMigrationTarget`.',
  MIGRATE_SUBSCRIPTIONS: '`migrateSubscriptions`.',
  DEPRECATE: '`deprecateProduct`.',
  RETIRE: '`retireProduct`.',
  ARCHIVE: '`archiveProduct`.',
  REMOVE: '`removeProduct`.',
  SET_API_ONLINE: 'An API is switched on or off: `setApiOnline`, `createApi(activate:)`.',
  UNDO: '`undoLifecycleChange`.',
};

export const GovernedActionEnum = builder.enumType('GovernedAction', {
  description: 'What a catalog may ask approvals for. The steps of a manifest are the same actions.',
  values: describedValues(governedActions, (action) => descriptions[action]),
});

const ApprovalRuleRef = builder.objectRef<ApprovalRule>('ApprovalRule').implement({
  description: 'Approvals that some actions in a catalog need.',
  fields: (t) => ({
    actions: t.field({
      type: [GovernedActionEnum],
      description: 'The actions.',
      resolve: ({ actions }) => [...actions],
    }),
    approvals: t.exposeInt('approvals', {
      description: 'How many people approve, besides the one who proposes.',
    }),
    role: t.expose('role', { type: RoleEnum, description: 'The role that an approver has at least.' }),
  }),
});

const freezeTexts = {
  description: 'A time in which the products of a catalog are not changed; only undoing is possible.',
  title: 'Why, for example `Christmas`.',
  from: 'The local time when it begins, for example `2027-12-20T00:00`.',
  until: 'The local time when it ends.',
  timeZone: 'The IANA name of the time zone, for example `Europe/Berlin`.',
  weekly: 'Does it come again each week, at the same time on the wall clock?',
};

const FreezeWindowRef = builder.objectRef<FreezeWindow>('FreezeWindow').implement({
  description: freezeTexts.description,
  fields: (t) => ({
    title: t.exposeString('title', { description: freezeTexts.title }),
    from: t.exposeString('from', { description: freezeTexts.from }),
    until: t.exposeString('until', { description: freezeTexts.until }),
    timeZone: t.exposeString('timeZone', { description: freezeTexts.timeZone }),
    weekly: t.exposeBoolean('weekly', { description: freezeTexts.weekly }),
  }),
});

const FreezeWindowInput = builder.inputType('FreezeWindowInput', {
  description: freezeTexts.description,
  fields: (t) => ({
    title: t.string({ required: true, description: freezeTexts.title }),
    from: t.string({ required: true, description: freezeTexts.from }),
    until: t.string({ required: true, description: freezeTexts.until }),
    timeZone: t.string({ defaultValue: 'UTC', description: freezeTexts.timeZone }),
    weekly: t.boolean({ defaultValue: false, description: freezeTexts.weekly }),
  }),
});

export const ChangePolicyRef = builder.objectRef<ChangePolicy>('ChangePolicy').implement({
  description: 'Who approves changes of the products in a catalog.',
  fields: (t) => ({
    rules: t.field({
      type: [ApprovalRuleRef],
      description: 'What needs approvals. Of several rules for one action, all hold.',
      resolve: ({ rules }) => [...rules],
    }),
    refuseDirect: t.exposeBoolean('refuseDirect', {
      description:
        'Can changes that need approvals only be proposed? They are refused with APPROVAL_REQUIRED.',
    }),
    expiresAfterDays: t.exposeInt('expiresAfterDays', {
      description: 'Days after which a change request ends that nobody has committed.',
    }),
    freezes: t.field({
      type: [FreezeWindowRef],
      description: 'Times in which nothing is changed; such changes are refused with CATALOG_FROZEN.',
      resolve: ({ freezes }) => [...(freezes ?? [])],
    }),
  }),
});

const ApprovalRuleInput = builder.inputType('ApprovalRuleInput', {
  description: 'Approvals that some actions in a catalog need.',
  fields: (t) => ({
    actions: t.field({ type: [GovernedActionEnum], description: 'The actions; all unless given.' }),
    approvals: t.int({
      defaultValue: 1,
      description: 'How many people approve, besides the one who proposes: 1 to 10.',
    }),
    role: t.field({
      type: RoleEnum,
      defaultValue: 'DEVELOPER',
      description: 'The role that an approver has at least.',
    }),
  }),
});

export const ChangePolicyInput = builder.inputType('ChangePolicyInput', {
  description: 'Who approves changes of the products in a catalog.',
  fields: (t) => ({
    rules: t.field({
      type: [ApprovalRuleInput],
      description: 'What needs approvals: at most 20 rules.',
    }),
    refuseDirect: t.boolean({
      defaultValue: false,
      description:
        'Refuse changes that need approvals unless they are proposed; a dryRun is always possible.',
    }),
    expiresAfterDays: t.int({
      defaultValue: 14,
      description: 'Days after which a change request ends that nobody has committed: 1 to 90.',
    }),
    freezes: t.field({
      type: [FreezeWindowInput],
      description: 'Times in which nothing is changed: at most 50.',
    }),
  }),
});

/**
 * The column of a policy. Undefined leaves it as it is.
 *
 * @throws FORBIDDEN unless the caller is an administrator: who needs approvals may not lift them; BAD_USER_INPUT
 */
export function changePolicyColumn(caller: Caller, draft: ChangePolicyDraft | null | undefined) {
  if (draft === undefined) return undefined;
  demandRole(caller, 'ADMINISTRATOR');
  return draft === null ? Prisma.DbNull : toStore(changePolicyFrom(draft, ['input', 'changePolicy']));
}
