import type { ProductAction, SuccessionAction } from '../../../../domain/product/lifecycle.ts';
import type { PrefilledMutation } from '../parts/prefilled.ts';

/** An action on something in a catalog. It has words, a mutation, and fields of a form. */
export type ActionRow = {
  readonly name: string;
  /** Text of the notice once it is done. */
  readonly done: string;
  /** Explanation above the form. */
  readonly lead: string;
  readonly mutation: PrefilledMutation;
  /** The action that the product must allow. Absent where it is on an API. */
  readonly action?: ProductAction;
  /** Present where there is a new product to choose, with a target for each plan. */
  readonly succession?: SuccessionAction;
  readonly hasSunset?: true;
  /** True where calls fail, or something is deleted. */
  readonly isDanger?: true;
};

/** The actions on a product of a catalog, by the last segment of their addresses. A new action is one row. */
export const productActions = {
  stage: {
    name: 'Stage',
    done: 'Staged',
    lead: 'The product comes into the catalog as it is now. Nobody sees it or calls it yet.',
    mutation: 'stageProduct',
    action: 'STAGE',
  },
  restage: {
    name: 'Stage again',
    done: 'Staged again',
    lead: 'The copy in the catalog becomes what the draft is now.',
    mutation: 'stageProduct',
    action: 'STAGE',
  },
  publish: {
    name: 'Publish',
    done: 'Published',
    lead: 'The portal shows the product, applications subscribe to it, and its APIs answer.',
    mutation: 'publishProduct',
    action: 'PUBLISH',
  },
  supersede: {
    name: 'Supersede',
    done: 'Superseded',
    lead: 'A staged version takes its place. This one goes on serving its subscribers, who move when they want to.',
    mutation: 'supersedeProduct',
    action: 'SUPERSEDE',
    succession: 'SUPERSEDE',
    hasSunset: true,
  },
  replace: {
    name: 'Replace',
    done: 'Replaced',
    lead: 'A staged version takes its place, and every subscription moves to it at once. This one retires.',
    mutation: 'replaceProduct',
    action: 'REPLACE',
    succession: 'REPLACE',
    isDanger: true,
  },
  'set-migration-target': {
    name: 'Set migration target',
    done: 'Migration target set',
    lead: 'Its subscribers are offered the move to another published product. Both stay as they are.',
    mutation: 'setMigrationTarget',
    action: 'SET_MIGRATION_TARGET',
    succession: 'SET_MIGRATION_TARGET',
  },
  migrate: {
    name: 'Migrate subscriptions',
    done: 'Subscriptions migrated',
    lead: 'The subscriptions that are still on it move to its migration target. Their client keys stay the same.',
    mutation: 'migrateSubscriptions',
    action: 'MIGRATE_SUBSCRIPTIONS',
  },
  deprecate: {
    name: 'Deprecate',
    done: 'Deprecated',
    lead: 'It goes on serving its subscribers, and takes no new ones.',
    mutation: 'deprecateProduct',
    action: 'DEPRECATE',
    hasSunset: true,
  },
  retire: {
    name: 'Retire',
    done: 'Retired',
    lead: 'It serves nobody any more, and its subscriptions end.',
    mutation: 'retireProduct',
    action: 'RETIRE',
    isDanger: true,
  },
  archive: {
    name: 'Archive',
    done: 'Archived',
    lead: 'The catalog does not list it any more, unless archived products are asked for.',
    mutation: 'archiveProduct',
    action: 'ARCHIVE',
  },
  remove: {
    name: 'Remove',
    done: 'Removed',
    lead: 'It leaves the catalog. The draft stays.',
    mutation: 'removeProduct',
    action: 'REMOVE',
    isDanger: true,
  },
} as const satisfies Readonly<Record<string, ActionRow>>;

/** The actions on an API of a catalog. */
export const apiActions = {
  online: {
    name: 'Take online',
    done: 'Taken online',
    lead: 'Calls of the API are served. Where no product of the catalog has it, it is published in one of its own.',
    mutation: 'setApiOnline',
  },
  offline: {
    name: 'Take offline',
    done: 'Taken offline',
    lead: 'Calls of the API get 503, until it is taken online again. Products and subscriptions stay as they are.',
    mutation: 'setApiOnline',
    isDanger: true,
  },
} as const satisfies Readonly<Record<string, ActionRow>>;

/** Words for what a mutation has done. One that is not here is told by its name. */
const doneWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(productActions).map(({ mutation, done }) => [mutation, done])),
  stageProduct: productActions.stage.done,
  setApiOnline: 'Switched',
  createProduct: 'Created and published',
  importApi: 'Imported and published',
  setBackend: 'Back-end set',
  removeBackend: 'Back-end removed',
  undoLifecycleChange: 'Undone',
};

export const doneInWords = (mutation: string): string => doneWords[mutation] ?? mutation;

/** Finds the row of a name in an address. */
export function rowOf(table: Readonly<Record<string, ActionRow>>, name: string): ActionRow | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
