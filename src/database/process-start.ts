import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a living process began, as the system tells it: a process id alone comes again after a restart.
 *
 * @returns undefined when there is no such process; '' when it lives and the system does not tell
 */
export function processStart(pid: number): string | undefined {
  // 0 and less are groups of processes.
  if (pid < 1) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  return startByProc(pid) ?? startByPs(pid) ?? '';
}

/** Linux. proc(5): field 22 is the start time; the name in field 2 may hold spaces and parentheses. */
export function startByProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** macOS, which has no /proc. The same text in every locale and time zone. */
export function startByPs(pid: number): string | undefined {
  try {
    const started = execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    return started.trim() || undefined;
  } catch {
    return undefined;
  }
}
