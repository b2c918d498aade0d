import type { PhrasedBreak } from '../../domain/api/api-break.ts';
import { securityBreaks } from '../../domain/api/security-breaks.ts';
import { refusal } from '../../foundation/errors.ts';
import { phrase, said } from '../../foundation/text/change-phrase.ts';
import type { VersionedName } from '../../foundation/text/version.ts';
import { inChildIf } from '../../infrastructure/child-processes/concurrency-limit.ts';
import { type SecurityRow, storedSecurity } from '../../infrastructure/database/stored-security.ts';
import { isRemoval } from '../../openapi/breaking/breaking-changes.ts';
import { type ApiContract, breaksBetween, type Contracts } from './contract-breaks.ts';

/** Characters of two contracts that this process compares: a few hundredths of a second. */
const HERE_MAX = 131_072;

/**
 * Lists the changes that break callers when one version replaces another. Documents of megabytes take seconds to
 * compare. A child process does that, so that calls are served meanwhile.
 *
 * @param queueKey the org whose turn a child process takes
 * @throws TEMPORARILY_UNAVAILABLE when too many wait, or the comparison takes too much time or memory
 */
export async function contractBreaks(
  before: ApiContract,
  after: ApiContract,
  queueKey: string,
): Promise<PhrasedBreak[]> {
  const input = { before: contractOf(before), after: contractOf(after) };
  if (isSame(input)) return [];
  return inChildIf(
    { isLarge: lengthOf(before) + lengthOf(after) > HERE_MAX, queueKey },
    {
      module: 'graphql/breaks/contract-breaks',
      work: breaksBetween,
      input,
      tooMuch: (amount) =>
        refusal('TEMPORARILY_UNAVAILABLE', {
          detail: `To compare the two versions takes ${amount}: try again.`,
        }),
    },
  );
}

/** Picks the members that a child process needs. A row may have others that cannot be cloned. */
const contractOf = ({ kind, openapi, sdl }: ApiContract): ApiContract => ({ kind, openapi, sdl });

const isSame = ({ before, after }: Contracts) =>
  before.kind === after.kind && before.openapi === after.openapi && before.sdl === after.sdl;

const lengthOf = ({ openapi, sdl }: ApiContract) => (openapi?.length ?? 0) + (sdl?.length ?? 0);

/** A contract with what its calls have to prove. */
type SecuredContract = ApiContract & SecurityRow & VersionedName;

/** Lists the breaks of a contract, and the operations that ask for more. Those that are gone ask for nothing. */
export async function securedBreaks(
  before: SecuredContract,
  after: SecuredContract,
  queueKey: string,
): Promise<PhrasedBreak[]> {
  const breaks = await contractBreaks(before, after, queueKey);
  const gone = new Set(breaks.filter(isRemoval).map((each) => each.operation));
  const [was, is] = [before, after].map(({ name, version, ...row }) => ({
    name,
    version,
    ...storedSecurity(row),
  }));
  const asked = was && is ? securityBreaks(was, is) : [];
  return [...breaks, ...asked.filter(({ operation }) => !gone.has(operation))];
}

type PublishedContract = SecuredContract & { readonly basePath: string };

/** Lists the breaks of an API in a catalog. Another base path breaks every call, whatever the documents say. */
export async function publishedBreaks(
  before: PublishedContract,
  after: PublishedContract,
  queueKey: string,
): Promise<PhrasedBreak[]> {
  const breaks = await securedBreaks(before, after, queueKey);
  if (before.basePath === after.basePath) return breaks;
  const moved = said(phrase('BASE_PATH', after.basePath, before.basePath));
  return [{ operation: null, ...moved }, ...breaks];
}
