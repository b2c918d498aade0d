import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadHttp2 } from './load-http2.ts';
import { CORES, folder, secondsSinceStart } from './processes.ts';

/** The request of a client. */
export type Request = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a POST request. */
  readonly body?: string;
  /** A header whose value changes from call to call, in turn. */
  readonly varied?: { readonly header: string; readonly values: readonly string[] };
  /** Tells whether it is sent over HTTP/2. */
  readonly isHttp2?: boolean;
};

export type Load = { readonly seconds: number; readonly connections: number };
/** Figures of the calls that came back, with times in milliseconds. */
export type Loaded = Pick<Figures, 'perSecond' | 'p50' | 'p99' | 'completed' | 'failed'>;

export type Figures = {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU of the server's process in microseconds per call. */
  readonly cpu: number;
  /** Resident memory after the window, in MB. */
  readonly rss: number;
  readonly completed: number;
  /** Calls that were not answered with 2xx, or not at all. */
  readonly failed: number;
};

const TICKS_PER_SECOND = 100;
const READY_WITHIN_SECONDS = 300;

/** CPU of a process so far, its own and the system's for it, in microseconds. (proc(5): utime and stime) */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
}

const AT_REST_MS = 40;
const AT_REST_WITHIN_MS = 1_500;

/**
 * CPU of a process so far, once it has worked off what it was asked. wrk leaves a call on each connection, which a slow
 * server pays in the next window: a sixth of its calls there.
 */
async function cpuAtRest(pid: number): Promise<number> {
  const end = performance.now() + AT_REST_WITHIN_MS;
  for (let before = cpuOf(pid); ; ) {
    await sleep(AT_REST_MS);
    const now = cpuOf(pid);
    if (now === before || performance.now() > end) return now;
    before = now;
  }
}

/** Resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

/** Asks once. @throws Error with the answer when it is not what can be measured */
export async function checkAnswer(name: string, { url, headers = {}, body }: Request): Promise<void> {
  const answer = await fetch(url, { headers, ...(body !== undefined && { method: 'POST', body }) });
  const text = await answer.text();
  if (answer.status !== 200 || text.includes('"errors"'))
    throw new Error(`${name} answers ${answer.status} at ${url}: ${text}`);
}

/** Asks a process that starts until it answers. @returns the seconds from its start to that answer */
export async function readyAfter(pid: number, request: Request): Promise<number> {
  for (;;)
    try {
      await checkAnswer('It', request);
      return secondsSinceStart(pid);
    } catch (error) {
      if (secondsSinceStart(pid) > READY_WITHIN_SECONDS) throw error;
      await sleep(20);
    }
}

/** Loads a server over kept connections, and reads the cost for its process. */
export async function measure(
  pid: number,
  request: Request,
  { seconds, connections = 64 }: { readonly seconds: number; readonly connections?: number },
): Promise<Figures> {
  const before = await cpuAtRest(pid);
  const load = request.isHttp2 ? loadHttp2 : loadByWrk;
  const loaded = await load(request, { seconds, connections });
  const cpu = (await cpuAtRest(pid)) - before;
  if (loaded.completed === 0) throw new Error(`Nothing came back from ${request.url} in ${seconds} s.`);
  // Each connection has a call under way when the load stops, which the server answers all the same.
  return { ...loaded, cpu: cpu / (loaded.completed + connections), rss: residentMegabytes(pid) };
}

async function loadByWrk(request: Request, { seconds, connections }: Load): Promise<Loaded> {
  const script = join(folder, 'load.lua');
  writeFileSync(script, scriptOf(request));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script, request.url];
  const printed = await run(['taskset', '-c', CORES.others, 'wrk', ...args]);
  const [, figures] = /FIGURES (.*)/.exec(printed) ?? [];
  if (!figures) throw new Error(`wrk said:\n${printed}`);
  const [completed = 0, microseconds = 1, p50 = 0, p99 = 0, failed = 0] = figures.split(' ').map(Number);
  return { perSecond: (completed * 1e6) / microseconds, p50: p50 / 1000, p99: p99 / 1000, completed, failed };
}

function run([program = '', ...args]: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    child.once('error', reject).once('close', () => resolve(printed));
  });
}

const quoted = (text: string) => JSON.stringify(text).replaceAll('\\u', '\\\\u');

function scriptOf({ headers = {}, body, varied }: Request): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`,
  );
  if (body !== undefined) lines.push(`wrk.method = "POST"`, `wrk.body = ${quoted(body)}`);
  if (varied) {
    const file = join(folder, 'varied.txt');
    writeFileSync(file, varied.values.join('\n'));
    lines.push(
      'local requests, at = {}, 0',
      `function init() for value in io.lines(${quoted(file)}) do wrk.headers[${quoted(varied.header)}] = value; requests[#requests + 1] = wrk.format() end end`,
      'function request() at = at % #requests + 1; return requests[at] end',
    );
  }
  return `${lines.join('\n')}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("FIGURES %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), e.status + e.connect + e.read + e.write + e.timeout))
end
`;
}
