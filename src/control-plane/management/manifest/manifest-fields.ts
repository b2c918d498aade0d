import { manifestWriting } from '../../../domain/manifest/write-manifest.ts';
import { inFreshTurns } from '../../../foundation/event-loop-turns.ts';
import { unbudgeted } from '../../../graphql/server/response-budget.ts';
import { ACCEPT_UNUSED, acceptedBreaks } from '../api/version-breaks.ts';
import { builder } from '../builder.ts';
import { applyManifest, type ManifestChange } from './apply.ts';
import { orgAt } from './current.ts';
import { exportedOrg } from './export-org.ts';

const ManifestAction = builder.enumType('ManifestAction', {
  description: 'What applying a manifest does to a thing.',
  values: {
    CREATE: { description: 'It is created.' },
    UPDATE: { description: 'It is changed.' },
    DELETE: { description: 'It is deleted, since the manifest does not name it.' },
    TRANSITION: { description: 'Its state in a catalog changes.' },
  } as const,
});

export const ManifestChangeItem = builder
  .objectRef<ManifestChange['changes'][number]>('ManifestChangeItem')
  .implement({
    description: 'One change that a manifest makes.',
    fields: (t) => ({
      action: t.expose('action', { type: ManifestAction, description: 'What is done.' }),
      kind: t.exposeString('kind', { description: 'The type of the thing, for example `Product`.' }),
      name: t.exposeString('name', { description: 'Its name, with its version where it has one.' }),
      diff: t.expose('diff', {
        type: 'JSON',
        nullable: true,
        description:
          'What changes of it, before and after, by its members; of a document, where. Null for what comes or goes.',
      }),
    }),
  });

const ManifestChangeRef = builder.objectRef<ManifestChange>('ManifestChange').implement({
  description: 'What applying a manifest did, or with dryRun would do.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Was it only rehearsed?' }),
    revision: t.exposeInt('revision', {
      description:
        "The org's revision afterwards. Of a rehearsal, what it is: `expectedRevision` makes sure of it.",
    }),
    changes: t.field({
      type: [ManifestChangeItem],
      description: 'The changes, each after what it builds upon; empty when nothing changes.',
      resolve: ({ changes }) => changes,
    }),
  }),
});

const ApplyManifestInput = builder.inputType('ApplyManifestInput', {
  description: 'What an org is to be.',
  fields: (t) => ({
    org: t.string({
      description: 'The org; may be left out by a caller of one org, or where the manifest names it.',
    }),
    manifest: t.field({
      type: 'JSON',
      required: true,
      description:
        'As `exportManifest` gives it: an object, or YAML or JSON text. Members that are left out have their defaults; a list that is left out says nothing of its things.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Say what would be done and do nothing.' }),
    prune: t.boolean({
      defaultValue: false,
      description:
        'Deletes what the lists of the manifest do not name; refused for what has subscriptions or consumer orgs.',
    }),
    acceptBreaking: t.boolean({
      defaultValue: false,
      description:
        'Take a version of an API that breaks its predecessor in the org, though only the minor or patch number rose.',
    }),
    acceptBreakingUnusedDays: t.int({ description: ACCEPT_UNUSED }),
    expectedRevision: t.int({ description: 'Refused with CONFLICT where the org is at another revision.' }),
  }),
});

builder.queryField('exportManifest', (t) =>
  t.field({
    type: 'JSON',
    extensions: unbudgeted,
    description:
      'The whole org as one manifest; applying it again changes nothing. Neither secrets nor keys are in it, nor what belongs to consumers: their orgs, applications and subscriptions.',
    args: {
      org: t.arg.string({ description: 'The org; may be left out by a caller of one org.' }),
      at: t.arg({
        type: 'DateTime',
        description:
          'The org as it was at this instant, which can be applied again; as it is now unless given. Refused with HISTORY_NOT_KEPT where history begins later.',
      }),
    },
    resolve: async (_root, { org, at }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      if (!at) return exportedOrg(context.database, orgId);
      return inFreshTurns(
        manifestWriting(await orgAt(context.database, { orgId, instant: at, path: ['at'] })),
      );
    },
  }),
);

builder.mutationField('applyManifest', (t) =>
  t.field({
    type: ManifestChangeRef,
    description:
      'Brings the org to what the manifest says, in one transaction: all of it or nothing. Products move by the transitions that their lives allow. All that is wrong is told at once, in `extensions.faults`.',
    args: { input: t.arg({ type: ApplyManifestInput, required: true, description: 'The manifest.' }) },
    resolve: (_root, { input }, context) =>
      applyManifest(context, {
        ...input,
        dryRun: input.dryRun ?? false,
        prune: input.prune ?? false,
        accepted: acceptedBreaks(input, context.clock()),
      }),
  }),
);
