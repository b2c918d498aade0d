import { randomBytes } from 'node:crypto';
import type { Answer, SharedWindows } from './leases.ts';
import type { SharedStore } from './redis.ts';

/**
 * KEYS: the window. ARGV: the limit, the window's length, the points that are wanted now and those in advance, the id of
 * the window if this opens it; then what the process knows: the id of the window that it believes open, the calls that
 * it admitted in it, those among them that were not told yet, and the milliseconds until that window closes.
 * Answers the points that are granted, all that are taken, the milliseconds until the window closes, and its id.
 *
 * Of a window that is lost with its server the processes tell together what they admitted in it. PTTL is by the clock
 * of the server; when that was set back, the window still closes after its own length.
 */
const TAKE = `
local key, limit, length = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local wanted, ahead = tonumber(ARGV[3]), tonumber(ARGV[4])
local id, taken = unpack(redis.call('HMGET', key, 'id', 'taken'))
local ttl = redis.call('PTTL', key)
local owed = tonumber(ARGV[id == ARGV[6] and 8 or 7])
taken = tonumber(taken or '0') + owed
local granted, left = 0, limit - taken
if left > 0 then
  granted = math.min(left, wanted)
  granted = granted + math.min(ahead, math.floor((left - granted) / 16))
end
local closes = ttl
if not id then closes = owed > 0 and tonumber(ARGV[9]) or length end
if closes < 0 or closes > length then closes = length end
if granted + owed > 0 then
  if not id then
    id = ARGV[5]
    redis.call('HSET', key, 'id', id)
  end
  redis.call('HINCRBY', key, 'taken', granted + owed)
end
if id and closes ~= ttl then redis.call('PEXPIRE', key, math.max(1, closes)) end
return { granted, taken + granted, closes, id or '' }`;

/** KEYS: the window. ARGV: its id, and the points. A window that has closed gets nothing back. */
const GIVE_BACK = `
if redis.call('HGET', KEYS[1], 'id') == ARGV[1] then redis.call('HINCRBY', KEYS[1], 'taken', -ARGV[2]) end`;

type Commands = {
  gatehouseTake(key: string, ...args: (string | number)[]): Promise<[number, number, number, string]>;
  gatehouseGiveBack(key: string, id: string, points: number): Promise<null>;
};

const PREFIX = 'gatehouse:calls:';

/** Windows in Redis, or in a Redis Cluster: one key each, by the clock of the server. */
export function openSharedWindows({ redis, isLost, ask }: SharedStore): SharedWindows {
  redis.defineCommand('gatehouseTake', { numberOfKeys: 1, lua: TAKE });
  redis.defineCommand('gatehouseGiveBack', { numberOfKeys: 1, lua: GIVE_BACK });
  const commands = redis as unknown as Commands;

  async function giveBack(name: string, id: string, points: number): Promise<void> {
    await ask(() => commands.gatehouseGiveBack(PREFIX + name, id, points)).catch(() => {});
  }
  return {
    isLost,
    giveBack,
    take: (name, { limit, windowSeconds, wanted, ahead, known }) =>
      ask(
        async () => {
          const { id, admitted, untold, closesInMs } = known;
          const wants = [limit, windowSeconds * 1000, wanted, ahead, randomBytes(9).toString('base64url')];
          const knows = [id, admitted, untold, Math.ceil(closesInMs)];
          return answerOf(await commands.gatehouseTake(PREFIX + name, ...wants, ...knows));
        },
        ({ id, granted }) => void giveBack(name, id, granted),
      ),
  };
}

function answerOf([granted, taken, closesInMs, id]: [number, number, number, string]): Answer {
  return { granted, taken, closesInMs, id };
}
