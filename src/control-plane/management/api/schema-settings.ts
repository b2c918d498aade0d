import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { schemaInTurns } from '../../../graphql/schema/schema-in-turns.ts';
import { checkCosts } from './graphql-costs.ts';
import { checkRegisteredOperations } from './registered-operations.ts';

type GraphQLApi = { readonly sdl?: unknown; readonly settings: ApiSettings };

/**
 * Checks the cost rules and registered operations of an API against its schema.
 *
 * @throws BAD_USER_INPUT
 */
export async function checkSchemaSettings({ sdl, settings }: GraphQLApi): Promise<void> {
  if (typeof sdl !== 'string') return;
  const schema = await schemaInTurns(sdl);
  checkCosts(schema, settings);
  checkRegisteredOperations(schema, settings);
}
