import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state of an established connection in /proc/net/tcp. */
const ESTABLISHED = '01';

/** Counts the established connections that a process has accepted at a port. It needs Linux. */
export function openConnections(pid: number, port: number): number {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((descriptor) => linkOf(`/proc/${pid}/fd/${descriptor}`)),
  );
  const [, ...lines] = readFileSync('/proc/net/tcp', 'utf8').trimEnd().split('\n');
  return lines.filter((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    return local?.endsWith(end) && state === ESTABLISHED && sockets.has(`socket:[${inode}]`);
  }).length;
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // It was closed meanwhile.
    return undefined;
  }
}
