import { refuse } from '../../../foundation/errors.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import { checkQuota, withinDocuments } from '../../../infrastructure/database/check-quota.ts';
import { copyOpenApis } from '../../../infrastructure/database/documents.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ApiRef, apiOfDraft, draftKey, draftNamed } from './api.ts';
import { SaveApiAsNewVersionInput } from './input.ts';

builder.mutationField('saveApiAsNewVersion', (t) =>
  t.field({
    type: ApiRef,
    description: 'Copies the API under a new version; the original stays as it is and keeps its subscribers.',
    args: {
      input: t.arg({
        type: SaveApiAsNewVersionInput,
        required: true,
        description: 'Which, and its version.',
      }),
    },
    resolve: async (_root, { input: { org, api, version } }, context) => {
      const { id: orgId } = await context.org(org);
      const subject = `${readVersionedName(api).name}:${version}`;
      const request = { orgId, action: 'saveApiAsNewVersion', subject, detail: { from: api } };
      const draft = await context.change(request, async (transaction) => {
        const original = await draftNamed(transaction, { orgId, api, path: ['input', 'api'] });
        if (await transaction.api.findUnique({ where: draftKey(orgId, subject), select: { id: true } }))
          refuse('NAME_TAKEN', {
            detail: `There is an API ${subject} already: choose another version.`,
            path: ['input', 'version'],
          });
        await checkQuota(transaction, { resource: 'APIS', ownerId: orgId, now: context.clock() });
        const { id, createdAt: _createdAt, ...columns } = original;
        return withinDocuments(transaction, orgId, async () => {
          const copy = await transaction.api.create({
            data: {
              ...columns,
              version,
              securityDefinitions: toStore(columns.securityDefinitions),
              security: toStore(columns.security),
              settings: toStore(columns.settings),
              words: toStore(columns.words),
            },
          });
          await copyOpenApis(transaction, 'Api', [{ from: id, to: copy.id }]);
          return copy;
        });
      });
      return apiOfDraft(draft);
    },
  }),
);
