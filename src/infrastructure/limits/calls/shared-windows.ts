import { randomBytes } from 'node:crypto';
import type { SharedStore } from '../redis/redis.ts';
import type { Limit } from './rate-limits.ts';

/** The windows that several processes share. The store decides each request atomically, by its own clock. */
export type SharedWindows = {
  /** Is true while the store is lost. Nobody waits for it then. */
  isLost(): boolean;
  /** Returns how often the store was lost, perhaps with all that it held. */
  timesLost(): number;
  /**
   * @returns undefined where the window is not there, and `saved` is unknown
   * @throws when the store does not answer in time
   */
  take(name: string, wish: TakeInput): Promise<TakeResult | undefined>;
  /** Gives points back to a window, if it is still open. It never throws, and never gives back twice. */
  giveBack(name: string, returned: GivenBackLease & { readonly endsLease: boolean }): Promise<void>;
  /** Reports windows that others find used up while this process has a lease of them. */
  hear(recall: (name: string) => void): void;
  close(): void;
};

export type TakeInput = Limit & {
  /** The points of each waiting call, in their order. Those that fit are granted. */
  readonly calls: readonly number[];
  /**
   * Points to take in advance, as a lease. They are granted where much of the window is left and nobody else finds it
   * used up.
   */
  readonly ahead: number;
  /** The time after which the rest of the lease was surely given back. */
  readonly leaseMs: number;
  /** The rest of the lease before, which ends with this request. */
  readonly returned: GivenBackLease;
  /**
   * The window that this process believes open, and what it admitted there. It is added where it is not counted yet.
   * `saved` is the count that outlives processes: a window that is not there begins with it. It is undefined where it
   * may be out of date.
   */
  readonly known: {
    readonly id: string;
    readonly admitted: number;
    readonly untold: number;
    readonly saved: number | undefined;
    readonly closesInMs: number;
  };
};

/** Points of the window with this id. */
type GivenBackLease = { readonly id: string; readonly points: number };

export type TakeResult = {
  /** Points granted: those of the calls that fit, in their order, and those in advance. */
  readonly granted: number;
  /** The granted points that are in advance. */
  readonly ahead: number;
  /**
   * The longest time for which others may still give points back. It matters when not every call fits, and is 0 when
   * nobody holds points.
   */
  readonly heldMs: number;
  /** Points of the window taken by all processes, including those granted now. */
  readonly taken: number;
  readonly closesInMs: number;
  readonly id: string;
};

/**
 * KEYS: the window. ARGV: the limit, the window's length, the waiting calls as `3x1 1x20` (three of one point, one of
 * twenty), the points in advance, and the length of a lease; the process, the id of a window and the points of it that
 * it gives back; the id of the window if this opens it; then what the process knows: the id of the window that it
 * believes open, the calls that it admitted in it, the calls of those that were not told yet, the milliseconds until
 * that window closes, and the count that a new window begins with. If that is empty, none begins. Returns the granted points, those of them in advance, for how long others hold leases if
 * these matter, all points that are taken, the milliseconds until the window closes, and its id.
 *
 * A lease is a field with the PTTL at its end. `recalled` is one too: until then nobody gets another lease. A call that
 * does not fit recalls the leases of others. A user without the right to publish is served all the same, because leases
 * end. When a window is lost with its server, the processes together report what they admitted in it. PTTL is by the
 * clock of the server; when that was set back, the window still closes after its own length.
 */
const TAKE = `
local key, limit, length, lease = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[5])
local own = 'lease:' .. ARGV[6]
local id, taken, recalled, had = unpack(redis.call('HMGET', key, 'id', 'taken', 'recalled', own))
if not id and ARGV[14] == '' then return false end
local ttl = redis.call('PTTL', key)
taken = tonumber(taken or '0')
local owed = tonumber(ARGV[12])
if id ~= ARGV[10] then owed = ARGV[11] + math.max(0, (tonumber(ARGV[14]) or 0) - taken) end
local back = id == ARGV[7] and tonumber(ARGV[8]) or 0
taken = taken + owed - back

local closes = ttl
if not id then closes = owed > 0 and tonumber(ARGV[13]) or length end
if closes < 0 or closes > length then closes = length end
local function lasts(over)
  local ms = closes - tonumber(over or closes)
  return ms > 0 and ms <= lease and math.min(ms, closes) or 0
end

local granted, isShort = 0, false
for count, points in string.gmatch(ARGV[3], '(%d+)x(%d+)') do
  local fit = math.floor((limit - taken - granted) / points)
  fit = math.max(0, math.min(fit, tonumber(count)))
  granted = granted + fit * points
  isShort = isShort or fit < tonumber(count)
end
local ahead = 0
if not isShort and lasts(recalled) == 0 then
  ahead = math.max(0, math.min(tonumber(ARGV[4]), math.floor((limit - taken - granted) / 16)))
end

local held = 0
if isShort and id then
  local fields = redis.call('HGETALL', key)
  for at = 1, #fields, 2 do
    local other = string.match(fields[at], '^lease:(.+)$')
    if other and fields[at] ~= own then
      local ms = lasts(fields[at + 1])
      held = math.max(held, ms)
      if ms > 0 then redis.pcall('PUBLISH', 'gatehouse:recall:' .. other, key)
      else redis.call('HDEL', key, fields[at]) end
    end
  end
end

local change = owed - back + granted + ahead
if change ~= 0 then
  if not id then
    id = ARGV[9]
    redis.call('HSET', key, 'id', id)
  end
  redis.call('HINCRBY', key, 'taken', change)
end
if ahead > 0 then redis.call('HSET', key, own, closes - lease)
elseif had and ARGV[3] ~= '' then redis.call('HDEL', key, own) end
if held > 0 then redis.call('HSET', key, 'recalled', closes - lease) end
if id and closes ~= ttl then redis.call('PEXPIRE', key, math.max(1, closes)) end
return { granted + ahead, ahead, held, taken + granted + ahead, closes, id or '' }`;

