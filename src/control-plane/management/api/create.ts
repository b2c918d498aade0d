import { type ApiSettings, apiSettings } from '../../../domain/api/api-settings.ts';
import { type ApiWords, apiWordsFrom } from '../../../domain/api/api-words.ts';
import { checkPath } from '../../../domain/api/path.ts';
import type { Security, WholeSecurity } from '../../../domain/api/security.ts';
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
import type { ManagementContext } from '../context.ts';
import { ApiRef, apiOfDraft, draftKey } from './api.ts';
import { type NewApiSource, newApiSource } from './api-source.ts';
import { checkCompat } from './compat-verification.ts';
import { securityOfDocument } from './document-security.ts';
import { CreateApiInput } from './input.ts';
import { setOnline } from './online.ts';
import { checkOperationsIn } from './operation-security.ts';
import { checkSchemaSettings } from './schema-settings.ts';
import { checkSecurityIn, newSecurity, readSecurity } from './security-input.ts';
import { acceptedBreaks, refuseBreaks } from './version-breaks.ts';

builder.mutationField('createApi', (t) =>
  t.field({
    type: ApiRef,
    description:
      'Creates the draft of an API, from an OpenAPI document or from the URL of a GraphQL server. It starts Offline.',
    args: { input: t.arg({ type: CreateApiInput, required: true, description: 'The new API.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const api = await readNewApi(context, orgId, input);
      const governed = input.activate ? [{ catalog: 'sandbox', actions: ['SET_API_ONLINE'] as const }] : [];
      const request = { orgId, action: 'createApi', subject: versionedName(api), governed };
      const draft = await context.change(request, async (transaction) => {
        const made = await createNewApi(transaction, api, { input, now: context.clock() });
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

/** The input of a mutation that makes an API. */
type NewApiInput = Omit<typeof CreateApiInput.$inferInput, 'activate'>;

/** Reads a new API before its transaction: its document, or the schema of its server. @throws what it is refused for */
export async function readNewApi(
  context: ManagementContext,
  orgId: string,
  input: NewApiInput,
): Promise<NewApi> {
  const given = readSecurity(input);
  const ofInput: WholeSecurity | undefined = input.securityFromDocument ? undefined : newSecurity(given);
  const { source, document } = await newApiSource(context, orgId, input);
  const { operationSecurity, ...security } =
    ofInput ??
    (await securityOfDocument(context.database.prisma, { orgId, openapi: source.openapi, input, given }));
  const identity = identityOf(input, { source, ...(document && { document }) });
  const basePath = input.basePath ?? document?.basePath ?? `/${identity.name}`;
  const forwardAuthorization = input.forwardAuthorization ?? false;
  checkPath(basePath, ['input', 'basePath']);
  const settings = apiSettings({ ...input, ...(operationSecurity && { operationSecurity }) }, source);
  await checkOperationsIn(settings, { openapi: source.openapi, orgId });
  const words = apiWordsFrom(input, ['input']);
  return { orgId, ...identity, basePath, forwardAuthorization, settings, words, ...source, ...security };
}

/** Writes a new API within the quotas of its org. @throws QUOTA_EXCEEDED, VERSION_BREAKS, and as `createApi` */
export async function createNewApi(
  transaction: Transaction,
  api: NewApi,
  { input, now }: { readonly input: NewApiInput; readonly now: Date },
): Promise<Api> {
  const { orgId } = api;
  await checkQuota(transaction, { resource: 'APIS', ownerId: orgId, now });
  await checkCompat(transaction, { orgId, api: versionedName(api), settings: api.settings });
  const made = await withinDocuments(transaction, orgId, () => createApi(transaction, api));
  await refuseBreaks(transaction, made, {
    accepted: acceptedBreaks(input, now),
    path: ['input', input.openapi == null ? 'graphqlUrl' : 'openapi'],
  });
  return made;
}

type NewApi = Omit<Prisma.ApiUncheckedCreateInput, keyof Security | 'settings' | 'words'> &
  Security & {
    readonly settings: ApiSettings;
    readonly words: ApiWords;
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
  { securityDefinitions, security, settings, words, openapi, ...columns }: NewApi,
): Promise<Api> {
  const { orgId, name, version, basePath: address } = columns;
  await checkSchemaSettings({ ...columns, settings });
  await refuseTaken(transaction, { orgId, name, version });
  await refuseTakenByProvider(transaction, { orgId, address, path: ['input', 'basePath'] });
  if (columns.backend != null)
    await backendNamed(transaction, { orgId, name: columns.backend, path: ['input', 'backend'] });
  await checkSecurityIn(transaction, { orgId, security: { securityDefinitions, security, ...settings } });
  const made = await transaction.api.create({
    data: {
      ...columns,
      securityDefinitions: toStore(securityDefinitions),
      security: toStore(security),
      settings: toStore(settings),
      words: toStore(words),
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
  const version = input.version ?? document?.version ?? '1.0.0';
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
