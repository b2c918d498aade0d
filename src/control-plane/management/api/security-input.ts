import type { SecurityDefinitionDraft } from '../../../domain/api/security/types.ts';
import {
  checkSecurity,
  defaultSecurity,
  type Security,
  securityDefinition,
  type WholeSecurity,
} from '../../../domain/api/security.ts';
import {
  requirementsFrom,
  type SecurityRequirementDraft,
} from '../../../domain/api/security-requirements.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';

type SecurityInput = {
  readonly securityDefinitions?: readonly SecurityDefinitionDraft[] | null | undefined;
  readonly security?: readonly SecurityRequirementDraft[] | null | undefined;
};

/** Reads the lists of an input, each undefined where it is not given. @throws BAD_USER_INPUT */
export function readSecurity({ securityDefinitions, security }: SecurityInput): Partial<Security> {
  return {
    ...(securityDefinitions && {
      securityDefinitions: securityDefinitions.map((draft, index) =>
        securityDefinition(draft, ['input', 'securityDefinitions', index]),
      ),
    }),
    ...(security && { security: requirementsFrom(security, ['input', 'security']) }),
  };
}

/**
 * Makes the security of a new API: a client key unless the input gives another. Definitions without requirements are
 * refused: an empty list would open the API to everybody, and must be given as such.
 *
 * @throws BAD_USER_INPUT
 */
export function newSecurity({ securityDefinitions, security }: Partial<Security>): Security {
  if (securityDefinitions && !security)
    refuse('BAD_USER_INPUT', {
      detail:
        'Say in security which of the definitions a call must meet; an empty list opens the API to everybody.',
      path: ['input', 'security'],
    });
  return {
    securityDefinitions: securityDefinitions ?? defaultSecurity.securityDefinitions,
    security: security ?? defaultSecurity.security,
  };
}

/** @throws BAD_USER_INPUT when requirements and definitions do not fit, or the org lacks what they name */
export async function checkSecurityIn(
  { oAuthProvider, userRegistry }: Transaction,
  { orgId, security }: { orgId: string; security: WholeSecurity },
): Promise<void> {
  const providers = await oAuthProvider.findMany({ where: { orgId }, select: { name: true, scopes: true } });
  const scopes = new Map(
    providers.map((each) => [each.name, stored<{ name: string }[]>(each.scopes).map(({ name }) => name)]),
  );
  const registries = await userRegistry.findMany({ where: { orgId }, select: { name: true, type: true } });
  const registryTypes = new Map(registries.map(({ name, type }) => [name, type]));
  checkSecurity(security, {
    scopesOf: (provider) => scopes.get(provider),
    registryType: (name) => registryTypes.get(name),
  });
}
