import type { ApiBreak } from '../domain/breaking/api-break.ts';
import { refusal } from '../errors.ts';
import { inThreadIf } from '../threads/few-at-once.ts';
import { type ApiContract, breaksBetween } from './contract-breaks.ts';

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
  const input = { before: textOf(before), after: textOf(after) };
  if (input.before === input.after) return [];
  return inThreadIf(
    { isLarge: input.before.length + input.after.length > HERE_MAX, whose },
    {
      module: 'graphql/contract-breaks',
      ...{ work: breaksBetween, input },
      tooMuch: (amount) =>
        refusal('TEMPORARILY_UNAVAILABLE', {
          detail: `To compare the two versions takes ${amount}: try again.`,
        }),
    },
  );
}

const textOf = ({ kind, openapi, sdl }: ApiContract) => JSON.stringify({ kind, openapi, sdl });

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
