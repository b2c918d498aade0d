import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosWorld, Member, SmallDisk } from './chaos-world.ts';

/** A fault that is over, and works no more, when it resolves. */
type ChaosFault = (world: ChaosWorld, random: () => number) => Promise<void>;

const DISK_MEGABYTES = 16;
const LASTS_MS = 5_000;
const seconds = (random: () => number) => sleep(LASTS_MS * (0.5 + random()));
const one = (all: readonly Member[], random: () => number) =>
  all[Math.floor(random() * all.length)] as Member;
const [gatewayOf, memberOf] = [
  (world: ChaosWorld, random: () => number) => one(world.gateways, random),
  (world: ChaosWorld, random: () => number) => one(world.members, random),
];

async function stopped(member: Member, lasts: Promise<unknown>): Promise<void> {
  process.kill(member.now.pid, 'SIGSTOP');
  await lasts;
  process.kill(member.now.pid, 'SIGCONT');
}

/** Steps of a clock, in seconds: those of time servers and of wrong time zones. */
const STEPS = [30, -30, 3600, -3600];

async function setClock(world: ChaosWorld, random: () => number): Promise<void> {
  const member = memberOf(world, random);
  member.setClock?.(STEPS[Math.floor(random() * STEPS.length)] ?? 0);
  await seconds(random);
  member.setClock?.(0);
}

/** A small disk for the access logs, where this process may mount one. */
export const smallDisk: SmallDisk = {
  mount(folder) {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', folder], {
        stdio: 'ignore',
      });
      return true;
    } catch {
      return false;
    }
  },
  unmount: (folder) => void execFileSync('umount', [folder]),
};

async function fillDisk({ logs }: ChaosWorld, random: () => number): Promise<void> {
  const file = join(logs, 'full');
  try {
    // Beyond its end: the logs grow meanwhile.
    writeFileSync(file, Buffer.alloc(DISK_MEGABYTES * 1_048_576));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  await seconds(random);
  rmSync(file);
}

/** The faults by their names. Those of the disk and the clock only where the machine has the means. */
export function chaosFaults({
  hasSmallDisk,
  hasClocks,
}: Pick<ChaosWorld, 'hasSmallDisk' | 'hasClocks'>): Readonly<Record<string, ChaosFault>> {
  return {
    'gateway restarted by SIGTERM': (world, random) => world.restart(gatewayOf(world, random), 'SIGTERM'),
    'gateway killed': (world, random) => world.restart(gatewayOf(world, random), 'SIGKILL'),
    'gateway stopped': (world, random) => stopped(gatewayOf(world, random), seconds(random)),
    'control restarted or killed': (world, random) =>
      world.restart(world.members[0] as Member, random() < 0.5 ? 'SIGTERM' : 'SIGKILL'),
    'any process stopped': (world, random) => stopped(memberOf(world, random), seconds(random)),
    async 'PostgreSQL gone'({ database }, random) {
      await database.cut();
      await seconds(random);
      await database.restore();
    },
    async 'PostgreSQL hangs'({ database }, random) {
      database.hang();
      await seconds(random);
      database.resume();
    },
    async 'PostgreSQL slow, 200 ms each way'({ database }, random) {
      database.inject({ latencyMs: 200 });
      database.reset();
      await seconds(random);
      database.inject();
      database.reset();
    },
    // The listeners among them.
    'connections to PostgreSQL cut': async ({ database }) => database.reset(),
    async 'Redis gone'({ redis }, random) {
      await redis.cut();
      await seconds(random);
      await redis.restore();
    },
    async 'Redis hangs'({ redis }, random) {
      redis.hang();
      await seconds(random);
      redis.resume();
    },
    ...(hasSmallDisk && { 'disk of the access logs full': fillDisk }),
    ...(hasClocks && { 'clock of a process set off by 30 s or an hour, and back': setClock }),
  };
}
