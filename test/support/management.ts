import { getNamedType } from 'graphql';
import type { Database } from '../../src/database/database.ts';
import type { Role } from '../../src/domain/roles.ts';
import { createRateLimits } from '../../src/limits/rate-limits.ts';
import type { ManagementDeps } from '../../src/management/context.ts';
import { createManagement } from '../../src/management/handler.ts';
import { schema } from '../../src/management/schema.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import { createPasswords } from '../../src/secrets/passwords.ts';
import { createSecrets } from '../../src/secrets/secrets.ts';
import { emptyDatabase } from './database.ts';

/** What a GraphQL endpoint answered, over HTTP. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore format: one line reads better
  readonly data: Record<string, any> | null;
  readonly errors: readonly GraphQLFault[];
};
export type GraphQLFault = {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly path?: readonly (string | number)[] };
};
