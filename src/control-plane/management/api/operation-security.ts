import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { stepLists } from '../../../domain/api/compat.ts';
import { checkMeterOperations } from '../../../domain/api/meters.ts';
import { checkCachedOperations } from '../../../domain/api/response-cache.ts';
import { checkOperations } from '../../../domain/api/security-requirements.ts';
import { checkTransformedOperations } from '../../../domain/api/transformations.ts';
import { refuse } from '../../../foundation/errors.ts';
import { CHARACTERS_MAX, uncheckableIn } from '../../../openapi/contract/checkable-document.ts';
import { operationNamesOf } from '../../../openapi/path-template.ts';
import { checkJsonSteps } from './json-steps.ts';
import { readInDocument } from './read-in-document.ts';

/**
 * Checks that a document has the operations of security, meters and transformations. With a contract, calls can be checked against it.
 *
 * @throws BAD_USER_INPUT for one that it lacks; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function checkOperationsIn(
  {
    operationSecurity = [],
    meters = [],
    transformations = [],
    compat,
    responseCache,
    contract,
    mock,
  }: ApiSettings,
  { openapi, orgId }: { readonly openapi: string | null; readonly orgId: string },
): Promise<void> {
  if (mock && (openapi ?? '').length > CHARACTERS_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The document has more than ${CHARACTERS_MAX} characters: split the API, or leave mock out.`,
      path: ['input', 'mock'],
    });
  if (contract) await checkContract(openapi ?? '{}', orgId);
  const lists = stepLists({ transformations, ...(compat && { compat }) });
  for (const { steps, path } of lists) await checkJsonSteps(steps, orgId, path);
  const names =
    openapi !== null &&
    [...meters, ...lists.flatMap(({ steps }) => steps), ...(responseCache ? [responseCache] : [])].some(
      ({ operations }) => operations.length > 0,
    );
  if (operationSecurity.length === 0 && !names) return;
  const operations = await readInDocument(openapi ?? '{}', {
    module: 'openapi/path-template',
    work: operationNamesOf,
    orgId,
  });
  const known = new Set(operations);
  checkOperations(operationSecurity, known);
  if (!names) return;
  checkMeterOperations(meters, known);
  if (responseCache) checkCachedOperations(responseCache, known);
  for (const { steps, path } of lists) checkTransformedOperations(steps, known, path);
}

async function checkContract(openapi: string, orgId: string): Promise<void> {
  const faults = await readInDocument(openapi, {
    module: 'openapi/contract/checkable-document',
    work: uncheckableIn,
    orgId,
  });
  if (faults.length > 0)
    refuse('BAD_USER_INPUT', {
      detail: `Calls cannot be checked against the document: write it otherwise, or leave contract out.\n${faults.join('\n')}`,
      path: ['input', 'contract'],
    });
}
