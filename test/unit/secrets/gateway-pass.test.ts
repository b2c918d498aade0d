import { describe, expect, it } from 'vitest';
import {
  type GatewayPass,
  PassIssuer,
  PassReader,
} from '../../../src/infrastructure/secrets/gateway-pass.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';

const secrets = new Secrets('the secret key of these tests, which is long');
const vic: GatewayPass = {
  orgId: 'id of vic',
  org: 'vic',
  api: 'data:1.0.0',
  client: 'ck_1',
  subject: null,
  claims: null,
};
let now = Date.parse('2027-01-01T00:00:00Z');
const clock = () => new Date(now);
const issuer = new PassIssuer(secrets, clock);
const issue = (pass: GatewayPass) => issuer.issue(pass);
const reader = new PassReader(secrets, clock);
const read = (text: string | null) => reader.read(text);

describe("a gateway's pass", () => {
  it('tells through whose API a call came, in every process with the same secret key', () => {
    expect(read(issue(vic))).toEqual(vic);
    expect(read(issue({ ...vic, client: null }))).toEqual({ ...vic, client: null });
    const other = new Secrets('another secret key, which is as long');
    expect(new PassReader(other, clock).read(issue(vic))).toBeUndefined();
  });

  it('is used again for half a minute, by the same client of the same API of the same org alone', () => {
    const first = issue(vic);
    now += 29_000;
    expect(issue(vic)).toBe(first);
    for (const other of [
      { orgId: 'id of eve' },
      { api: 'data:1.0.1' },
      { client: 'ck_2' },
      { client: null },
      { subject: 'alice' },
      { subject: '' },
    ])
      expect(issue({ ...vic, ...other })).not.toBe(first);
    now += 1_000;
    expect(issue(vic)).not.toBe(first);
  });

  it('tells of the claims of a token, and is of that token alone', () => {
    const claims = { sub: 'alice', roles: ['keeper'] };
    expect(read(issue({ ...vic, claims }))).toEqual({ ...vic, claims });
    expect(read(issue({ ...vic, claims: { sub: 'bob' } }))).toEqual({ ...vic, claims: { sub: 'bob' } });
    expect(read(issue(vic))).toEqual(vic);
  });

  it('tells of the person of HTTP Basic, beside claims or alone', () => {
    for (const more of [{ subject: 'J\u00fcrgen' }, { subject: 'alice', claims: { sub: 'bob' } }])
      expect(read(issue({ ...vic, ...more }))).toEqual({ ...vic, ...more });
  });

  it('holds for a minute, also where the clock of the reader is half a minute behind', () => {
    const pass = issue(vic);
    const issuedAt = now;
    for (const [age, holds] of [
      [60_000, true],
      [60_001, false],
      [-30_000, true],
      [-30_001, false],
    ] as const) {
      now = issuedAt + age;
      expect([age, read(pass) !== undefined]).toEqual([age, holds]);
    }
    now = issuedAt;
  });

  it('is none when any character of it is another one, or is left out', () => {
    const pass = issue(vic);
    for (let at = 0; at < pass.length; at += 1) {
      const other = pass[at] === 'A' ? 'B' : 'A';
      expect(read(pass.slice(0, at) + other + pass.slice(at + 1))).toBeUndefined();
      expect(read(pass.slice(0, at) + pass.slice(at + 1))).toBeUndefined();
      expect(read(pass.slice(0, at))).toBeUndefined();
    }
    for (const none of [null, '', '.', `${pass}=`, `${pass}, ${pass}`, `${pass} `, 'x'.repeat(100_000)])
      expect(read(none)).toBeUndefined();
  });

  it('is no other signature of the platform, nor another one a pass', () => {
    const [content = ''] = issue(vic).split('.');
    expect(read(`${content}.${secrets.hash(content)}`)).toBeUndefined();
    expect(read(`${content}.${secrets.signer('another purpose').sign(content)}`)).toBeUndefined();
  });
});
