import { SharedStore } from './redis.ts';

type RedisInspection = {
  readonly version: string;
  /** The policy when Redis is full. Any but `noeviction` may forget counters. */
  readonly evictionPolicy: string;
  readonly now: Date;
};

const WITHIN_MS = 3_000;

/**
 * Reads the facts of a Redis.
 * @throws Error when it does not answer, or takes no writes
 */
export async function inspectRedis(redisUrl: string): Promise<RedisInspection> {
  const store = new SharedStore({ redisUrl });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${WITHIN_MS} ms`)), WITHIN_MS);
  });
  try {
    return await Promise.race([inspected(store.redis), tooLate]);
  } finally {
    clearTimeout(timer);
    store.close();
  }
}

async function inspected(redis: SharedStore['redis']): Promise<RedisInspection> {
  await redis.set('gatehouse:doctor', 1, 'PX', 1);
  const info = `${await redis.info('server')}\n${await redis.info('memory')}`;
  const [seconds = 0, microseconds = 0] = (await redis.time()).map(Number);
  const of = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
  return {
    version: of('redis_version'),
    evictionPolicy: of('maxmemory_policy'),
    now: new Date(seconds * 1000 + microseconds / 1000),
  };
}
