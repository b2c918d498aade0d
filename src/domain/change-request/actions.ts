import type { ProductAction } from '../product/lifecycle.ts';

/** Actions in a catalog that approvals can be asked for. */
export const governedActions = [
  'STAGE',
  'PUBLISH',
  'SUPERSEDE',
  'REPLACE',
  'SET_MIGRATION_TARGET',
  'MIGRATE_SUBSCRIPTIONS',
  'DEPRECATE',
  'RETIRE',
  'ARCHIVE',
  'REMOVE',
  'SET_API_ONLINE',
  'UNDO',
] as const satisfies readonly (ProductAction | 'SET_API_ONLINE' | 'UNDO')[];
export type GovernedAction = (typeof governedActions)[number];

/** The actions of a change, in one catalog. */
export type ActionsInCatalog = { readonly catalog: string; readonly actions: readonly GovernedAction[] };

/** Mutations of one action each. */
export const actionOfMutation: Readonly<Record<string, GovernedAction>> = {
  stageProduct: 'STAGE',
  publishProduct: 'PUBLISH',
  createProduct: 'PUBLISH',
  supersedeProduct: 'SUPERSEDE',
  replaceProduct: 'REPLACE',
  setMigrationTarget: 'SET_MIGRATION_TARGET',
  migrateSubscriptions: 'MIGRATE_SUBSCRIPTIONS',
  deprecateProduct: 'DEPRECATE',
  retireProduct: 'RETIRE',
  archiveProduct: 'ARCHIVE',
  removeProduct: 'REMOVE',
  setApiOnline: 'SET_API_ONLINE',
  undoLifecycleChange: 'UNDO',
};

/** Mutations that can be proposed: those that rehearse exactly what they do. */
export const proposableMutations = [
  ...Object.keys(actionOfMutation).filter((name) => name !== 'createProduct'),
  'applyManifest',
];
