import { getRequestListener } from '@hono/node-server';
import { createBackends } from '../backends/backends.ts';
import type { Config } from '../config.ts';
import { listen } from '../listeners.ts';
import { addressOf, listening, type Running } from './running.ts';

/** Starts the sample back-ends. */
export async function startBackends(config: Config): Promise<Running> {
  return listening(await listen(getRequestListener(createBackends().fetch), addressOf(config, 'backends')));
}
