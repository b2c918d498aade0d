import type { ProductAction, SuccessionAction } from '../../../../domain/product/lifecycle.ts';
import type { Messages } from '../messages.ts';
import type { PrefilledMutation } from '../parts/prefilled.ts';

/** An action on something in a catalog. It has a mutation, and fields of a form. */
export type ActionRow = {
  /** The last segment of its address, and the key of its words. */
  readonly name: keyof Messages['actions']['of'];
  readonly mutation: PrefilledMutation;
  /** The action that the product must allow. Absent where it is on an API. */
  readonly action?: ProductAction;
  /** Present where there is a new product to choose, with a target for each plan. */
  readonly succession?: SuccessionAction;
  readonly hasSunset?: true;
  /** True where calls fail, or something is deleted. */
  readonly isDanger?: true;
};

/** The actions on a product of a catalog, by the last segment of their addresses. A new action is one row, and its words. */
export const productActions = {
  stage: {
    name: 'stage',
    mutation: 'stageProduct',
    action: 'STAGE',
  },
  restage: {
    name: 'restage',
    mutation: 'stageProduct',
    action: 'STAGE',
  },
  publish: {
    name: 'publish',
    mutation: 'publishProduct',
    action: 'PUBLISH',
  },
  supersede: {
    name: 'supersede',
    mutation: 'supersedeProduct',
    action: 'SUPERSEDE',
    succession: 'SUPERSEDE',
    hasSunset: true,
  },
  replace: {
    name: 'replace',
    mutation: 'replaceProduct',
    action: 'REPLACE',
    succession: 'REPLACE',
    isDanger: true,
  },
  'set-migration-target': {
    name: 'set-migration-target',
    mutation: 'setMigrationTarget',
    action: 'SET_MIGRATION_TARGET',
    succession: 'SET_MIGRATION_TARGET',
  },
  migrate: {
    name: 'migrate',
    mutation: 'migrateSubscriptions',
    action: 'MIGRATE_SUBSCRIPTIONS',
  },
  deprecate: {
    name: 'deprecate',
    mutation: 'deprecateProduct',
    action: 'DEPRECATE',
    hasSunset: true,
  },
  retire: {
    name: 'retire',
    mutation: 'retireProduct',
    action: 'RETIRE',
    isDanger: true,
  },
  archive: {
    name: 'archive',
    mutation: 'archiveProduct',
    action: 'ARCHIVE',
  },
  remove: {
    name: 'remove',
    mutation: 'removeProduct',
    action: 'REMOVE',
    isDanger: true,
  },
} as const satisfies Readonly<Record<string, ActionRow>>;

/** The actions on an API of a catalog. */
export const apiActions = {
  online: {
    name: 'online',
    mutation: 'setApiOnline',
  },
  offline: {
    name: 'offline',
    mutation: 'setApiOnline',
    isDanger: true,
  },
} as const satisfies Readonly<Record<string, ActionRow>>;

/** Tells what a mutation has done. One without words is told by its name. */
export function doneInWords({ actions: { done } }: Messages, mutation: string): string {
  return Object.hasOwn(done, mutation) ? done[mutation as keyof typeof done] : mutation;
}

/** Finds the row of a name in an address. */
export function rowOf(table: Readonly<Record<string, ActionRow>>, name: string): ActionRow | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
