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
 * Lets this session and PostgreSQL or Redis precede others until the end, where we may.
 *
 * Linux shares a machine between sessions first. By their nice values it shares between the processes of each. So a busy
 * session elsewhere takes a core for tenths of a second, whatever the nice value of a bench. Each connection of PostgreSQL
 * is a session of its own.
 */
export function precedeOtherSessions(name: Name): void {
  const ids = ['self', ...(pidsOf(name) ?? [])];
  const give = (nice: number) => {
    for (const id of ids)
      try {
        writeFileSync(`/proc/${id}/autogroup`, `${nice}`);
      } catch {
        // We may not, it has ended, or there are no such groups.
      }
  };
  give(-20);
  atEnd(async () => give(0));
}

const pidsOf = (name: Name) =>
  spawnSync('pgrep', ['-x', PROGRAMS[name]], { encoding: 'utf8' }).stdout?.split('\n').filter(Boolean);

function move(name: Name, cores: string): boolean {
  const pids = pidsOf(name);
  const moved = pids?.map((pid) => spawnSync('taskset', ['-a', '-c', '-p', cores, pid]).status === 0);
  return moved !== undefined && moved.length > 0 && moved.every(Boolean);
}
