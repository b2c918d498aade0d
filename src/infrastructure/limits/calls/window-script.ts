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
 * KEYS: the window. ARGV: the limit, the window's length, the waiting calls as `3x1 1x20` (three of one point, one of
 * twenty), the points in advance, and the length of a lease; the process, the id of a window and the points of it that
 * it gives back; the id of the window if this opens it; then what the process knows: the id of the window that it
 * believes open, the calls that it admitted in it, the calls of those that were not told yet, the milliseconds until
 * that window closes, and the count that a new window begins with. If that is empty, none begins. At last the most that a
 * window carries over, and what that window did. Returns the granted points, those of them in advance, for how long others
 * hold leases if these matter, all points that are taken, the milliseconds until the window closes, its id, and what it
 * carries.
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
local key, limit, length, lease = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[5])
local own = 'lease:' .. ARGV[6]
local most = tonumber(ARGV[15])
if ARGV[8] ~= '0' then giveBack(ARGV[7], ARGV[8]) end
local id, taken, recalled, had, carried, kept =
  unpack(redis.call('HMGET', key, 'id', 'taken', 'recalled', own, 'carried', 'kept'))
if not id and ARGV[14] == '' then return false end
kept = tonumber(kept or '0')
local ttl = redis.call('PTTL', key) - kept
taken = tonumber(taken or '0')
carried = math.min(most, tonumber(carried or '0'))
local before
if id and kept > 0 and ttl <= 0 then
  carried = math.max(0, math.min(most, limit + carried - taken + math.floor(-ttl / length) * limit))
  before, id, taken, recalled, had = id, false, 0, false, false
end
local owed = tonumber(ARGV[12])
if id ~= ARGV[10] then owed = ARGV[11] + math.max(0, (tonumber(ARGV[14]) or 0) - taken) end
taken = taken + owed
if not id and not before then carried = owed > 0 and math.min(most, tonumber(ARGV[16])) or most end
if not id then kept = math.ceil(most / limit) * length end
limit = limit + carried

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

local change = owed + granted + ahead
if change ~= 0 then
  if not id then
    id = ARGV[9]
    if before then redis.call('DEL', key) end
    redis.call('HSET', key, 'id', id)
    if most > 0 then redis.call('HSET', key, 'carried', carried, 'most', most, 'kept', kept) end
    if before then redis.call('HSET', key, 'before', before) end
  end
  redis.call('HINCRBY', key, 'taken', change)
end
if ahead > 0 then redis.call('HSET', key, own, closes - lease)
elseif had and ARGV[3] ~= '' then redis.call('HDEL', key, own) end
if held > 0 then redis.call('HSET', key, 'recalled', closes - lease) end
if id and closes ~= ttl then redis.call('PEXPIRE', key, math.max(1, closes) + kept) end
return { granted + ahead, ahead, held, taken + granted + ahead, closes, id or '', carried }`;

/**
 * Combines both scripts in one. The client may delay one of two scripts to see whether the server knows it, and points
 * would be given back after the next request.
 */
export const WINDOW = GIVE_BACK + TAKE;
