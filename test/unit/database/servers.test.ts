import { describe, expect, it } from 'vitest';
import {
  type DatabaseAddress,
  serverAddresses,
} from '../../../src/infrastructure/database/server-address.ts';
import { choosePrimary, type ServerState } from '../../../src/infrastructure/database/server-state.ts';

describe('the servers of a DATABASE_URL', () => {
  it('are one, or several with commas between, which share all else', () => {
    const query = '?sslmode=no-verify&target_session_attrs=read-write';
    const servers = serverAddresses(`postgres://u:p%40,ss@first:6432,[::1],third/name${query}`);
    expect(servers.map(({ name, host, port }) => [name, host, port])).toEqual([
      ['first:6432', 'first', 6432],
      ['[::1]:5432', '::1', 5432],
      ['third:5432', 'third', 5432],
    ]);
    expect(servers.map(({ url }) => url)).toEqual([
      'postgres://u:p%40,ss@first:6432/name?sslmode=no-verify',
      'postgres://u:p%40,ss@[::1]/name?sslmode=no-verify',
      'postgres://u:p%40,ss@third/name?sslmode=no-verify',
    ]);
  });

  it.each([
    ['mysql://u@h/d', 'is not a URL of PostgreSQL'],
    ['postgres://u:secret@a:b,c/d', 'has a host or a port that cannot be read'],
    ['postgres://u:secret@a,b/d?target_session_attrs=any', 'has target_session_attrs=any: give read-write'],
    [`postgres://u:secret@${'a,'.repeat(10)}b/d`, 'names more than 10 servers'],
  ])('are refused with what is wrong, and without the password: %s', (url, sentence) => {
    const refused = () => serverAddresses(url);
    expect(refused).toThrow(sentence);
    expect(refused).not.toThrow('secret');
  });
});

describe('of several servers', () => {
  type Case = [string, ServerState[], DatabaseAddress | undefined, string | undefined];
  const [first, second] = serverAddresses('postgres://first,second/name') as [
    DatabaseAddress,
    DatabaseAddress,
  ];
  const primary = (address: DatabaseAddress, timeline?: number, system = 'one'): ServerState => ({
    address,
    kind: 'PRIMARY',
    ...(timeline !== undefined && { system, timeline }),
  });
  const standby = (address: DatabaseAddress): ServerState => ({ address, kind: 'STANDBY' });
  const choice = (
    states: readonly ServerState[],
    chosen?: DatabaseAddress,
    newest: [string, number][] = [],
  ) => choosePrimary(states, { chosen, newest: new Map(newest) })?.address.name;

  it.each<Case>([
    ['the one that takes writes', [standby(first), primary(second)], undefined, 'second:5432'],
    [
      'the first where both do and neither tells more',
      [primary(first), primary(second)],
      undefined,
      'first:5432',
    ],
    ['the one in use where both do', [primary(first), primary(second)], second, 'second:5432'],
    ['the one that was promoted last', [primary(first, 1), primary(second, 2)], first, 'second:5432'],
    [
      'the first where they hold other data',
      [primary(first, 1), primary(second, 2, 'two')],
      undefined,
      'first:5432',
    ],
    ['none where all are standbys', [standby(first), standby(second)], first, undefined],
  ])('it is %s', (_, ...[states, chosen, expected]) => {
    expect(choice(states, chosen)).toBe(expected);
  });

  it('it is none that is older than the one before, and one of another system', () => {
    expect(choice([primary(first, 1)], second, [['one', 2]])).toBeUndefined();
    expect(choice([primary(first, 1, 'upgraded')], second, [['one', 2]])).toBe('first:5432');
  });
});
