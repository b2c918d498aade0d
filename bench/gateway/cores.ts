import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const PRECEDES_AGAIN_MS = 500;

/**
 * Lets this session and PostgreSQL or Redis precede others until the end, where we may.
 *
 * Linux shares a machine between sessions first. By their nice values it shares between the processes of each. So a busy
 * session elsewhere takes a core for tenths of a second, whatever the nice value of a bench. Each connection of PostgreSQL
 * is a session of its own. One that is made later gets its precedence within half a second: the bench would take the core
 * from it.
 */
export function precedeOtherSessions(name: Name): void {
  const give = (nice: number) => {
    for (const id of ['self', ...(pidsOf(name) ?? [])])
      try {
        writeFileSync(`/proc/${id}/autogroup`, `${nice}`);
      } catch {
        // We may not, it has ended, or there are no such groups.
      }
  };
  give(-20);
  const again = setInterval(give, PRECEDES_AGAIN_MS, -20);
  atEnd(async () => {
    clearInterval(again);
    give(0);
  });
}

/** Reads /proc. Starting a program for it twice a second would disturb what is measured. */
const pidsOf = (name: Name) =>
  existsSync('/proc/self/comm')
    ? readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && nameOf(pid) === PROGRAMS[name])
    : undefined;

function nameOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // It has ended.
    return undefined;
  }
}

function move(name: Name, cores: string): boolean {
  const pids = pidsOf(name);
  const moved = pids?.map((pid) => spawnSync('taskset', ['-a', '-c', '-p', cores, pid]).status === 0);
  return moved !== undefined && moved.length > 0 && moved.every(Boolean);
}
