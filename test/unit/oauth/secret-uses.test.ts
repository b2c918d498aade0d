import { expect, it } from 'vitest';
import { SecretUses } from '../../../src/data-plane/oauth/secret-uses.ts';

function recorded() {
  const written: unknown[] = [];
  const state = { now: new Date('2027-01-01T10:00:00Z') };
  const updateMany = async ({ where }: { where: { secretHash?: string } }) => {
    written.push(where.secretHash);
    return { count: 1 };
  };
  const uses = new SecretUses({
    database: { prisma: { credential: { updateMany } } } as never,
    clock: () => state.now,
    onFault: (error) => written.push(error),
  });
  return {
    written,
    note: (hash: string) => uses.note('credential', hash),
    pass: (milliseconds: number) => {
      state.now = new Date(state.now.getTime() + milliseconds);
    },
  };
}

it('the use of a secret is written at most once a minute', () => {
  const { written, note, pass } = recorded();
  for (let n = 0; n < 100; n += 1) note('one');
  pass(59_999);
  note('one');
  expect(written).toEqual(['one']);
  pass(1);
  note('one');
  expect(written).toEqual(['one', 'one']);
});

it('each secret of a client key counts by itself', () => {
  const { written, note } = recorded();
  for (const hash of ['old', 'new', 'old']) note(hash);
  expect(written).toEqual(['old', 'new']);
});
