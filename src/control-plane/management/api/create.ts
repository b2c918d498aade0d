import { type ApiSettings, apiSettings } from '../../../domain/api/api-settings.ts';
import { checkPath } from '../../../domain/api/path.ts';
import type { Security } from '../../../domain/api/security.ts';
import { refuse } from '../../../foundation/errors.ts';
import { nameFor } from '../../../foundation/text/name.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota, withinDocuments } from '../../../infrastructure/database/check-quota.ts';
import { writeOpenApi } from '../../../infrastructure/database/documents.ts';
import type { Api, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { refuseTakenByProvider } from '../address.ts';
import { backendNamed } from '../backend/backend-named.ts';
import { builder } from '../builder.ts';
import { ApiRef, apiOfDraft, draftKey } from './api.ts';
import { type NewApiSource, newApiSource } from './api-source.ts';
import { CreateApiInput } from './input.ts';
import { setOnline } from './online.ts';
import { checkSchemaSettings } from './schema-settings.ts';
import { checkSecurityIn, newSecurity, readSecurity } from './security-input.ts';
import { refuseBreaks } from './version-breaks.ts';

builder.mutationField('createApi', (t) =>
  t.field({
    type: ApiRef,
    description:
      'Creates the draft of an API, from an OpenAPI document or from the URL of a GraphQL server. It starts Offline.',
    args: { input: t.arg({ type: CreateApiInput, required: true, description: 'The new API.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const security = newSecurity(readSecurity(input));
      const { source, document } = await newApiSource(context, orgId, input);
      const identity = identityOf(input, { source, ...(document && { document }) });
      const basePath = input.basePath ?? document?.basePath ?? `/${identity.name}`;
      const forwardAuthorization = input.forwardAuthorization ?? false;
      checkPath(basePath, ['input', 'basePath']);
      const settings = apiSettings(input, source);
      const request = { orgId, action: 'createApi', subject: versionedName(identity) };
      const draft = await context.change(request, async (transaction) => {
        await checkQuota(transaction, { resource: 'APIS', ownerId: orgId, now: context.clock() });
        const columns = { orgId, ...identity, basePath, forwardAuthorization, settings };
        const made = await withinDocuments(transaction, orgId, () =>
          createApi(transaction, { ...columns, ...source, ...security }),
        );
        await refuseBreaks(transaction, made, {
          acceptBreaking: input.acceptBreaking,
          path: ['input', input.openapi == null ? 'graphqlUrl' : 'openapi'],
        });
        if (input.activate)
          await setOnline(transaction, {
            orgId,
            api: request.subject,
            online: true,
            catalog: { name: 'sandbox', path: ['input', 'activate'] },
          });
        return made;
      });
      return apiOfDraft(draft);
    },
  }),
);

type NewApi = Omit<Prisma.ApiUncheckedCreateInput, keyof Security | 'settings'> &
  Security & {
    readonly settings: ApiSettings;
    /** JSON text; null for a GraphQL API. */
    readonly openapi: string | null;
  };

/**
 * Creates the draft of an API.
 *
 * @throws NAME_TAKEN when there is one, or a provider is at its base path; BAD_USER_INPUT when its security or costs
 * do not fit
 */
export async function createApi(
  transaction: Transaction,
  { securityDefinitions, security, settings, openapi, ...columns }: NewApi,
): Promise<Api> {
  const { orgId, name, version, basePath: address } = columns;
  await checkSchemaSettings({ ...columns, settings });
  await refuseTaken(transaction, { orgId, name, version });
  await refuseTakenByProvider(transaction, { orgId, address, path: ['input', 'basePath'] });
  if (columns.backend != null)
    await backendNamed(transaction, { orgId, name: columns.backend, path: ['input', 'backend'] });
  await checkSecurityIn(transaction, { orgId, security: { securityDefinitions, security } });
  const made = await transaction.api.create({
    data: {
      ...columns,
      securityDefinitions: toStore(securityDefinitions),
      security: toStore(security),
      settings: toStore(settings),
    },
  });
  if (openapi !== null) await writeOpenApi(transaction, { table: 'Api', id: made.id }, openapi);
  return made;
}

type IdentityInput = {
  readonly title?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly version?: string | null | undefined;
};

/** Names the new API as the input says, else as its document does. @throws BAD_USER_INPUT */
function identityOf(
  input: IdentityInput,
  { document }: NewApiSource,
): { title: string; name: string; version: string } {
  const title = input.title ?? document?.title;
  if (title === undefined)
    return refuse('BAD_USER_INPUT', {
      detail: 'A GraphQL API needs a title: its schema has none.',
      path: ['input', 'title'],
    });
  const version = input.version ?? (document ? document.version : '1.0.0');
  if (version === undefined)
    return refuse('BAD_USER_INPUT', {
      detail: "The document's info.version is not of the form x.y.z: give the API a version.",
      path: ['input', 'version'],
    });
  return { title, name: nameFor({ title, name: input.name }), version };
}

async function refuseTaken(
  transaction: Transaction,
  { orgId, ...api }: VersionedName & { readonly orgId: string },
): Promise<void> {
  if (
    !(await transaction.api.findUnique({ where: draftKey(orgId, versionedName(api)), select: { id: true } }))
  )
    return;
  refuse('NAME_TAKEN', {
    detail: `There is an API ${versionedName(api)} already: choose another name, or save it as a new version.`,
    path: ['input', 'name'],
  });
}
