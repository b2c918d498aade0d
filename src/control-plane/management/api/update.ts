import { isDeepStrictEqual } from 'node:util';
import { type ApiSettings, apiSettings } from '../../../domain/api/api-settings.ts';
import { type ApiWords, apiWordsFrom } from '../../../domain/api/api-words.ts';
import { checkPath } from '../../../domain/api/path.ts';
import type { Security, WholeSecurity } from '../../../domain/api/security.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { withinDocuments } from '../../../infrastructure/database/check-quota.ts';
import { readOpenApi, writeOpenApi } from '../../../infrastructure/database/documents.ts';
import type { Api, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { storedSecurity } from '../../../infrastructure/database/stored-security.ts';
import { refuseTakenByProvider } from '../address.ts';
import { backendNamed } from '../backend/backend-named.ts';
import { builder } from '../builder.ts';
import { checkedTitle, notNull } from '../not-null.ts';
import { refuseLostMeters } from '../product/metered-limits.ts';
import { forget } from '../schema-refresh/refresh.ts';
import { ApiRef, apiOfDraft, draftNamed } from './api.ts';
import { checkOneAddress, checkTarget, graphqlSource, refuseLoneOverlay } from './api-source.ts';
import { checkCompat } from './compat-verification.ts';
import { securityOfDocument } from './document-security.ts';
import { UpdateApiInput } from './input.ts';
import type { IntrospectionDeps } from './introspect-server.ts';
import { readApiDocument } from './openapi-document.ts';
import { checkOperationsIn } from './operation-security.ts';
import { checkSchemaSettings } from './schema-settings.ts';
import { checkSecurityIn, readSecurity } from './security-input.ts';
import { acceptedBreaks, refuseBreaks } from './version-breaks.ts';

builder.mutationField('updateApi', (t) =>
  t.field({
    type: ApiRef,
    description:
      'Changes the draft of an API; copies in catalogs stay as they are until a product with it is staged or published again.',
    args: { input: t.arg({ type: UpdateApiInput, required: true, description: 'What to change.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { api } = input;
      const path = ['input', 'api'];
      const before = await draftNamed(context.database.prisma, { orgId, api, path });
      const source = await sourceChanges(context, input, before);
      const title = checkedTitle(input.title, ['input', 'title']);
      const basePath = notNull(input.basePath, ['input', 'basePath']);
      if (basePath !== undefined) checkPath(basePath, ['input', 'basePath']);
      const forwardAuthorization = notNull(input.forwardAuthorization, ['input', 'forwardAuthorization']);
      notNull(input.securityDefinitions, ['input', 'securityDefinitions']);
      notNull(input.security, ['input', 'security']);
      const changes = readSecurity(input);
      const draft = await context.change(
        { orgId, action: 'updateApi', subject: api },
        async (transaction) => {
          const row = await draftNamed(transaction, { orgId, api, path });
          const { operationSecurity: _, ...securityBefore } = storedSecurity(row);
          const given: WholeSecurity = { ...securityBefore, ...changes };
          const readsSecurity = isCheckedByDocument(input) || source.openapi !== undefined;
          const openapi = readsSecurity
            ? (source.openapi ?? (await readOpenApi(transaction, 'Api', row.id)))
            : null;
          const { operationSecurity, ...security } = input.securityFromDocument
            ? await securityOfDocument(transaction, { orgId, openapi, input, given })
            : given;
          const before = { kind: row.kind, before: stored<ApiSettings>(row.settings) };
          const settings = apiSettings({ ...input, ...(operationSecurity && { operationSecurity }) }, before);
          if (readsSecurity) await checkOperationsIn(settings, { openapi, orgId });
          if (input.compat) await checkCompat(transaction, { orgId, api, settings });
          const words = apiWordsFrom(input, ['input'], stored<ApiWords>(row.words));
          const columns = { title, basePath, forwardAuthorization, settings, words };
          const update = () => updateApi(transaction, row, { ...columns, ...source, ...security });
          const { changed, isAnother } = await (Object.keys(source).length > 0
            ? withinDocuments(transaction, orgId, update)
            : update());
          if (input.meters) await refuseLostMeters(transaction, { apiId: row.id, path: ['input', 'meters'] });
          if (source.sdl !== undefined) await forget(transaction, row.id);
          if (isAnother)
            await refuseBreaks(transaction, changed, {
              accepted: acceptedBreaks(input, context.clock()),
              path: ['input', memberThatBreaks(changed, input)],
            });
          return changed;
        },
      );
      return apiOfDraft(draft);
    },
  }),
);

/** Tells whether a change is checked against the document of its API. */
const isCheckedByDocument = (input: typeof UpdateApiInput.$inferInput): boolean =>
  input.securityFromDocument === true ||
  [
    input.operationSecurity,
    input.meters,
    input.transformations,
    input.compat,
    input.responseCache,
    input.contract,
    input.mock,
  ].some(Boolean);

/** The member of an input that what breaks is told of. */
function memberThatBreaks({ kind }: Api, { openapi }: SourceInput): string {
  if (kind === 'GRAPHQL') return 'graphqlUrl';
  return openapi == null ? 'operationSecurity' : 'openapi';
}

type ApiChanges = Omit<
  Prisma.ApiUncheckedUpdateInput,
  keyof Security | 'basePath' | 'backend' | 'settings' | 'words'
> &
  Security & {
    readonly basePath?: string | undefined;
    readonly backend?: string | null | undefined;
    readonly settings: ApiSettings;
    readonly words: ApiWords;
    /** JSON text. */
    readonly openapi?: string | null | undefined;
  };

type UpdatedApi = {
  readonly changed: Api;
  /** True when its document, schema or the security of operations changes. */
  readonly isAnother: boolean;
};

/**
 * Changes the draft of an API.
 *
 * @throws NAME_TAKEN when a provider is at its base path; BAD_USER_INPUT when its security or costs do not fit
 */
export async function updateApi(
  transaction: Transaction,
  { id, orgId, sdl, settings: before }: Api,
  { securityDefinitions, security, settings, words, openapi, ...columns }: ApiChanges,
): Promise<UpdatedApi> {
  if (columns.basePath !== undefined)
    await refuseTakenByProvider(transaction, {
      orgId,
      address: columns.basePath,
      path: ['input', 'basePath'],
    });
  await checkSchemaSettings({ sdl, ...columns, settings });
  if (columns.backend != null)
    await backendNamed(transaction, { orgId, name: columns.backend, path: ['input', 'backend'] });
  await checkSecurityIn(transaction, { orgId, security: { securityDefinitions, security, ...settings } });
  const changed = await transaction.api.update({
    where: { id },
    data: {
      ...columns,
      securityDefinitions: toStore(securityDefinitions),
      security: toStore(security),
      settings: toStore(settings),
      words: toStore(words),
    },
  });
  const isAnotherDocument =
    openapi !== undefined && (await writeOpenApi(transaction, { table: 'Api', id }, openapi));
  const isSecurityAnother = !isDeepStrictEqual(
    stored<ApiSettings>(before).operationSecurity,
    settings.operationSecurity,
  );
  return { changed, isAnother: isAnotherDocument || changed.sdl !== sdl || isSecurityAnother };
}

type SourceInput = {
  readonly openapi?: unknown;
  readonly overlay?: unknown;
  readonly graphqlUrl?: string | null | undefined;
  readonly targetUrl?: string | null | undefined;
  readonly backend?: string | null | undefined;
};

/**
 * Reads the changes of an API's source; its kind cannot change. The server is asked only when the input gives its
 * URL.
 */
async function sourceChanges(
  deps: IntrospectionDeps,
  input: SourceInput,
  { kind, orgId }: Api,
): Promise<Pick<ApiChanges, 'openapi' | 'graphqlUrl' | 'targetUrl' | 'backend' | 'sdl' | 'kind'>> {
  const openapi = notNull(input.openapi, ['input', 'openapi']);
  const graphqlUrl = notNull(input.graphqlUrl, ['input', 'graphqlUrl']);
  const foreign = kind === 'REST' ? { graphqlUrl } : { openapi, targetUrl: input.targetUrl ?? undefined };
  for (const [member, value] of Object.entries(foreign))
    if (value !== undefined)
      refuse('BAD_USER_INPUT', {
        detail: `This is a ${kind === 'REST' ? 'REST' : 'GraphQL'} API: leave ${member} out.`,
        path: ['input', member],
      });
  refuseLoneOverlay({ openapi, overlay: input.overlay });
  const { targetUrl, backend } = input;
  if (kind === 'GRAPHQL')
    return {
      ...(graphqlUrl !== undefined && (await graphqlSource(deps, orgId, { graphqlUrl }))),
      ...(backend !== undefined && { backend }),
    };
  checkOneAddress({ targetUrl, backend });
  if (targetUrl != null) await checkTarget(deps.outbound.forOrg(orgId), targetUrl, ['input', 'targetUrl']);
  return {
    ...(openapi !== undefined && {
      openapi: (await readApiDocument({ openapi, overlay: input.overlay }, ['input', 'openapi'], orgId)).text,
    }),
    ...(targetUrl !== undefined && { targetUrl }),
    ...(backend !== undefined && { backend }),
    // Each takes the other's place.
    ...(targetUrl != null && { backend: null }),
    ...(backend != null && { targetUrl: null }),
  };
}
