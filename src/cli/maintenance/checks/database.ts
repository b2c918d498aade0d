import { appliedMigrations, knownMigrations } from '../../../infrastructure/database/migrate.ts';
import {
  type DatabaseServers,
  severalPrimaries,
  stateText,
} from '../../../infrastructure/database/primary-server.ts';
import { type Check, clockFinding, type Finding } from './check.ts';

/** Checks the version of the database, its clock, and whether its notices arrive. */
export const database: Check = async ({ database: opened, clock }) => {
  if (!opened) return [];
  const before = clock();
  const [row] = await opened.query<{ now: Date; version: string }>(
    `SELECT clock_timestamp() AS now, current_setting('server_version') AS version`,
  );
  const after = clock();
  const applied = await appliedMigrations(opened);
  return [
    { check: 'database', state: 'ok', message: `PostgreSQL ${row?.version}, ${opened.kind}` },
    clockFinding('database clock', { before, there: row?.now ?? after, after }),
    migrationFinding(knownMigrations(), applied),
    noticeFinding(await opened.hearsNotices()),
    ...serverFindings(opened.servers()),
  ];
};

/** Tells of the servers of a DATABASE_URL that names several. */
function serverFindings(report: DatabaseServers): Finding[] {
  const { states } = report;
  if (states.length === 0) return [];
  const check = 'database servers';
  const message = states.map((state) => `${state.address.name} ${stateText(state)}`).join('; ');
  if (severalPrimaries(report))
    return [{ check, state: 'warn', message, remedy: 'Stop all but one, and make standbys of them anew.' }];
  if (states.some(({ kind }) => kind === 'OUT_OF_REACH'))
    return [{ check, state: 'warn', message, remedy: 'Start it, or mend its name in DATABASE_URL.' }];
  return [{ check, state: 'ok', message }];
}

function noticeFinding(arrive: boolean): Finding {
  const check = 'database notices';
  if (arrive) return { check, state: 'ok', message: 'a notice that was sent has arrived' };
  return {
    check,
    state: 'warn',
    message: 'a notice that was sent has not arrived, so that each process asks for changes every second',
    remedy: 'Set DATABASE_LISTEN_URL to an address of the database without the pooler.',
  };
}

function migrationFinding(known: readonly string[], applied: readonly string[]): Finding {
  const check = 'migrations';
  const unknown = applied.filter((name) => !known.includes(name));
  const missing = known.filter((name) => !applied.includes(name));
  if (unknown.length > 0)
    return {
      check,
      state: 'fail',
      message: `${unknown.length} are of a newer version: ${unknown.join(', ')}`,
      remedy: 'Use the version of the platform that made them, or a newer one.',
    };
  if (missing.length > 0)
    return {
      check,
      state: 'warn',
      message: `${missing.length} are missing: ${missing.join(', ')}`,
      remedy: 'Run gatehouse migrate; the next start does it, too.',
    };
  return { check, state: 'ok', message: `all ${applied.length} are applied` };
}
