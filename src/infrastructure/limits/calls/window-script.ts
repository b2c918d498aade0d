/**
 * KEYS: the window. ARGV: its id, the points, and the process if its lease ends. A closed window gets nothing back, unless
 * the next one has carried over what it had left.
 */
const GIVE_BACK = `
local function giveBack(window, points)
  local id, before, carried, most = unpack(redis.call('HMGET', KEYS[1], 'id', 'before', 'carried', 'most'))
  if id == window then redis.call('HINCRBY', KEYS[1], 'taken', -points)
  elseif before == window then redis.call('HSET', KEYS[1], 'carried', math.min(most, carried + points)) end
end
if #ARGV == 3 then
  if ARGV[3] ~= '' then redis.call('HDEL', KEYS[1], 'lease:' .. ARGV[3]) end
  giveBack(ARGV[1], ARGV[2])
  return false
end`;

/**
 * Takes points of a window. KEYS: the window. ARGV, by their names in the script, most of them those of `TakeInput`:
 *
 * - `limit`, `length`: of a window
 * - `calls`: those that wait, as `3x1 1x20` (three of one point, one of twenty)
 * - `aheadMax`, `lease`: the points to take in advance, and the time that they are lent for
 * - `holder`: the process
 * - `returnedId`, `returned`: a window, and the points of it that the process gives back
 * - `newId`: the id of the window if this opens it
 * - `knownId`, `admitted`, `untold`, `knownCloses`: the window that the process believes open, the calls that it admitted
 * there, those of them that were not told yet, and the milliseconds until it closes
 * - `saved`: the count that a new window begins with; empty where none may begin
 * - `most`, `knownCarried`: the most that a window takes over, and what the known one did
 *
 * Returns the granted points, those of them in advance, for how long others hold leases if these matter, all points that
 * are taken, the milliseconds until the window closes, its id, and what it carries.
 *
 * A window that carries points over is kept when it has closed, until the next would have the whole burst. A window that
 * is not there is preceded by none with fewer points left.
 *
 * A lease is a field with the PTTL at its end. `recalled` is one too: until then nobody gets another lease. A call that
 * does not fit recalls the leases of others. A user without the right to publish is served all the same, because leases
 * end. When a window is lost with its server, the processes together report what they admitted in it. PTTL is by the
 * clock of the server; when that was set back, the window still closes after its own length.
 */
const TAKE = `
local key = KEYS[1]
local limit, length, calls, aheadMax, lease, holder, returnedId, returned, newId,
  knownId, admitted, untold, knownCloses, saved, most, knownCarried = unpack(ARGV)
limit, length, lease, most = tonumber(limit), tonumber(length), tonumber(lease), tonumber(most)
local own = 'lease:' .. holder
if returned ~= '0' then giveBack(returnedId, returned) end
local id, taken, recalled, had, carried, kept =
  unpack(redis.call('HMGET', key, 'id', 'taken', 'recalled', own, 'carried', 'kept'))
if not id and saved == '' then return false end
kept = tonumber(kept or '0')
local ttl = redis.call('PTTL', key) - kept
taken = tonumber(taken or '0')
carried = math.min(most, tonumber(carried or '0'))
local before
if id and kept > 0 and ttl <= 0 then
  carried = math.max(0, math.min(most, limit + carried - taken + math.floor(-ttl / length) * limit))
  before, id, taken, recalled, had = id, false, 0, false, false
end
local owed = tonumber(untold)
if id ~= knownId then owed = admitted + math.max(0, (tonumber(saved) or 0) - taken) end
taken = taken + owed
if not id and not before then carried = owed > 0 and math.min(most, tonumber(knownCarried)) or most end
if not id then kept = math.ceil(most / limit) * length end
limit = limit + carried

local closes = ttl
if not id then closes = owed > 0 and tonumber(knownCloses) or length end
if closes < 0 or closes > length then closes = length end
local function lasts(over)
  local ms = closes - tonumber(over or closes)
  return ms > 0 and ms <= lease and math.min(ms, closes) or 0
end

local granted, isShort = 0, false
for count, points in string.gmatch(calls, '(%d+)x(%d+)') do
  local fit = math.floor((limit - taken - granted) / points)
  fit = math.max(0, math.min(fit, tonumber(count)))
  granted = granted + fit * points
  isShort = isShort or fit < tonumber(count)
end
local ahead = 0
if not isShort and lasts(recalled) == 0 then
  ahead = math.max(0, math.min(tonumber(aheadMax), math.floor((limit - taken - granted) / 16)))
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

local change = owed + granted + ahead
if change ~= 0 then
  if not id then
    id = newId
    if before then redis.call('DEL', key) end
    redis.call('HSET', key, 'id', id)
    if most > 0 then redis.call('HSET', key, 'carried', carried, 'most', most, 'kept', kept) end
    if before then redis.call('HSET', key, 'before', before) end
  end
  redis.call('HINCRBY', key, 'taken', change)
end
if ahead > 0 then redis.call('HSET', key, own, closes - lease)
elseif had and calls ~= '' then redis.call('HDEL', key, own) end
if held > 0 then redis.call('HSET', key, 'recalled', closes - lease) end
if id and closes ~= ttl then redis.call('PEXPIRE', key, math.max(1, closes) + kept) end
return { granted + ahead, ahead, held, taken + granted + ahead, closes, id or '', carried }`;

/**
 * Combines both scripts in one. The client may delay one of two scripts to see whether the server knows it, and points
 * would be given back after the next request.
 */
export const WINDOW = GIVE_BACK + TAKE;
