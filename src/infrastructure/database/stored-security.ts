import type { ApiSettings } from '../../domain/api/api-settings.ts';
import type { WholeSecurity } from '../../domain/api/security.ts';
import type { Api } from './generated/prisma/client.ts';
import { stored } from './json-columns.ts';

/** The columns that hold the security of an API. */
export type SecurityRow = Pick<Api, 'securityDefinitions' | 'security' | 'settings'>;

/** Columns to select for {@link storedSecurity}. */
export const securityColumns = { securityDefinitions: true, security: true, settings: true } as const;

/** Reads the security of an API and of its operations from its row. */
export function storedSecurity({ securityDefinitions, security, settings }: SecurityRow): WholeSecurity {
  const { operationSecurity = [] } = stored<ApiSettings>(settings);
  return {
    securityDefinitions: stored<WholeSecurity['securityDefinitions']>(securityDefinitions),
    security: stored<WholeSecurity['security']>(security),
    operationSecurity,
  };
}
