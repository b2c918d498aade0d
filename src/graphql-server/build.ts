import { Worker } from 'node:worker_threads';
import type { SourceSettings } from '../domain/graphql-server-source.ts';
import { type Refusal, refusal } from '../errors.ts';
import type { BuiltServer } from './built-server.ts';

export type BuildLimits = { readonly timeMs: number; readonly memoryMb: number };
export const BUILD_LIMITS: BuildLimits = { timeMs: 30_000, memoryMb: 512 };

export type BuildRequest = {
  readonly sources: readonly SourceSettings[];
  /** JSON texts by the names of their sources. */
  readonly documents: Readonly<Record<string, string>>;
};

export type BuildResult = { readonly built: BuiltServer; readonly sdl: string };

/** What the thread says: the server, or why there is none. */
export type BuildMessage = { readonly result: BuildResult } | { readonly failure: string };

/**
 * Makes a server of its documents, in a thread of its own: documents come from outside, and neither their size nor what
 * is in them may hold up the calls of this process or end it.
 *
 * @throws GRAPHQL_SERVER_UNUSABLE with the reason, which may be a limit
 */
export async function build(
  request: BuildRequest,
  { timeMs, memoryMb }: BuildLimits = BUILD_LIMITS,
): Promise<BuildResult> {
  const worker = new Worker(new URL('./build-thread.mjs', import.meta.url), {
    workerData: request,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let limit: NodeJS.Timeout | undefined;
  try {
    return await new Promise<BuildResult>((resolve, reject) => {
      limit = setTimeout(
        () => reject(unusable(`It takes more than ${timeMs / 1000} seconds to build.`)),
        timeMs,
      );
      worker.once('message', (message: BuildMessage) =>
        'result' in message ? resolve(message.result) : reject(unusable(message.failure)),
      );
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? unusable(`It takes more than ${memoryMb} MB of memory to build.`, error)
            : error,
        ),
      );
      worker.once('exit', () => reject(unusable('Its building ended without a result.')));
    });
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
}

const unusable = (detail: string, cause?: unknown): Refusal =>
  refusal('GRAPHQL_SERVER_UNUSABLE', { detail, cause });
