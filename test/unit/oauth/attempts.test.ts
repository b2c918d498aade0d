import { describe, expect, it } from 'vitest';
import { createAttempts } from '../../../src/oauth/attempts.ts';
import type { Verdict } from '../../../src/registries/registry.ts';

const ACCOUNTS_MAX = 10_000;

function world() {
  const attempts = createAttempts({ clock: () => new Date(0) });
  const ask = (answer: Verdict['answer']) => async (): Promise<Verdict> => ({
    answer,
    durationMs: 0,
    message: '',
  });
  return (username: string, answer: Verdict['answer'] = 'REFUSED') =>
    attempts.attempt(['provider', 'client', username], ask(answer));
}

async function shutOut(attempt: ReturnType<typeof world>): Promise<void> {
  for (let count = 0; count < 10; count += 1) await attempt('alice');
  await expect(attempt('alice')).rejects.toMatchObject({
    code: 'GRANT_INVALID',
    status: 400,
    headers: { 'Retry-After': '900' },
  });
}

describe('failed attempts', () => {
  it('are remembered of at most 10,000 accounts: the oldest is forgotten', async () => {
    const attempt = world();
    await shutOut(attempt);
    for (let count = 0; count < ACCOUNTS_MAX - 1; count += 1) await attempt(`person-${count}`);
    await expect(attempt('alice')).rejects.toMatchObject({ code: 'GRANT_INVALID' });
    for (let count = 0; count < ACCOUNTS_MAX; count += 1) await attempt(`other-${count}`);
    expect(await attempt('alice')).toMatchObject({ answer: 'REFUSED' });
  });

  it('are not driven out by people who sign in', async () => {
    const attempt = world();
    await shutOut(attempt);
    for (let count = 0; count < 2 * ACCOUNTS_MAX; count += 1) await attempt(`person-${count}`, 'ACCEPTED');
    await expect(attempt('alice')).rejects.toMatchObject({ code: 'GRANT_INVALID' });
  });

  it('do not wait for a registry that fails itself', async () => {
    const attempts = createAttempts({ clock: () => new Date(0) });
    const broken = () => Promise.reject(new Error('broken'));
    const all = Array.from({ length: 30 }, () => attempts.attempt(['x'], broken));
    const settled = await Promise.allSettled(all);
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
  });
});
