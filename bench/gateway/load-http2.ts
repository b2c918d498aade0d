import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Load, Loaded, Request } from './load.ts';
import { CORES, folder } from './processes.ts';

/** Requests under way over one connection. */
const STREAMS = 8;

const run = promisify(execFile);

/** Loads a server over HTTP/2 by h2load. As many requests are under way as wrk has connections. */
export async function loadHttp2({ url, headers = {}, body }: Request, load: Load): Promise<Loaded> {
  const { seconds, connections } = load;
  const log = join(folder, 'h2load.log');
  rmSync(log, { force: true });
  const streams = ['-c', `${connections / STREAMS}`, '-m', `${STREAMS}`, '-D', `${seconds}`];
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const data = join(folder, 'h2load.data');
  if (body !== undefined) writeFileSync(data, body);
  const posted = body === undefined ? [] : ['-d', data];
  const args = ['-c', CORES.others, 'h2load', ...streams, ...fields, ...posted, `--log-file=${log}`, url];
  const { stdout } = await run('taskset', args);
  const [, done, succeeded] = /(\d+) done, (\d+) succeeded/.exec(stdout) ?? [];
  if (done === undefined) throw new Error(`h2load said:\n${stdout}`);
  // Of each request the time of its start, its status and its microseconds.
  const times = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Number(line.split('\t')[2]) / 1000)
    .sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? Number.NaN;
  const completed = Number(done);
  const failed = completed - Number(succeeded);
  return { perSecond: completed / seconds, p50: at(0.5), p99: at(0.99), completed, failed };
}
