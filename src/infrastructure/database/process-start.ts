import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the start time of a living process, as the system reports it. A process id alone is used again after a
 * restart.
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
  const start = startByProc(pid) ?? startByPs(pid);
  return start === ENDED ? undefined : (start ?? '');
}

/** A zombie: a process that has ended before its parent read the exit code. It holds nothing. */
export const ENDED = Symbol('ended');

/** Reads the start of a process on Linux. proc(5): field 3 is the state, 22 the start time; field 2 may hold spaces. */
export function startByProc(pid: number): string | typeof ENDED | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return /[ZX]/i.test(fields[0] ?? '') ? ENDED : fields[19];
  } catch {
    return undefined;
  }
}

/** macOS, which has no /proc. The text is the same in every locale and time zone. */
export function startByPs(pid: number): string | typeof ENDED | undefined {
  try {
    const output = execFileSync('/bin/ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    const [state = '', ...started] = output.trim().split(/ +/);
    return state.startsWith('Z') ? ENDED : started.join(' ') || undefined;
  } catch {
    return undefined;
  }
}