/** KEYS: the window. ARGV: its id, the points, and the process if its lease ends. A closed window gets nothing back. */
const GIVE_BACK = `
if ARGV[3] ~= '' then redis.call('HDEL', KEYS[1], 'lease:' .. ARGV[3]) end
if redis.call('HGET', KEYS[1], 'id') == ARGV[1] then redis.call('HINCRBY', KEYS[1], 'taken', -ARGV[2]) end`;

/**
 * Combines both scripts in one. The client may delay one of two scripts to see whether the server knows it, and points
 * would be given back after the next request.
 */
const WINDOW = `
if #ARGV == 3 then
${GIVE_BACK}
return false
end
${TAKE}`;

type TakeReply = readonly [
  granted: number,
  ahead: number,
  heldMs: number,
  taken: number,
  closesInMs: number,
  id: string,
];
type Commands = {
  gatehouseWindow(key: string, id: string, points: number, lease: string): Promise<null>;
  gatehouseWindow(key: string, ...args: (string | number)[]): Promise<TakeReply | null>;
};

const PREFIX = 'gatehouse:calls:';
const RECALLS = 'gatehouse:recall:';

/** Keeps windows in Redis or a Redis Cluster. Each is one key, by the clock of the server. */
export class RedisWindows implements SharedWindows {
  readonly #store: SharedStore;
  readonly #commands: Commands;
  /** The name of this process among the holders of leases. */
  readonly #holder = newId();
  #recall = (_name: string): void => {};
  #isHearing = false;

  constructor(store: SharedStore) {
    store.redis.defineCommand('gatehouseWindow', { numberOfKeys: 1, lua: WINDOW });
    this.#store = store;
    this.#commands = store.redis as unknown as Commands;
  }

  isLost(): boolean {
    return this.#store.isLost();
  }

  timesLost(): number {
    return this.#store.timesLost();
  }

  take(name: string, wish: TakeInput): Promise<TakeResult | undefined> {
    return this.#store.ask(
      () => this.#takeNow(name, wish),
      // Its lease may have been followed by another one, which goes on. Redis counts as lost now, but has just answered.
      (late) => {
        if (late) void this.#giveBackNow(name, { id: late.id, points: late.granted }).catch(() => {});
      },
    );
  }

  async giveBack(
    name: string,
    { id, points, endsLease }: GivenBackLease & { readonly endsLease: boolean },
  ): Promise<void> {
    const lease = endsLease ? this.#holder : '';
    await this.#store.ask(() => this.#giveBackNow(name, { id, points }, lease)).catch(() => {});
  }

  hear(recall: (name: string) => void): void {
    this.#recall = recall;
  }

  close(): void {
    this.#store.close();
  }

  #giveBackNow(name: string, { id, points }: GivenBackLease, lease = ''): Promise<null> {
    return this.#commands.gatehouseWindow(PREFIX + name, id, points, lease);
  }

  async #takeNow(
    name: string,
    { limit, windowSeconds, calls, ahead, leaseMs, returned, known }: TakeInput,
  ): Promise<TakeResult | undefined> {
    const { id, admitted, untold, saved, closesInMs } = known;
    const wants = [limit, windowSeconds * 1000, inRuns(calls), ahead, leaseMs];
    const knows = [id, admitted, untold, Math.ceil(closesInMs), saved ?? ''];
    const own = [this.#holder, returned.id, returned.points, newId()];
    const reply = await this.#commands.gatehouseWindow(PREFIX + name, ...wants, ...own, ...knows);
    if (!reply) return undefined;
    const answer = answerOf(reply);
    if (answer.ahead > 0) this.#hearRecalls();
    return answer;
  }

  /** Listens for recalls. A process that takes nothing in advance needs no second connection. */
  #hearRecalls(): void {
    if (this.#isHearing) return;
    this.#isHearing = true;
    this.#store.hear(RECALLS + this.#holder, (key) => this.#recall(key.slice(PREFIX.length)));
  }
}

const newId = () => randomBytes(9).toString('base64url');

/** Encodes calls for the script. `3x1 1x20` are three calls of one point, then one of twenty. */
function inRuns(calls: readonly number[]): string {
  const runs: { count: number; readonly points: number }[] = [];
  for (const points of calls) {
    const last = runs.at(-1);
    if (last?.points === points) last.count += 1;
    else runs.push({ count: 1, points });
  }
  return runs.map(({ count, points }) => `${count}x${points}`).join(' ');
}

function answerOf([granted, ahead, heldMs, taken, closesInMs, id]: TakeReply): TakeResult {
  return { granted, ahead, heldMs, taken, closesInMs, id };
}
