import { describe, expect, it } from 'vitest';
import { checkNewPassword } from '../../../src/infrastructure/secrets/new-password.ts';
import { createPasswords } from '../../../src/infrastructure/secrets/passwords.ts';

const passwords = createPasswords();
/** Whose turn it is, where that does not matter. */
const HERE = ['org', 'catalog', 'address'];

describe('a password', () => {
  it('is stored as argon2id with the parameters that OWASP asks for, salted', async () => {
    const [hash, again] = await Promise.all([
      passwords.hash('correct horse', HERE),
      passwords.hash('correct horse', HERE),
    ]);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(again).not.toBe(hash);
  });

  it('is verified by its hash; another is not, and an unknown user has none', async () => {
    const hash = await passwords.hash('correct horse', HERE);
    expect(await passwords.verify('correct horse', hash, HERE)).toBe(true);
    expect(await passwords.verify('correct horse ', hash, HERE)).toBe(false);
    expect(await passwords.verify('', hash, HERE)).toBe(false);
    expect(await passwords.verify('correct horse', undefined, HERE)).toBe(false);
  });

  it('is not cut off at 72 bytes', async () => {
    const hash = await passwords.hash(`${'x'.repeat(80)}1`, HERE);
    expect(await passwords.verify(`${'x'.repeat(80)}2`, hash, HERE)).toBe(false);
  });

  it('is the same however its accents are typed', async () => {
    expect(
      await passwords.verify('cafe\u0301 au lait', await passwords.hash('caf\u00e9 au lait', HERE), HERE),
    ).toBe(true);
  });

  it('has 8 to 256 characters', async () => {
    for (const password of ['eight123', 'x'.repeat(256)])
      await expect(checkNewPassword(password, ['input', 'password'])).resolves.toBeUndefined();
    for (const password of ['', 'x'.repeat(7), 'x'.repeat(257)])
      await expect(checkNewPassword(password, ['input', 'password'])).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        status: 400,
        message: 'A password has 8 to 256 characters.',
        inputPath: ['input', 'password'],
      });
  });

  it('is none of those that are guessed first, in whatever letters, and may have any characters', async () => {
    for (const password of ['12345678', '88888888', 'password1', 'PassWord', 'qwertyuiop', 'Iloveyou1'])
      await expect(checkNewPassword(password, ['newPassword']), password).rejects.toMatchObject({
        code: 'PASSWORD_COMMON',
        status: 400,
        message: 'The password is one of those that are guessed first: choose another one.',
        inputPath: ['newPassword'],
      });
    for (const password of ['consumer-password', 'vier worte im wind', 'ÄÖÜäöüß€', '        '])
      await expect(checkNewPassword(password, ['newPassword']), password).resolves.toBeUndefined();
  });

  it('is none of the 100,000 that leaked most often, as far as they are long enough', async () => {
    const { commonPasswords } = await import('../../../src/infrastructure/secrets/common-passwords.ts');
    expect(commonPasswords.size).toBeGreaterThan(38_000);
    expect([...commonPasswords].filter((each) => each.length < 8 || each !== each.toLowerCase())).toEqual([]);
  });

  it('lets what follows its hash wait for the turn of its place', async () => {
    let goOn = () => {};
    const turns: (readonly string[])[] = [];
    const turn = (queueKeys: readonly string[]) => {
      turns.push(queueKeys);
      return new Promise<void>((resolve) => {
        goOn = resolve;
      });
    };
    const argon2 = { hash: async () => 'hashed', verify: async () => true };
    let isDone = false;
    const done = createPasswords({ argon2, turn })
      .verify('correct horse', 'hashed', HERE)
      .then((isRight) => {
        isDone = true;
        return isRight;
      });
    await expect.poll(() => turns).toEqual([HERE]);
    expect(isDone).toBe(false);
    goOn();
    expect(await done).toBe(true);
  });

  it('is refused where too many wait already, who are served in their turn', async () => {
    const few = createPasswords({ atOnceMax: 1, waitingMax: [2] });
    const results = await Promise.allSettled(
      ['one', 'two', 'three', 'four'].map((text) => few.hash(text, HERE)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(results.at(-1)).toMatchObject({
      reason: { code: 'TEMPORARILY_UNAVAILABLE', status: 503, headers: { 'Retry-After': '1' } },
    });
    expect(await few.hash('five', HERE)).toMatch(/^\$argon2id\$/);
  });

  it('waits its turn, and a fault of one does not hold up the next', async () => {
    const one = createPasswords({ atOnceMax: 1 });
    const hash = await one.hash('correct horse', HERE);
    const results = await Promise.allSettled([
      one.verify('correct horse', 'no hash at all', HERE),
      one.verify('correct horse', hash, HERE),
      one.verify('wrong horse', hash, HERE),
    ]);
    expect(results).toEqual([
      expect.objectContaining({ status: 'rejected' }),
      { status: 'fulfilled', value: true },
      { status: 'fulfilled', value: false },
    ]);
  });

  it('takes turns between orgs: whoever floods from one delays another by a turn, and is refused alone', async () => {
    const turns: string[] = [];
    const inTurns = createPasswords({
      atOnceMax: 1,
      argon2: {
        async hash() {
          return '';
        },
        async verify(_hash, password) {
          turns.push(String(password));
          return true;
        },
      },
    });
    const signIns = (many: number, queueKeys: string[]) =>
      Array.from({ length: many }, () => inTurns.verify(queueKeys[0] ?? '', 'a hash', queueKeys));
    // 14 accounts of eve, each ten times, from one address; then another of her people, and vic's.
    const flood = Promise.allSettled(signIns(140, ['eve', 'portal', 'flood']));
    const neighbour = Promise.allSettled(signIns(1, ['eve', 'portal', 'home']));
    const victims = await Promise.allSettled(signIns(10, ['vic', 'portal', 'home']));
    expect(victims.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
    expect((await neighbour)[0]?.status).toBe('fulfilled');
    const refused = (await flood).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(39);
    expect(refused[0]).toMatchObject({ reason: { code: 'TEMPORARILY_UNAVAILABLE', status: 503 } });
    expect(turns.slice(0, 21).filter((org) => org === 'vic')).toHaveLength(10);
  });
});
