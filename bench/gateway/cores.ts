import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { atEnd, CORES } from './processes.ts';

const ALL_CORES = `0-${availableParallelism() - 1}`;

const PROGRAMS = { PostgreSQL: 'postgres', Redis: 'redis-server' } as const;
type Name = keyof typeof PROGRAMS;

/**
 * Keeps PostgreSQL or Redis on this machine off the servers' core until the end.
 *
 * Real gateways have it elsewhere, and their callers wait for its share of the core.
 *
 * @returns where it is, for whoever reads the figures
 */
export function keepOffServers(name: Name): string {
  if (!move(name, CORES.others)) return `${name} wherever the machine lets it run`;
  atEnd(async () => void move(name, ALL_CORES));
  return `${name} on that of the load`;
}

/**
 * Lets what this session runs go before other sessions, where we may. Linux shares a machine between sessions first, and
 * between the processes of each by their nice values then.
 */
export function precedeOtherSessions(): void {
  try {
    writeFileSync('/proc/self/autogroup', '-20');
  } catch {
    // We may not, or there are no such groups.
  }
}

function move(name: Name, cores: string): boolean {
  const pids = spawnSync('pgrep', ['-x', PROGRAMS[name]], { encoding: 'utf8' })
    .stdout?.split('\n')
    .filter(Boolean);
  const moved = pids?.map((pid) => spawnSync('taskset', ['-a', '-c', '-p', cores, pid]).status === 0);
  return moved !== undefined && moved.length > 0 && moved.every(Boolean);
}
