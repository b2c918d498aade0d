import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { SecurityDefinition } from '../../../domain/api/security/types.ts';
import type { SecurityRequirement } from '../../../domain/api/security.ts';
import type { ApiDefinition } from '../../../domain/manifest/definition.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { apiWordsOf } from '../api/words.ts';
import type { OrgRows } from './org-rows.ts';

/** The definition of an API from its row. */
export function apiOf(row: Omit<OrgRows['apis'][number], 'id' | 'orgId' | 'createdAt'>): ApiDefinition {
  const { name, version, title, kind, basePath, targetUrl, backend, graphqlUrl, sdl } = row;
  return {
    name,
    version,
    kind,
    title,
    basePath,
    targetUrl,
    backend,
    graphqlUrl,
    sdl,
    forwardAuthorization: row.forwardAuthorization,
    openapi: row.openapi,
    securityDefinitions: stored<SecurityDefinition[]>(row.securityDefinitions),
    security: stored<SecurityRequirement[]>(row.security),
    settings: stored<ApiSettings>(row.settings),
    words: apiWordsOf(row),
  };
}
