// Half of the load that the gateway can take, with faults, for ten minutes: npm run bench:soak, or a
// shorter one on a machine that is not free: npm run bench:soak -- --minutes 2 --per-second 100 --seed 7
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openTcpProxy } from '../test/support/tcp-proxy.ts';
import { cpuOf, measure } from './gateway/load.ts';
import { CORES, freePorts, has, stopAll } from './gateway/processes.ts';
import { redisUrl } from './gateway/redis.ts';
import { startUpstream } from './gateway/upstream.ts';
import { startWorld, type World } from './gateway/world.ts';
import { randomOf } from './random.ts';
import { openBooks } from './soak-accounts.ts';
import { startCallers } from './soak-callers.ts';
import { scheduleFaults } from './soak-faults.ts';
import { heldBy, type Inspector, inspect } from './soak-process.ts';
import { leftOver, report, type Sample, type Soaked, verdicts } from './soak-report.ts';
import { startSoakUpstream } from './soak-upstream.ts';
import { furnishSoak } from './soak-world.ts';

const RESULT = 'bench/results/soak.md';
const SAMPLES = 40;
/** Wait before the last count. The gateway keeps an upstream's connection for 30 seconds; later ones are left over. */
const QUIET_MS = 90_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    'per-second': { type: 'string' },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const tell = (text: string) => process.stderr.write(`${text}\n`);

if (!has('wrk') || !has('nginx') || !has('taskset')) {
  tell('What the gateway can take is measured with them: apt-get install wrk nginx util-linux');
  process.exit(1);
}

async function halfLoad({ pid, keyedUrl, clientKey }: World): Promise<number> {
  const request = { url: keyedUrl, headers: { 'X-Client-Id': clientKey } };
  await measure(pid, request, { seconds: 10 });
  return (await measure(pid, request, { seconds: 5 })).perSecond / 2;
}

async function soak(): Promise<{ soaked: Soaked; circumstances: string }> {
  // The load shares its core with all that is not measured.
  execFileSync('taskset', ['-acp', CORES.others, `${process.pid}`]);
  const redis = await redisUrl();
  const [inspectPort = 0] = await freePorts(1);
  const gatehouse = await startWorld(await startUpstream(), {
    NODE_OPTIONS: `--inspect-port=${inspectPort}`,
    ...(redis && { REDIS_URL: redis }),
  });
  const upstream = await startSoakUpstream();
  const proxies = await Promise.all([openTcpProxy(upstream.url), openTcpProxy(upstream.url)]);
  const [faulty = 0, faultyGraphql = 0] = proxies.map(({ port }) => port);
  const url = (port: number) => `http://127.0.0.1:${port}/`;
  const world = await furnishSoak(gatehouse, {
    direct: upstream.url.href,
    faulty: url(faulty),
    faultyGraphql: url(faultyGraphql),
  });

  const inspector = await inspect(gatehouse.pid, inspectPort);
  const ports = {
    own: Number(new URL(world.base).port),
    upstreams: [Number(upstream.url.port), faulty, faultyGraphql],
  };
  const sample = sampler({ inspector, pid: gatehouse.pid, ports });
  const before = await sample('before');
  const perSecond = Number(values['per-second'] ?? (await halfLoad(gatehouse)));
  tell(`${Math.round(perSecond)} calls a second for ${minutes} minutes`);
  const closeBooks = await openBooks(gatehouse, gatehouse.accessLog);
  const upstreamBefore = new Map(upstream.counts);

  const [started, cpu] = [performance.now(), cpuOf(gatehouse.pid)];
  const callers = startCallers({ gatehouse, world, upstream, perSecond, random: randomOf(seed) });
  const schedules = proxies.map((proxy, at) => scheduleFaults(proxy, randomOf(seed + 1 + at)));
  const during: Sample[] = [];
  const gap = Math.max(5_000, (minutes * 60_000) / SAMPLES);
  for (let next = gap; next <= minutes * 60_000; next += gap) {
    await sleep(next - (performance.now() - started));
    const minute = (performance.now() - started) / 60_000;
    during.push(await sample(`minute ${minute.toFixed(1)}`, minute));
  }
  const seconds = (performance.now() - started) / 1000;
  const cpuShare = (cpuOf(gatehouse.pid) - cpu) / 1e6 / seconds;
  for (const schedule of schedules) await schedule.stop();
  await callers.stop();
  tell('quiet');
  const after = await quiet(before, sample);
  const soaked: Soaked = {
    minutes: seconds / 60,
    cpuShare,
    seen: callers.seen,
    books: await closeBooks(),
    upstream: new Map(
      [...upstream.counts].map(([api, calls]) => [api, calls - (upstreamBefore.get(api) ?? 0)]),
    ),
    before,
    during,
    after,
    left: upstream.connections() + proxies.reduce((sum, proxy) => sum + proxy.open(), 0),
    restarted: !isRunning(gatehouse.pid),
  };
  for (const proxy of proxies) await proxy.close();
  await upstream.close();
  const faults = [...new Set(schedules.flatMap(({ begun }) => [...begun.keys()]))].map(
    (name) => `${name} ${schedules.reduce((sum, { begun }) => sum + (begun.get(name) ?? 0), 0)}`,
  );
  return {
    soaked,
    circumstances: `${new Date().toISOString().slice(0, 10)} · ${cpus().length} × ${cpus()[0]?.model.trim()} · Node ${process.versions.node} · ${gatehouse.setup}; ${redis ? 'limits in Redis' : 'limits in the process'}; ${Math.round(perSecond)} calls a second wanted, ${values['per-second'] ? 'as given' : 'half of what the gateway took'}; seed ${seed}; faults: ${faults.join(', ')}`,
  };
}

type Sampler = (when: string, minute?: number) => Promise<Sample>;

function sampler({
  inspector,
  pid,
  ports,
}: {
  inspector: Inspector;
  pid: number;
  ports: Parameters<typeof heldBy>[1];
}): Sampler {
  return async (when, minute = 0) => {
    const sample = { when, minute, ...(await inspector.memory()), ...heldBy(pid, ports) };
    tell(JSON.stringify(sample));
    return sample;
  };
}

/** Waits until no more connections are open than before, or it has been long enough. */
async function quiet(before: Sample, sample: Sampler): Promise<Sample> {
  const started = performance.now();
  for (;;) {
    await sleep(5_000);
    const waited = performance.now() - started;
    const now = await sample(`after ${Math.round(waited / 1000)} s of quiet`);
    if (waited > QUIET_MS || leftOver(before, now).length === 0) return now;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

try {
  const { soaked, circumstances } = await soak();
  const text = `# A soak of the gateway\n\n${circumstances}\n\n${report(soaked)}\n`;
  console.log(text);
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(RESULT, text);
  if (verdicts(soaked).some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  await stopAll();
}
process.exit();
