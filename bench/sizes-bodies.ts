import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { candidatesOf } from './gateway/candidates.ts';
import { measureInTurn, type Rounds } from './gateway/compare.ts';
import { cpuOf, residentMegabytes } from './gateway/load.ts';
import { atEnd } from './gateway/processes.ts';
import { table } from './gateway/tables.ts';
import { startWorld, type World } from './gateway/world.ts';
import type { Settings } from './sizes-stored.ts';

const GIGABYTE = 1_000_000_000;
/** Bytes of a slow transfer: its rate, and enough of them to show the effect. */
const SLOW = { perSecond: 10_000_000, bytes: 50_000_000 };
const CHUNK = Buffer.alloc(65_536);
const tell = (text: string) => process.stderr.write(`${text}\n`);

/** Yields zeros, as fast as they are taken. */
function* zeros(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK.length)
    yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
}

/** Lets so many bytes a second through, and asks for no more. */
function slowed(perSecond: number): Transform {
  return new Transform({
    async transform(chunk: Buffer, _, done) {
      await sleep((chunk.length / perSecond) * 1000);
      done(null, chunk);
    },
  });
}

/** @returns how many bytes there were */
async function readBody(body: IncomingMessage, perSecond?: number): Promise<number> {
  let bytes = 0;
  const source = perSecond === undefined ? body : body.pipe(slowed(perSecond));
  for await (const chunk of source) bytes += (chunk as Buffer).length;
  return bytes;
}

/**
 * Starts a back-end of large bodies.
 *
 * `GET /…/<bytes>` answers with that many; `PUT /…/fast` and `/…/slow` read a body and answer with its size.
 */
async function startBodies(): Promise<string> {
  const server = createServer(async ({ method, url = '' }, response) => {
    const name = url.split('/').at(-1) ?? '';
    const incoming = response.req;
    if (method === 'PUT') {
      const bytes = await readBody(incoming, name === 'slow' ? SLOW.perSecond : undefined);
      response.end(`${bytes}`);
      return;
    }
    const bytes = Number(name) || 2;
    response.writeHead(200, { 'Content-Length': bytes, 'Content-Type': 'application/octet-stream' });
    await pipeline(Readable.from(zeros(bytes), { objectMode: false }), response).catch(() => {});
  });
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => server.closeAllConnections());
  atEnd(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Carried = {
  readonly name: string;
  readonly megabytes: number;
  readonly seconds: number;
  /** Memory in MB: before, and the most during the transfer. */
  readonly before: number;
  readonly most: number;
  /** CPU of the gateway's process. */
  readonly cpu: number;
};

async function carry(
  { pid }: World,
  { name, bytes }: { readonly name: string; readonly bytes: number },
  work: () => Promise<number>,
): Promise<Carried> {
  const [before, cpuBefore, since] = [residentMegabytes(pid), cpuOf(pid), performance.now()];
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, 20);
  const arrived = await work().finally(() => clearInterval(sampling));
  if (arrived !== bytes) throw new Error(`${name}: of ${bytes} bytes ${arrived} arrived.`);
  const seconds = (performance.now() - since) / 1000;
  tell(`${name}: ${seconds.toFixed(1)} s, ${(most - before).toFixed(0)} MB more at most`);
  return { name, megabytes: bytes / 1e6, seconds, before, most, cpu: cpuOf(pid) - cpuBefore };
}

/** @param bytes that are sent; without them it is a GET */
async function ask(url: string, clientKey: string, bytes?: number): Promise<IncomingMessage> {
  const length = bytes === undefined ? {} : { 'Content-Length': bytes };
  const outgoing = request(url, {
    method: bytes === undefined ? 'GET' : 'PUT',
    headers: { 'X-Client-Id': clientKey, ...length },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  if (bytes === undefined) outgoing.end();
  else await pipeline(Readable.from(zeros(bytes), { objectMode: false }), outgoing);
  const [answer] = await answered;
  if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}.`);
  return answer;
}

async function long(): Promise<string> {
  const world = await startWorld(await startBodies());
  const { clientKey } = world;
  const url = (name: string | number) => world.keyedUrl.replace(/[^/]*$/, `${name}`);
  const down = async (bytes: number, perSecond?: number) =>
    readBody(await ask(url(bytes), clientKey), perSecond);
  const up = async (name: string, bytes: number) => {
    const answer = await ask(url(name), clientKey, bytes);
    let text = '';
    for await (const part of answer.setEncoding('utf8')) text += part;
    return Number(text);
  };
  // What Node allocates for the first large body stays.
  await down(SLOW.bytes);
  await up('fast', SLOW.bytes);
  const all = [
    await carry(world, { name: '1 GB down', bytes: GIGABYTE }, () => down(GIGABYTE)),
    await carry(world, { name: '1 GB up', bytes: GIGABYTE }, () => up('fast', GIGABYTE)),
    await carry(world, { name: 'down to a slow caller', bytes: SLOW.bytes }, () =>
      down(SLOW.bytes, SLOW.perSecond),
    ),
    await carry(world, { name: 'up to a slow back-end', bytes: SLOW.bytes }, () => up('slow', SLOW.bytes)),
  ];
  return table(
    ['body', 'MB', 's', 'CPU µs/MB', 'MB resident before', 'at most', 'more'],
    all.map(({ name, megabytes, seconds, before, most, cpu }) => [
      name,
      megabytes,
      seconds,
      cpu / megabytes,
      before,
      most,
      most - before,
    ]),
  );
}

/** The same sizes through the gateway, nginx and a proxy that does nothing but forward. */
async function short(upstreamUrl: string, rounds: Rounds): Promise<string> {
  const world = await startWorld(upstreamUrl);
  const all = await candidatesOf(new Set(['bodies']), { world, upstreamUrl });
  const candidates = all.flatMap((each) => ('pid' in each && /, 100+ KB$/.test(each.name) ? [each] : []));
  const measured = await measureInTurn(candidates, rounds);
  return table(
    ['who', 'does', 'answers/s', 'p50 ms', 'p99 ms', 'CPU µs/answer', 'MB', 'failed'],
    measured.map(({ name, does, figures: { perSecond, p50, p99, cpu, rss, failed } }) => [
      name,
      does,
      perSecond,
      p50,
      p99,
      cpu,
      rss,
      `${failed}`,
    ]),
  );
}

/** Large bodies pass in constant memory, at the speed of whoever is slower. */
export async function bodies({ upstreamUrl, seconds, rounds }: Settings): Promise<string> {
  const streams = await long();
  return [
    '### Bodies that stream',
    streams,
    `Slow is ${SLOW.perSecond / 1e6} MB a second. Goal: within 50 MB.`,
    '### Bodies at the speed of the bare proxy',
    await short(upstreamUrl, { seconds, rounds }),
  ].join('\n\n');
}
