import { describe, expect, it } from 'vitest';

const { Restarted } = await import(new URL('../../bin/restarted.mjs', import.meta.url).href);

/** A platform under development whose sources take until `made` or `broken` is called. */
function world() {
  const log: string[] = [];
  const under: { made: () => void; broken: (message: string) => void }[] = [];
  const exits: ((code: number) => void)[] = [];
  const platform = new Restarted({
    say: (text: string) => log.push(text),
    make: () =>
      new Promise<void>((resolve, reject) => {
        log.push('makes');
        under.push({ made: resolve, broken: (message) => reject(new Error(message)) });
      }),
    start: () => {
      log.push('starts');
      const ended = new Promise<number>((resolve) => exits.push(resolve));
      const stop = async () => {
        log.push('stops');
        exits.at(-1)?.(0);
        await ended;
      };
      return { ended, stop };
    },
  });
  return { platform, log, under, exits };
}

/** Everything that was waiting in promises has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the platform under development', () => {
  it('is made before it starts, and made again before it is stopped after a change', async () => {
    const { platform, log, under } = world();
    platform.change();
    await settled();
    expect(log).toEqual(['makes']);
    under[0]?.made();
    await settled();
    platform.change();
    await settled();
    expect(log).toEqual(['makes', 'starts', 'makes']);
    under[1]?.made();
    await settled();
    expect(log.slice(3)).toEqual(['stops', 'starts']);
  });

  it('goes on as it was where a change does not compile, and says what is wrong', async () => {
    const { platform, log, under } = world();
    platform.change();
    await settled();
    under[0]?.made();
    await settled();
    platform.change();
    await settled();
    under[1]?.broken('errors.ts:3: expected ";"');
    await settled();
    expect(log.slice(2)).toEqual([
      'makes',
      'errors.ts:3: expected ";"\nThe platform goes on as it was before this change.',
    ]);
  });

  it('takes changes while it is made together, and none of them is lost', async () => {
    const { platform, log, under } = world();
    platform.change();
    await settled();
    platform.change();
    platform.change();
    under[0]?.made();
    await settled();
    expect(log).toEqual(['makes', 'starts', 'makes']);
    under[1]?.made();
    await settled();
    expect(log).toEqual(['makes', 'starts', 'makes', 'stops', 'starts']);
  });

  it('starts after the next change where it has ended by itself', async () => {
    const { platform, log, under, exits } = world();
    platform.change();
    await settled();
    under[0]?.made();
    await settled();
    exits[0]?.(1);
    await settled();
    expect(log.at(-1)).toBe('The platform has ended with 1. It starts again after the next change.');
    platform.change();
    await settled();
    under[1]?.made();
    await settled();
    expect(log.slice(-2)).toEqual(['makes', 'starts']);
  });

  it('does not start again once it is ended', async () => {
    const { platform, log, under } = world();
    platform.change();
    await settled();
    const ended = platform.end();
    under[0]?.made();
    await settled();
    await ended;
    expect(log).toEqual(['makes']);
  });
});
