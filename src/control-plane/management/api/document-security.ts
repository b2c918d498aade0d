import type { Security, WholeSecurity } from '../../../domain/api/security.ts';
import { securityFromDocument } from '../../../domain/api/security-from-document.ts';
import type { ExternalIssuer } from '../../../domain/oauth/external-issuer.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { documentSecurityOf } from '../../../openapi/document/document-security.ts';
import { readInDocument } from './read-in-document.ts';

type DocumentSecurityInput = {
  readonly orgId: string;
  /** JSON text; null for a GraphQL API. */
  readonly openapi: string | null;
  readonly input: { readonly security?: unknown; readonly operationSecurity?: unknown };
  /** The definitions and requirements that the API has or is given. */
  readonly given: Partial<Security>;
};

/**
 * Makes the security of an API of what its OpenAPI document says.
 *
 * @throws BAD_USER_INPUT where the document says nothing, what it says cannot be made, or the input says it too;
 *   TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function securityOfDocument(
  reader: Pick<Transaction, 'oAuthProvider' | 'userRegistry'>,
  { orgId, openapi, input, given }: DocumentSecurityInput,
): Promise<Required<WholeSecurity>> {
  if (openapi === null)
    return refuse('BAD_USER_INPUT', {
      detail: 'Only a REST API has an OpenAPI document: leave securityFromDocument out.',
      path: ['input', 'securityFromDocument'],
    });
  const document = await readInDocument(openapi, {
    module: 'openapi/document/document-security',
    work: documentSecurityOf,
    orgId,
  });
  const twice =
    (input.operationSecurity != null && 'operationSecurity') ||
    (input.security != null && document.general !== undefined && 'security');
  if (twice)
    refuse('BAD_USER_INPUT', {
      detail: `With securityFromDocument the document says what to ask for: leave ${twice} out.`,
      path: ['input', twice],
    });
  const providers = await reader.oAuthProvider.findMany({
    where: { orgId },
    orderBy: { name: 'asc' },
    select: { name: true, issuer: true },
  });
  const registries = await reader.userRegistry.findMany({ where: { orgId }, select: { name: true } });
  return securityFromDocument({
    document,
    given,
    org: {
      providers: providers.map(({ name, issuer }) => ({
        name,
        issuer: stored<ExternalIssuer | null>(issuer)?.url ?? null,
      })),
      registries: registries.map(({ name }) => name),
    },
  });
}
