import { refuse } from '../errors.ts';
import { builder } from './builder.ts';
import type { ManagementContext } from './context.ts';

const ManifestAction = builder.enumType('ManifestAction', {
  description: 'What applying a manifest does to a thing.',
  values: {
    CREATE: { description: 'It is created.' },
    UPDATE: { description: 'It is changed.' },
    DELETE: { description: 'It is deleted, since the manifest does not name it.' },
    TRANSITION: { description: 'Its state in a catalog changes.' },
  } as const,
});

type ChangeItem = {
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE' | 'TRANSITION';
  readonly kind: string;
  readonly name: string;
  readonly diff: unknown;
};

const ManifestChangeItem = builder.objectRef<ChangeItem>('ManifestChangeItem').implement({
  description: 'One change that a manifest makes.',
  fields: (t) => ({
    action: t.expose('action', { type: ManifestAction, description: 'What is done.' }),
    kind: t.exposeString('kind', { description: 'The type of the thing, for example `Product`.' }),
    name: t.exposeString('name', { description: 'Its name, with its version where it has one.' }),
    diff: t.expose('diff', {
      type: 'JSON',
      nullable: true,
      description: 'What changes of it, before and after.',
    }),
  }),
});

type Change = {
  readonly dryRun: boolean;
  readonly revision: number;
  readonly changes: readonly ChangeItem[];
};

const ManifestChange = builder.objectRef<Change>('ManifestChange').implement({
  description: 'What applying a manifest did, or with dryRun would do.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Was it only rehearsed?' }),
    revision: t.exposeInt('revision', { description: "The org's revision afterwards." }),
    changes: t.field({
      type: [ManifestChangeItem],
      description: 'The changes in the order in which they are made; empty when nothing changes.',
      resolve: ({ changes }) => changes,
    }),
  }),
});

const ApplyManifestInput = builder.inputType('ApplyManifestInput', {
  description: 'What an org is to be.',
  fields: (t) => ({
    org: t.string({ description: 'The org; may be left out by a caller of one org.' }),
    manifest: t.field({ type: 'JSON', required: true, description: 'As `exportManifest` gives it.' }),
    dryRun: t.boolean({ defaultValue: false, description: 'Say what would be done and do nothing.' }),
    prune: t.boolean({ defaultValue: false, description: 'Deletes what the manifest does not name.' }),
    expectedRevision: t.int({ description: 'Refused where the org has moved on since.' }),
  }),
});

/** Nothing is told of an org that the caller does not reach, not even this. */
async function notYet(context: ManagementContext, org: string | null | undefined): Promise<never> {
  await context.org(org);
  return refuse('NOT_YET_SUPPORTED', { detail: 'Manifests are not supported yet.' });
}

builder.queryField('exportManifest', (t) =>
  t.field({
    type: 'JSON',
    description: 'The whole org as one manifest; applying it again changes nothing.',
    args: { org: t.arg.string({ description: 'The org; may be left out by a caller of one org.' }) },
    resolve: (_root, { org }, context) => notYet(context, org),
  }),
);

builder.mutationField('applyManifest', (t) =>
  t.field({
    type: ManifestChange,
    description: 'Brings the org to what the manifest says, in one transaction: all of it or nothing.',
    args: { input: t.arg({ type: ApplyManifestInput, required: true, description: 'The manifest.' }) },
    resolve: (_root, { input }, context) => notYet(context, input.org),
  }),
);
