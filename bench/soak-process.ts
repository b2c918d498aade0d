import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { residentMegabytes } from './gateway/load.ts';

/** Resources that a process holds. */
export type Held = {
  readonly descriptors: number;
  /** Connections that it accepted at its port. */
  readonly callers: number;
  /** Connections that it opened to the upstreams. */
  readonly upstreams: number;
};

export type Memory = {
  readonly resident: number;
  /** Heap after a collection. */
  readonly heap: number;
  /** Buffers. */
  readonly external: number;
};

const ESTABLISHED = '01';

/** Reads it from /proc: closed connections that somebody still holds count as descriptors alone. (proc(5)) */
export function heldBy(
  pid: number,
  ports: { readonly own: number; readonly upstreams: readonly number[] },
): Held {
  const names = readdirSync(`/proc/${pid}/fd`).map((name) => linkOf(`/proc/${pid}/fd/${name}`));
  const inodes = new Set(names.map((name) => /^socket:\[(\d+)\]$/.exec(name)?.[1]));
  const connections = readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === ESTABLISHED && inodes.has(inode));
  const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16);
  return {
    descriptors: names.length,
    callers: connections.filter(([, own]) => portOf(own) === ports.own).length,
    upstreams: connections.filter(([, , other]) => ports.upstreams.includes(portOf(other))).length,
  };
}

/** A descriptor may be closed while the list is read. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** A look into a Node process by its inspector. */
export type Inspector = {
  memory(): Promise<Memory>;
  /** The longest turn of its event loop since this was last asked, in milliseconds. */
  longestTurn(): Promise<number>;
};

const LONGEST_TURN = `{
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
  globalThis.turns ??= monitorEventLoopDelay({ resolution: 1 });
  const longest = turns.max / 1e6;
  turns.enable();
  turns.reset();
  String(longest);
}`;

/** @param port what the process was started with as --inspect-port: a signal opens it */
export async function inspect(pid: number, port: number): Promise<Inspector> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await debuggerOf(port));
  await once(socket, 'open');
  let id = 0;
  function ask(method: string, params: object = {}): Promise<{ value?: string }> {
    id += 1;
    const own = id;
    const answered = new Promise<{ value?: string }>((resolve) => {
      socket.addEventListener('message', function take({ data }) {
        const answer = JSON.parse(data) as { id: number; result: { result?: { value?: string } } };
        if (answer.id !== own) return;
        socket.removeEventListener('message', take);
        resolve(answer.result.result ?? {});
      });
    });
    socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }
  const evaluate = (expression: string) => ask('Runtime.evaluate', { expression });
  return {
    longestTurn: async () => Number((await evaluate(LONGEST_TURN)).value),
    async memory() {
      const resident = residentMegabytes(pid);
      await ask('HeapProfiler.collectGarbage');
      const { value = '{}' } = await evaluate('JSON.stringify(process.memoryUsage())');
      const { heapUsed, external } = JSON.parse(value) as NodeJS.MemoryUsage;
      return { resident, heap: heapUsed / 1e6, external: external / 1e6 };
    },
  };
}

async function debuggerOf(port: number): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1)
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch {
      await sleep(100);
    }
  throw new Error('The inspector of the gateway did not open.');
}
