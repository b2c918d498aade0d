// Begins a child process that reads for minutes, prints its process id, and waits to be killed.
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { apiDocument } from '../../../src/control-plane/management/api/openapi-document.ts';
import { refusal } from '../../../src/foundation/errors.ts';
import { runInChild } from '../../../src/infrastructure/child-processes/run-in-child.ts';

subscribe('child_process', (event) => {
  const { process: child } = event as { process: ChildProcess };
  child.once('spawn', () => console.log(child.pid));
});

const paths = Array.from(
  { length: 12_000 },
  (_, at) => `  /things/${at}: { get: { responses: { 200: { description: A thing } } } }`,
);
await runInChild({
  module: 'control-plane/management/api/openapi-document',
  work: apiDocument,
  input: {
    text: ['openapi: 3.0.3', 'info: { title: A, version: 1.0.0 }', 'paths:', ...paths].join('\n'),
    path: ['input'],
  },
  tooMuch: (amount) => refusal('OPENAPI_INVALID', { detail: amount }),
});
