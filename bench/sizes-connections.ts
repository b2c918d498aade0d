import { combined } from './gateway/compare.ts';
import { type Figures, measure } from './gateway/load.ts';
import { startNginx } from './gateway/peers.ts';
import { table } from './gateway/tables.ts';
import { startWorld } from './gateway/world.ts';
import type { Settings } from './sizes-stored.ts';

const CONNECTIONS = [1, 64, 512, 2_000];
const tell = (text: string) => process.stderr.write(`${text}\n`);

/** The same calls over few and over many open connections, beside nginx. */
export async function connections({ upstreamUrl, seconds, rounds }: Settings): Promise<string> {
  const world = await startWorld(upstreamUrl);
  const nginx = await startNginx(upstreamUrl);
  if (typeof nginx === 'string') throw new Error(nginx);
  const token = { url: world.tokenUrl, headers: { Authorization: `Bearer ${world.token}` } };
  const rows = CONNECTIONS.flatMap((count) => [
    { name: 'Gatehouse, ES256 token', count, pid: world.pid, request: token, all: [] as Figures[] },
    {
      name: 'nginx with limit and log',
      count,
      pid: nginx.pid,
      request: { url: nginx.urls[1] ?? '', headers: { 'X-Client-Id': world.clientKey } },
      all: [] as Figures[],
    },
  ]);
  await measure(world.pid, token, { seconds: seconds * 2 });
  for (let round = 1; round <= rounds; round += 1)
    for (const { name, count, pid, request, all } of rows) {
      const figures = await measure(pid, request, { seconds, connections: count });
      tell(
        `${round}/${rounds}  ${figures.cpu.toFixed(0)} µs  p99 ${figures.p99.toFixed(0)} ms  ${name}, ${count} connections`,
      );
      all.push(figures);
    }
  return [
    '### With more open connections',
    table(
      ['who', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'MB', 'failed'],
      rows.map(({ name, count, all }) => {
        const { perSecond, p50, p99, cpu, rss, failed } = combined(all);
        return [name, count, perSecond, p50, p99, cpu, rss, `${failed}`];
      }),
    ),
  ].join('\n\n');
}
