import type { ActionsInCatalog } from '../../../domain/change-request/actions.ts';
import type { Movement } from '../../../domain/change-request/change-set.ts';
import type { Breach } from '../../../domain/change-request/halt-rule.ts';
import { changeRequestStateNames, changeRequestStates } from '../../../domain/change-request/states.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import type { ChangeApproval } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { GovernedActionEnum } from '../catalog/change-policy.ts';
import { RoleEnum } from '../people/viewer.ts';

/** The cause of a request's end, where it was not done. */
export type Closing = {
  /** The words of the person who rejected it. */
  readonly reason?: string;
  /** The refusal of the change. */
  readonly failure?: { readonly code: string; readonly message: string };
  readonly moved?: readonly Movement[];
  readonly halt?: Halt;
};

/** The halt of a change in waves. */
export type Halt = Breach & {
  readonly wave: number;
  /** The number of subscriptions that are where they were. */
  readonly takenBack: number;
  /** True where the successor is as it was too. It is not where somebody has changed it, or subscribed to it. */
  readonly isRestored: boolean;
};

export const StateEnum = builder.enumType('ChangeRequestState', {
  description: 'How far a change request is.',
  values: describedValues(changeRequestStateNames, (state) => changeRequestStates[state]),
});

export const ActionsRef = builder.objectRef<ActionsInCatalog>('ActionsInCatalog').implement({
  description: 'What a change does in one catalog.',
  fields: (t) => ({
    catalog: t.exposeString('catalog', { description: 'The catalog.' }),
    actions: t.field({
      type: [GovernedActionEnum],
      description: 'The actions, each once.',
      resolve: ({ actions }) => [...actions],
    }),
  }),
});

const MovementKind = builder.enumType('ChangeMovementKind', {
  description: 'How something differs from what was reviewed.',
  values: {
    ADDED: { description: 'The change would do it, and it was not reviewed.' },
    GONE: { description: 'It was reviewed, and the change would do it no more.' },
    CHANGED: { description: 'The change would do it differently.' },
  } as const,
});

export const MovementRef = builder.objectRef<Movement>('ChangeMovement').implement({
  description: 'Something that the change would do now and was not reviewed so.',
  fields: (t) => ({
    item: t.exposeString('item', { description: 'What it is, for example `plan customer:2.0.0/gold`.' }),
    kind: t.expose('kind', { type: MovementKind, description: 'How it differs.' }),
    members: t.stringList({
      description: 'Which of its members differ.',
      resolve: ({ members }) => [...members],
    }),
  }),
});

export const FailureRef = builder.objectRef<NonNullable<Closing['failure']>>('ChangeFailure').implement({
  description: 'What refused a change.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code, as the mutation itself is refused with.' }),
    message: t.exposeString('message', { description: 'The sentence.' }),
  }),
});

export const ApprovalRef = builder.objectRef<ChangeApproval>('ChangeApproval').implement({
  description: 'An approval of a change request.',
  fields: (t) => ({
    approvedBy: t.exposeString('approvedBy', { description: 'Who approved, as the audit names them.' }),
    role: t.expose('role', { type: RoleEnum, description: 'The role that they had.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
  }),
});

builder.prismaObject('ChangeComment', {
  description: 'A comment on a change request.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    writtenBy: t.exposeString('writtenBy', { description: 'Who wrote it, as the audit names them.' }),
    text: t.exposeString('text', { description: 'The text.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
  }),
});
