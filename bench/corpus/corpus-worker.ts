// Makes servers of documents, one after the other; main.ts begins another thread when a document takes too much.
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { buildServer } from '../../src/data-plane/graphql-server/build/build-server.ts';
import { Refusal } from '../../src/foundation/errors.ts';

/** The conversion of a document. Operations are null where it did not become a server. */
export type Conversion = {
  readonly ms: number;
  readonly sdlBytes: number;
  readonly operations: readonly { readonly isField: boolean; readonly reason: string | null }[];
  readonly types: number;
  readonly failure: string | null;
};

function conversionOf(file: string): Conversion {
  const text = readFileSync(file, 'utf8');
  const started = performance.now();
  const failed = (failure: string): Conversion => ({
    ms: performance.now() - started,
    sdlBytes: 0,
    operations: [],
    types: 0,
    failure,
  });
  try {
    const sources = [{ name: 'document', url: 'http://back-end.test' }];
    const { built, report, sdl } = buildServer({ sources, documents: { document: text } });
    const operations = report.operations.map(({ field, reason }) => ({ isField: field !== null, reason }));
    return {
      ms: performance.now() - started,
      sdlBytes: Buffer.byteLength(sdl),
      operations,
      types: built.model.types.length,
      failure: null,
    };
  } catch (error) {
    return failed(error instanceof Refusal ? error.message : `A fault: ${String(error).slice(0, 200)}`);
  }
}

parentPort?.on('message', (file: string) => parentPort?.postMessage(conversionOf(file)));
