import { getRequestListener } from '@hono/node-server';
import { createBackends } from '../../demo/backends/backends.ts';
import { listen } from '../../http/listeners.ts';
import type { Config } from '../settings/config.ts';
import { addressOf, listening, type Running } from './running.ts';

/** Starts the sample back-ends. */
export async function startBackends(config: Config): Promise<Running> {
  return listening(await listen(getRequestListener(createBackends().fetch), addressOf(config, 'backends')));
}
