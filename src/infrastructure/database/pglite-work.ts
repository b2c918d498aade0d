// The work of pglite-thread.ts: it holds the embedded PostgreSQL and answers bytes of the wire protocol.
import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { DatabaseRequest, DatabaseResponse, DatabaseThreadOptions } from './pglite-thread.ts';

/**
 * Replaces the whole postgresql.conf. The 128 MB of a server take 150 MB more, 16 MB take 7 MB more.
 *
 * A page that is not in the buffers is read from its file, which the operating system keeps in memory.
 */
const CONFIGURATION = ['shared_buffers = 8MB'];

const { folder, seed } = workerData as DatabaseThreadOptions;
const port = parentPort as MessagePort;
// Listening from the beginning, which keeps the event loop running. Otherwise Node waits outside it until the WASM is
// compiled, by V8's pool of threads. One that compiles JavaScript there may wait for this thread to collect garbage, and with
// a pool of one (`--v8-pool-size=1`) both would wait for ever. (Node 24)
const questions = on(port, 'message') as AsyncIterable<[DatabaseRequest]>;
const lite = await PGlite.create({
  ...(folder !== undefined && { dataDir: folder }),
  ...(seed && { loadDataDir: seed }),
  postgresqlconf: CONFIGURATION,
});
tell(new Uint8Array());
for await (const [question] of questions) {
  if (question === 'CLOSE') break;
  tell(await answerOf(question));
}
await lite.close();

function tell(answer: DatabaseResponse): void {
  port.postMessage(answer, [answer.buffer]);
}

/** Streams the answer. PGlite's own collecting would also parse it, and keep it for ever. */
async function answerOf(question: Uint8Array): Promise<DatabaseResponse> {
  const parts: DatabaseResponse[] = [];
  await lite.execProtocolRawStream(question, { onRawData: (bytes) => parts.push(bytes.slice()) });
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const answer = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    answer.set(part, at);
    at += part.length;
  }
  return answer;
}
