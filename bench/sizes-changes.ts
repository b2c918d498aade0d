import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from './gateway/load.ts';
import { measure } from './gateway/load.ts';
import { median } from './gateway/tables.ts';
import type { World } from './gateway/world.ts';
import type { Inspector } from './soak-process.ts';

/** Milliseconds. */
type Waits = { readonly p99: number; readonly longestTurn: number };

/** Calls while nothing changes, and while something does. */
export type Changing = {
  readonly before: Waits;
  readonly during: Waits;
  /** Calls that were lost. */
  readonly failed: number;
  /** Number of changes. */
  readonly changes: number;
  /** Milliseconds from the management API's answer until the gateway admits a new subscription. */
  readonly applied: number;
};

const ADDRESS = 'org: "bench", catalog: "sandbox"';
const PAUSE_MS = 500;

type Change = (round: number) => Promise<void>;

function changesOf(world: World, applied: number[]): readonly Change[] {
  const { manage } = world;
  const openapi = { openapi: '3.0.3', info: { title: 'Changed', version: '1.0.0' }, paths: {} };
  return [
    async (round) => {
      const title = `Late ${process.pid} ${round}`;
      const application = title.toLowerCase().replaceAll(' ', '-');
      const made = await manage(
        `mutation($title: String!, $application: String!) {
          createApplication(input: { ${ADDRESS}, consumerOrg: "consumers", title: $title }) { clientKey }
          createSubscription(input: { ${ADDRESS}, consumerOrg: "consumers", application: $application
            product: "bench:1.0.0", plan: "large" }) { id } }`,
        { title, application },
      );
      const { clientKey } = made['createApplication'] as { clientKey: string };
      applied.push(await untilAdmitted(world.keyedUrl, clientKey));
    },
    async (round) => {
      const [name, basePath] = [`late-${round}`, `/late-${round}`];
      await manage(
        `mutation($name: String!, $basePath: String!, $openapi: JSON!, $api: VersionedName!) {
          createApi(input: { org: "bench", title: $name, basePath: $basePath, targetUrl: "http://127.0.0.1:9", openapi: $openapi }) { name }
          createProduct(input: { org: "bench", title: $name, version: "1.0.0", apis: [$api] }) { name }
          publishProduct(input: { ${ADDRESS}, product: $api }) { dryRun } }`,
        {
          name,
          basePath,
          openapi: { ...openapi, info: { ...openapi.info, title: name } },
          api: `${name}:1.0.0`,
        },
      );
    },
    async (round) => {
      await manage(
        `mutation($limit: Int!) {
          updatePlan(input: { org: "bench", product: "bench:1.0.0", name: "large", plan: { title: "Large", rateLimit: $limit } }) { name }
          publishProduct(input: { ${ADDRESS}, product: "bench:1.0.0" }) { dryRun } }`,
        { limit: 2 ** 30 + round },
      );
    },
  ];
}

async function untilAdmitted(url: string, clientKey: string): Promise<number> {
  const since = performance.now();
  while ((await fetch(url, { headers: { 'x-client-id': clientKey } })).status !== 200) await sleep(2);
  return performance.now() - since;
}

type Measured = Waits & { readonly failed: number };

/**
 * Makes a new subscription, a new product and another limit in turn, under full load.
 *
 * Windows with changes alternate with equally long ones without. A collection of garbage comes every few seconds either
 * way.
 */
export async function measureChanges(
  { world, inspector }: { readonly world: World; readonly inspector: Inspector },
  request: Request,
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<Changing> {
  const applied: number[] = [];
  const changes = changesOf(world, applied);
  let done = 0;
  async function measureWindow(): Promise<Measured> {
    await inspector.longestTurn();
    const { p99, failed } = await measure(world.pid, request, { seconds });
    return { p99, failed, longestTurn: await inspector.longestTurn() };
  }
  async function measureChanging(): Promise<Measured> {
    let isOver = false;
    const measuring = measureWindow().finally(() => {
      isOver = true;
    });
    for (; !isOver; done += 1) {
      await changes[done % changes.length]?.(done);
      await sleep(PAUSE_MS);
    }
    return measuring;
  }
  const before: Measured[] = [];
  const during: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    before.push(await measureWindow());
    during.push(await measureChanging());
  }
  const failed = [...before, ...during].reduce((sum, each) => sum + each.failed, 0);
  return {
    before: together(before),
    during: together(during),
    failed,
    changes: done,
    applied: median(applied),
  };
}

const together = (windows: readonly Measured[]): Waits => ({
  p99: median(windows.map(({ p99 }) => p99)),
  longestTurn: Math.max(...windows.map(({ longestTurn }) => longestTurn)),
});
