import pino from 'pino';
import { systemClock } from './clock.ts';
import { ConfigError, readConfig } from './config.ts';
import { DataDirLocked } from './database/lock.ts';
import { AddressTaken } from './listeners.ts';
import { startPlatform } from './platform.ts';
import { UnsealError } from './secrets/secrets.ts';
import { welcome } from './welcome.ts';

/** What does not end within this time, a database that hangs for example, is left. */
const STOP_MS = 20_000;

/** Faults that are the operator's to mend: a sentence is enough, a stack would only hide it. */
const OPERATORS_FAULTS = [ConfigError, DataDirLocked, AddressTaken, UnsealError];

async function main(): Promise<void> {
  const config = readConfig();
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
  // Node would print the warnings of libraries between the lines of a start; they are for the log.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.debug({ err: warning }, 'warning'));
  const platform = await startPlatform(config, { log, clock: systemClock });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      setTimeout(() => process.exit(1), STOP_MS).unref();
      void platform.close().then(() => process.exit(0));
    });
  await platform.ready;
  process.stdout.write(await welcome(platform, config));
}

try {
  await main();
} catch (error) {
  const sentence = OPERATORS_FAULTS.some((fault) => error instanceof fault);
  process.stderr.write(`${sentence ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
}
