import cluster from 'node:cluster';
import pino from 'pino';
import { systemClock } from '../foundation/clock.ts';
import { closeDataDir, DataDirUnusable } from '../foundation/data-dir.ts';
import { AddressTaken } from '../http/listeners.ts';
import { CertificateUnusable } from '../infrastructure/certificates/certificate-files.ts';
import { EmbeddedUnusable } from '../infrastructure/database/embedded-unusable.ts';
import { DataDirLocked } from '../infrastructure/database/lock.ts';
import { MigrationBlocked } from '../infrastructure/database/migrate.ts';
import { AccessLogUnwritable } from '../infrastructure/observability/access-log.ts';
import { loggedError, sourceStack } from '../infrastructure/observability/source-stack.ts';
import { UnsealError } from '../infrastructure/secrets/secrets.ts';
import { collectStart, prepareWithoutGateway } from './engine.ts';
import { endAtFault } from './faults.ts';
import { startPlatform } from './platform.ts';
import { type Config, ConfigError, readConfig } from './settings/config.ts';
import { welcome } from './welcome.ts';
import { tellReady, WorkerFailed } from './workers.ts';

/** Time for the end of a drained process. Anything that hangs longer, as a database may, is abandoned. */
const STOP_MS = 20_000;
/** Interval of a timer that does nothing. */
const KEEP_RUNNING_MS = 60_000;

/** Faults that the operator can mend. A sentence is enough; a stack would only hide it. */
const OPERATORS_FAULTS = [
  ConfigError,
  DataDirLocked,
  DataDirUnusable,
  EmbeddedUnusable,
  MigrationBlocked,
  AddressTaken,
  UnsealError,
  AccessLogUnwritable,
  CertificateUnusable,
  WorkerFailed,
];

async function main(): Promise<void> {
  const config = settings();
  const log = pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggedError },
    },
    pino.destination(2),
  );
  // Node would print the warnings of libraries between the lines of a start; they are for the log.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.debug({ err: warning }, 'warning'));
  endAtFault(process, log);
  if (!config.roles.has('gateway')) prepareWithoutGateway();
  if (cluster.isPrimary) closeDataDir(config.dataDir);
  // WASM is compiled meanwhile. Without it Node may wait outside the event loop, as pglite-work.ts says.
  const running = setInterval(() => {}, KEEP_RUNNING_MS);
  const platform = await startPlatform(config, { log, clock: systemClock });
  let isStopping = false;
  function stop(): void {
    // A worker may be told twice, by its terminal and by its primary; who ends it at once is the primary.
    if (isStopping && cluster.isPrimary) process.exit(1);
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), config.drainMs + STOP_MS).unref();
    void platform.close().then(() => process.exit(0));
  }
  process.on('SIGINT', stop).on('SIGTERM', stop);
  // A terminal that is closed ends what it runs. Elsewhere the signal is that of log rotation.
  process.on('SIGHUP', process.stdin.isTTY ? stop : () => void platform.reopenFiles());
  await platform.ready;
  clearInterval(running);
  collectStart();
  if (cluster.isWorker) tellReady(platform.notes);
  else process.stdout.write(await welcome(platform, config));
}

/** A worker is the gateway and nothing else. */
function settings(): Config {
  const config = readConfig();
  return cluster.isWorker ? { ...config, roles: new Set(['gateway']), gatewayWorkers: 1 } : config;
}

try {
  await main();
} catch (error) {
  const sentence = OPERATORS_FAULTS.some((fault) => error instanceof fault);
  process.stderr.write(
    `${sentence ? (error as Error).message : sourceStack(String((error as Error).stack))}\n`,
  );
  process.exit(1);
}
