import { describe, expect, it } from 'vitest';
import { Secrets, UnsealError } from '../../../src/infrastructure/secrets/secrets.ts';

const KEY = 'the secret key of these tests, which is long';
const secrets = new Secrets(KEY);
const others = new Secrets(`${KEY}!`);

describe('an issued secret', () => {
  it('has 256 random bits behind its prefix, and comes once', () => {
    const issued = new Set(Array.from({ length: 2_000 }, () => secrets.issue('gh_')));
    expect(issued.size).toBe(2_000);
    for (const secret of issued) expect(secret).toMatch(/^gh_[A-Za-z0-9_-]{43}$/);
  });

  it('matches its hash, and no other secret or hash does', () => {
    const secret = secrets.issue('gh_');
    const hash = secrets.hash(secret);
    expect(secrets.matches(secret, hash)).toBe(true);
    expect(secrets.matches(secrets.issue('gh_'), hash)).toBe(false);
    expect(secrets.matches(secret.slice(0, -1), hash)).toBe(false);
    expect(secrets.matches('', hash)).toBe(false);
    for (const damaged of ['', 'x', hash.slice(0, -2), `${hash}AAAA`])
      expect(secrets.matches(secret, damaged)).toBe(false);
  });

  it('matches its own among several hashes, whatever stands beside it', () => {
    const [secret, other] = [secrets.issue('gh_'), secrets.issue('gh_')];
    const [own, others] = [secrets.hash(secret), secrets.hash(other)];
    expect(secrets.matching(secret, [own, others])).toEqual([own]);
    expect(secrets.matching(secret, [others, own])).toEqual([own]);
    expect(secrets.matching(secret, ['', others])).toEqual([]);
    expect(secrets.matching(secret, [])).toEqual([]);
  });

  it('cannot be read from its hash, nor matched under another secret key', () => {
    const secret = secrets.issue('gh_');
    expect(secrets.hash(secret)).not.toContain(secret.slice(3));
    expect(others.hash(secret)).not.toBe(secrets.hash(secret));
    expect(others.matches(secret, secrets.hash(secret))).toBe(false);
  });

  it('has the same hash after a restart', () => {
    expect(new Secrets(KEY).hash('gh_secret')).toBe(secrets.hash('gh_secret'));
  });
});

describe('a sealed text', () => {
  const sealed = secrets.seal('{"d":"private"}', 'key-1');

  it('is read again under the same secret key, for the same row', () => {
    expect(new Secrets(KEY).unseal(new Uint8Array(sealed), 'key-1')).toBe('{"d":"private"}');
    expect(secrets.unseal(secrets.seal('', 'key-1'), 'key-1')).toBe('');
  });

  it('is not readable in what is stored, and is another one each time', () => {
    expect(sealed.toString('latin1')).not.toContain('private');
    expect(secrets.seal('{"d":"private"}', 'key-1').equals(sealed)).toBe(false);
  });

  it('is refused under another secret key, with a sentence that says what to give', () => {
    expect(() => others.unseal(sealed, 'key-1')).toThrow(UnsealError);
    expect(() => others.unseal(sealed, 'key-1')).toThrow(
      /key-1 was sealed with another secret key.*SECRET_KEY/,
    );
  });

  it('is refused in another row', () => {
    expect(() => secrets.unseal(sealed, 'key-2')).toThrow(UnsealError);
  });

  it('is refused when any byte was changed', () => {
    for (const index of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => secrets.unseal(changed, 'key-1')).toThrow(UnsealError);
    }
  });

  it('is refused when it was cut off anywhere, also within its tag', () => {
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => secrets.unseal(sealed.subarray(0, length), 'key-1')).toThrow(UnsealError);
  });
});

describe('a secret key beside another', () => {
  const next = new Secrets(`${KEY}!`, KEY);
  const alone = new Secrets(`${KEY}!`);

  it('reads what is under either, and makes everything under the one', () => {
    const sealed = secrets.seal('private', 'row');
    expect(next.unseal(sealed, 'row')).toBe('private');
    expect([next.isSealedAnew(sealed, 'row'), secrets.isSealedAnew(sealed, 'row')]).toEqual([false, true]);
    expect(alone.unseal(next.seal('private', 'row'), 'row')).toBe('private');
    expect(() => next.unseal(sealed, 'other row')).toThrow(UnsealError);
    expect(next.hash('gh_x')).toBe(alone.hash('gh_x'));
    expect(next.hashes('gh_x')).toEqual([alone.hash('gh_x'), secrets.hash('gh_x')]);
    expect(secrets.hashes('gh_x')).toEqual([secrets.hash('gh_x')]);
    for (const hash of next.hashes('gh_x')) expect(next.matches('gh_x', hash)).toBe(true);
    expect(next.matches('gh_y', secrets.hash('gh_x'))).toBe(false);
    const [signer, old] = [next.signer('gateway pass'), secrets.signer('gateway pass')];
    expect([signer.verifies('text', old.sign('text')), signer.verifies('text', old.sign('other'))]).toEqual([
      true,
      false,
    ]);
    expect(signer.sign('text')).toBe(alone.signer('gateway pass').sign('text'));
  });

  it('leaves what hashes are compared with, and what signs audits, and nothing that opens or signs anything else', () => {
    const after = new Secrets(`${KEY}!`);
    after.admit(JSON.parse(JSON.stringify(next.retired())));
    after.admit(next.retired());
    expect(after.hashes('gh_x')).toEqual(next.hashes('gh_x'));
    expect(after.matches('gh_x', secrets.hash('gh_x'))).toBe(true);
    expect(after.signer('audit').verifies('text', secrets.signer('audit').sign('text'))).toBe(true);
    expect(after.signer('gateway pass').verifies('text', secrets.signer('gateway pass').sign('text'))).toBe(
      false,
    );
    expect(() => after.unseal(secrets.seal('private', 'row'), 'row')).toThrow(UnsealError);
    expect(JSON.stringify(next.retired())).not.toContain(KEY);
  });

  it('keeps what is left of all keys before it, however often it was rotated', () => {
    const third = new Secrets(`${KEY}?`, `${KEY}!`);
    third.admit(next.retired());
    for (const before of [secrets, others]) expect(third.matches('gh_x', before.hash('gh_x'))).toBe(true);
    expect(third.retired()).toHaveLength(2);
  });
});
