import type { SourceSettings } from '../../../domain/api/graphql-server-source.ts';
import { Refusal, refusal } from '../../../foundation/errors.ts';
import type { OnFault } from '../../../graphql/server/refusals.ts';
import { type ChildLimits, runInChild } from '../../../infrastructure/child-processes/run-in-child.ts';
import type { SourceDocuments } from '../../../infrastructure/database/documents.ts';
import type { GraphQLServer } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import type { BuildRequest, BuildResult } from './build-request.ts';
import { buildTexts } from './build-server.ts';

/** The columns of a row that a server is built of. */
type BuildRow = Pick<GraphQLServer, 'sources' | 'policies' | 'sdl'> & {
  readonly documents: SourceDocuments;
};

/**
 * Makes a server of its row, in a child process of its own.
 *
 * @throws OPENAPI_INVALID, or GRAPHQL_SERVER_UNUSABLE with the reason, which may be a limit
 */
export async function build(
  { sources, documents, policies, sdl }: BuildRow,
  limits?: ChildLimits,
): Promise<BuildResult> {
  const input: BuildRequest = {
    sources: stored<SourceSettings[]>(sources),
    documents,
    policies,
    servedSdl: sdl,
  };
  try {
    return await runInChild({
      module: 'data-plane/graphql-server/build/build-server',
      work: buildTexts,
      input,
      limits,
      tooMuch: (amount) => refusal('GRAPHQL_SERVER_UNUSABLE', { detail: `It takes ${amount} to build.` }),
    });
  } catch (error) {
    throw asUnusable(error);
  }
}

/** Words a failure of the build for its owner. A schema is walked through from type to type. */
function asUnusable(error: unknown): unknown {
  if (!(error instanceof RangeError && error.message.includes('call stack'))) return error;
  return refusal('GRAPHQL_SERVER_UNUSABLE', {
    detail:
      'Its types refer on from one to the next too far to be followed: leave some out of its documents.',
    cause: error,
  });
}

/**
 * The reason that a server cannot be built, as its row keeps it.
 *
 * A fault that is no refusal goes to the operator.
 */
export function reasonOf(thrown: unknown, onFault: OnFault): string {
  const error = asUnusable(thrown);
  if (error instanceof Refusal) return error.message;
  onFault(error);
  return 'It cannot be built: the log says why.';
}
