import { inspectRedis } from '../../../infrastructure/limits/redis/redis-inspection.ts';
import { type Check, clockFinding, type Finding, sentenceOf } from './check.ts';

const VERSION_MIN = 6;

/** Checks that Redis answers, takes writes, is new enough and keeps its data. */
export const redis: Check = async ({ config: { redisUrl }, clock }) => {
  const check = 'redis';
  if (redisUrl === undefined)
    return [
      { check, state: 'ok', message: 'none is set: each process counts alone; several gateways need one' },
    ];
  try {
    const before = clock();
    const { version, evictionPolicy, now } = await inspectRedis(redisUrl);
    const findings: Finding[] = [clockFinding('redis clock', { before, there: now, after: clock() })];
    if (Number.parseInt(version, 10) < VERSION_MIN)
      findings.push({
        check,
        state: 'warn',
        message: `its version is ${version}`,
        remedy: `Use Redis ${VERSION_MIN} or later.`,
      });
    if (evictionPolicy !== 'noeviction')
      findings.push({
        check,
        state: 'warn',
        message: `when it is full it forgets (maxmemory-policy ${evictionPolicy}), and with it counters`,
        remedy: 'Set maxmemory-policy to noeviction, and enough memory.',
      });
    return [{ check, state: 'ok', message: `Redis ${version} answers and takes writes` }, ...findings];
  } catch (error) {
    return [
      {
        check,
        state: 'fail',
        message: `it does not answer: ${sentenceOf(error)}`,
        remedy: 'Mend REDIS_URL, or start Redis: until then each gateway counts alone.',
      },
    ];
  }
};
