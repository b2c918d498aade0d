import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

/** The circumstances of the figures: date, machine, versions. */
export function circumstances(): string {
  const [cpu] = cpus();
  const version = (program: string, argument: string) => {
    try {
      const output = execFileSync('sh', ['-c', `${program} ${argument} 2>&1; true`], { encoding: 'utf8' });
      return /\d+\.\d+(\.\d+)?/.exec(output)?.[0] ?? '';
    } catch {
      return 'none';
    }
  };
  const versions = `Node ${process.versions.node}, nginx ${version('nginx', '-v')}, HAProxy ${version('haproxy', '-v')}, wrk ${version('wrk', '-v')}`;
  return `${new Date().toISOString().slice(0, 10)} · ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 1e9)} GB · ${versions}`;
}
