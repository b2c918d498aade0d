import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { atEnd, CORES } from './processes.ts';

const ALL_CORES = `0-${availableParallelism() - 1}`;

/**
 * Keeps PostgreSQL, where it runs on this machine, off the core of the servers until the end: it is elsewhere where
 * gateways are in earnest, and what it takes of their core is waited for by their callers.
 *
 * @returns where it is, for whoever reads the figures
 */
export function keepDatabaseOffServers(): string {
  if (!moveDatabase(CORES.others)) return 'PostgreSQL wherever the machine lets it run';
  atEnd(async () => void moveDatabase(ALL_CORES));
  return 'PostgreSQL on that of the load';
}

function moveDatabase(cores: string): boolean {
  const pids = spawnSync('pgrep', ['-x', 'postgres'], { encoding: 'utf8' })
    .stdout?.split('\n')
    .filter(Boolean);
  const moved = pids?.map((pid) => spawnSync('taskset', ['-a', '-c', '-p', cores, pid]).status === 0);
  return moved !== undefined && moved.length > 0 && moved.every(Boolean);
}
