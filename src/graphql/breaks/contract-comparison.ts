import type { ApiBreak } from '../../domain/api/api-break.ts';
import { refusal } from '../../foundation/errors.ts';
import { inThreadIf } from '../../infrastructure/threads/concurrency-limit.ts';
import { type ApiContract, breaksBetween, type Contracts } from './contract-breaks.ts';

/** Characters of two contracts that are compared at once: a few hundredths of a second. */
const HERE_MAX = 131_072;

/**
 * What breaks the callers of an API when it is replaced by another version of it. Documents of megabytes take seconds to
 * compare: that is done in a thread, so that calls are served meanwhile.
 *
 * @param whose the org whose turn a thread takes
 * @throws TEMPORARILY_UNAVAILABLE when too many wait, or it takes too much
 */
export async function contractBreaks(
  before: ApiContract,
  after: ApiContract,
  whose: string,
): Promise<ApiBreak[]> {
  const input = { before: contractOf(before), after: contractOf(after) };
  if (isSame(input)) return [];
  return inThreadIf(
    { isLarge: lengthOf(before) + lengthOf(after) > HERE_MAX, whose },
    {
      module: 'graphql/breaks/contract-breaks',
      ...{ work: breaksBetween, input },
      tooMuch: (amount) =>
        refusal('TEMPORARILY_UNAVAILABLE', {
          detail: `To compare the two versions takes ${amount}: try again.`,
        }),
    },
  );
}

/** What goes to a thread: a row may have more than can be cloned. */
const contractOf = ({ kind, openapi, sdl }: ApiContract): ApiContract => ({ kind, openapi, sdl });

const isSame = ({ before, after }: Contracts) =>
  before.kind === after.kind && before.openapi === after.openapi && before.sdl === after.sdl;

const lengthOf = ({ openapi, sdl }: ApiContract) => (openapi?.length ?? 0) + (sdl?.length ?? 0);

type PublishedContract = ApiContract & { readonly basePath: string };

/** The same for an API in a catalog: another base path breaks every call, whatever the documents say. */
export async function publishedBreaks(
  before: PublishedContract,
  after: PublishedContract,
  whose: string,
): Promise<ApiBreak[]> {
  const breaks = await contractBreaks(before, after, whose);
  if (before.basePath === after.basePath) return breaks;
  const message = `its base path is ${after.basePath} now, was ${before.basePath}`;
  return [{ operation: null, message }, ...breaks];
}
