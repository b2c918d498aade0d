// The thread in which a server is made of its documents: see build.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../errors.ts';
import type { BuildMessage, BuildRequest } from './build.ts';
import { buildServer } from './build-server.ts';

function answer(): BuildMessage {
  try {
    return { result: buildServer(workerData as BuildRequest) };
  } catch (error) {
    if (error instanceof Refusal) return { failure: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer());
